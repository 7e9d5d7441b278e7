// The names of common/ in this framework.
global using TestAttribute = TUnit.Core.TestAttribute;
global using RowsAttribute = TUnit.Core.TestAttribute;
global using RowAttribute = TUnit.Core.ArgumentsAttribute;
global using SuiteAttribute = TUnit.Core.InheritsTestsAttribute;
