// The names of common/ in this framework.
global using TestAttribute = Xunit.FactAttribute;
global using RowsAttribute = Xunit.TheoryAttribute;
global using RowAttribute = Xunit.InlineDataAttribute;
global using SuiteAttribute = System.Diagnostics.DebuggerNonUserCodeAttribute;
