// The names of common/ in this framework.
global using TestAttribute = Microsoft.VisualStudio.TestTools.UnitTesting.TestMethodAttribute;
global using RowsAttribute = Microsoft.VisualStudio.TestTools.UnitTesting.TestMethodAttribute;
global using RowAttribute = Microsoft.VisualStudio.TestTools.UnitTesting.DataRowAttribute;
global using SuiteAttribute = Microsoft.VisualStudio.TestTools.UnitTesting.TestClassAttribute;
