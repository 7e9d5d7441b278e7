// Tests that read what is not code.
using System;
using System.IO;
using System.Reflection;
using System.Runtime.CompilerServices;
using Xunit;

namespace Impacted.Tests;

public class Files
{
    private static string Output(string name) => File.ReadAllText(Path.Combine(AppContext.BaseDirectory, name)).Trim();
    private static string Source(string name, [CallerFilePath] string here = "") =>
        File.ReadAllText(Path.Combine(Path.GetDirectoryName(here), name)).Trim();

    [Fact] public void Json() => Assert.Equal("{ \"value\": 1 }", Output("settings.json"));
    [Fact] public void Sql() => Assert.Equal("create table a", Output("table.sql"));
    [Fact] public void Log() => Assert.Equal("GET / 200", Output("input.log"));
    [Fact] public void LinkedContent() => Assert.Equal("linked content 1", Output("linked.txt"));
    [Fact] public void GeneratedFile() => Assert.Equal("generated 1", Output("generated.txt"));
    [Fact] public void SourceJson() => Assert.Equal("{ \"source\": 1 }", Source("source.json"));
    [Fact] public void Snapshot() => Assert.Equal("expected 1", Source("Page.verified.txt"));
    [Fact] public void Outside() => Assert.Equal("outside 1", Source("../data/outside.txt"));
    [Fact] public void Picture() => Assert.Equal("<svg>1</svg>", Source("../data/picture.svg"));
    [Fact] public void Link() => Assert.Equal("target 1", Source("../data/link.txt"));
    [Fact] public void SourceAsContent() => Assert.Equal("class Input1;", Source("Samples/Input.cs"));
    [Fact] public void Environment() => Assert.Equal("GREETING=env", Source("../.env"));
    [Fact] public void GlobalJson() => Assert.Contains("10.0.100", Source("../global.json"));
    [Fact] public void Resx() => Assert.Equal("Hello", Resources.Text(""));
    [Fact] public void Satellite() => Assert.Equal("Bonjour", Resources.Text("fr"));
    [Fact] public void EmbeddedSql() => Assert.Equal("select 1", Resources.Embedded("query.sql"));
    [Fact] public void EmbeddedNote() => Assert.Equal("note 1", Resources.Embedded("note.txt"));
    [Fact] public void AppConfig() => Assert.Contains("value=\"one\"", Output("Impacted.Tests.dll.config"));
    [Fact] public void RuntimeConfig() => Assert.Equal("one", AppContext.GetData("Impacted.Switch"));
    [Fact] public void PropsOfFolder() =>
        Assert.Equal("props", typeof(Cart).Assembly.GetCustomAttribute<AssemblyMetadataAttribute>().Value);
    [Fact] public void Package() =>
        Assert.StartsWith("13.0.3", VersionOf(typeof(Newtonsoft.Json.JsonConvert).Assembly.Location));
    [Fact] public void FileVersion() =>
        Assert.Equal("1.0.0.0", typeof(Cart).Assembly.GetCustomAttribute<AssemblyFileVersionAttribute>().Version);
    [Fact] public void VersionOfFile() => Assert.Equal("1.0.0.0", VersionOf(Path.Combine(AppContext.BaseDirectory, "Impacted.Library.dll")));
    [Fact] public void AssemblyVersion() => Assert.Equal("1.0.0.0", typeof(Cart).Assembly.GetName().Version.ToString());
    [Fact] public void Product() =>
        Assert.Equal("Impacted.Library", typeof(Cart).Assembly.GetCustomAttribute<AssemblyProductAttribute>().Product);
    [Fact] public void Project() => Assert.Equal("", DefinedByProject);

    private static string VersionOf(string path) => System.Diagnostics.FileVersionInfo.GetVersionInfo(path).FileVersion;
    private const string DefinedByProject =
#if BY_PROJECT
        "x";
#else
        "";
#endif
}
