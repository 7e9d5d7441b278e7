using System;
using System.IO;
using System.IO.Compression;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using System.Xml.Serialization;
using System.Xml.XPath;
using System.Xml.Xsl;

namespace Workload;

public sealed class Note
{
    [XmlAttribute] public int Id { get; set; }
    public string Text { get; set; } = "";
    [XmlArrayItem("tag")] public string[] Tags { get; set; } = [];
}

internal static class Documents
{
    public static string Run()
    {
        var text = new StringBuilder();
        XElement root = new("notes", Enumerable.Range(0, 25).Select(i => new XElement("note", new XAttribute("id", i),
            new XCData($"<{i}>"), new XElement("tag", i % 2 == 0 ? "even" : "odd"))));
        text.Append(root.XPathSelectElements("note[tag='odd' and @id > 10]").Sum(e => (int)e.Attribute("id")!));
        var transform = new XslCompiledTransform();
        const string style = """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="text"/>
            <xsl:template match="/notes"><xsl:for-each select="note[position() mod 3 = 1]">
            <xsl:sort select="@id" order="descending" data-type="number"/>
            <xsl:choose><xsl:when test="tag='even'">E</xsl:when><xsl:otherwise>O</xsl:otherwise></xsl:choose>
            <xsl:value-of select="@id"/>,</xsl:for-each></xsl:template></xsl:stylesheet>
            """;
        using (var reader = XmlReader.Create(new StringReader(style)))
        {
            transform.Load(reader);
        }
        var output = new StringWriter();
        transform.Transform(root.CreateReader(), null, output);
        text.Append(output.ToString().Replace("\n", "").Replace(" ", ""));
        var serializer = new XmlSerializer(typeof(Note[]));
        var written = new StringWriter();
        serializer.Serialize(written, new Note[] { new() { Id = 1, Text = "a&b", Tags = ["x", "y"] }, new() { Id = 2 } });
        text.Append(((Note[])serializer.Deserialize(new StringReader(written.ToString()))!).Sum(n => n.Tags.Length));
        foreach (string wrong in new[] { "<a>", "<a b=c/>", "<a>&x;</a>", "" })
        {
            try
            {
                XDocument.Parse(wrong);
            }
            catch (XmlException e)
            {
                text.Append(e.LineNumber).Append(e.LinePosition);
            }
        }
        var schemas = new XmlSchemaSet();
        schemas.Add(null, XmlReader.Create(new StringReader(
            """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="notes" type="xs:int"/></xs:schema>""")));
        int errors = 0;
        new XDocument(root).Validate(schemas, (_, _) => errors++);
        return text.Append(errors).Append(root.ToString(SaveOptions.DisableFormatting)).ToString();
    }

    public static string RunStreams()
    {
        var text = new StringBuilder();
        byte[] data = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Range(0, 2000).Select(i => $"{i * i % 977},")));
        foreach (Func<Stream, bool, Stream> make in new Func<Stream, bool, Stream>[]
                 {
                     (s, w) => w ? new GZipStream(s, CompressionLevel.Optimal, true) : new GZipStream(s, CompressionMode.Decompress),
                     (s, w) => w ? new BrotliStream(s, CompressionLevel.Fastest, true) : new BrotliStream(s, CompressionMode.Decompress),
                 })
        {
            var packed = new MemoryStream();
            using (Stream writer = make(packed, true))
            {
                writer.Write(data);
            }
            packed.Position = 0;
            var unpacked = new MemoryStream();
            make(packed, false).CopyTo(unpacked);
            text.Append(unpacked.ToArray().AsSpan().SequenceEqual(data)).Append(packed.Length < data.Length);
        }
        text.Append(Convert.ToHexString(SHA512.HashData(data))).Append(Convert.ToHexString(HMACSHA256.HashData(new byte[] { 1, 2, 3 }, data)));
        using (var aes = Aes.Create())
        {
            aes.Key = SHA256.HashData([7]);
            byte[] secret = aes.EncryptCbc(data, new byte[16]);
            text.Append(Convert.ToHexString(MD5.HashData(secret))).Append(aes.DecryptCbc(secret, new byte[16]).Length);
        }
        string path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
        File.WriteAllLines(path, Enumerable.Range(0, 100).Select(i => $"line {i}"));
        text.Append(File.ReadLines(path).Count(l => l.EndsWith('7'))).Append(new FileInfo(path).Length);
        File.Delete(path);
        using var archive = new ZipArchive(new MemoryStream(), ZipArchiveMode.Update);
        using (var entry = new StreamWriter(archive.CreateEntry("a.txt").Open()))
        {
            entry.Write("zipped");
        }
        return text.Append(archive.Entries.Single().FullName).ToString();
    }
}
