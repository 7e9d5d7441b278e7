// The names of common/ in this framework.
global using TestAttribute = NUnit.Framework.TestAttribute;
global using RowsAttribute = System.Diagnostics.DebuggerNonUserCodeAttribute;
global using RowAttribute = NUnit.Framework.TestCaseAttribute;
global using SuiteAttribute = NUnit.Framework.TestFixtureAttribute;
