class Input1;
