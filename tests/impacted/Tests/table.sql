create table a
