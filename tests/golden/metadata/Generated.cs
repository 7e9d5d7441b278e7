// Line 7 of this file is where #line in Shapes.cs points. It is embedded in the release PDB.
