using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace Workload;

internal enum Size { Small, Middle, Large }

internal sealed record Item(int Id, string Name, decimal Price, Size Size, DateTime Made, Dictionary<string, double[]>? Parts);

[JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
[JsonDerivedType(typeof(Circle), "circle")]
[JsonDerivedType(typeof(Box), "box")]
internal abstract record Form(string Label);
internal sealed record Circle(string Label, double Radius) : Form(Label);
internal sealed record Box(string Label, int Width, int? Height) : Form(Label);

[JsonSourceGenerationOptions(WriteIndented = true, UseStringEnumConverter = true)]
[JsonSerializable(typeof(List<Item>))]
internal sealed partial class Generated : JsonSerializerContext;

internal static class Json
{
    private static readonly JsonSerializerOptions ByReflection = new()
    {
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        Converters = { new JsonStringEnumConverter() },
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    private static List<Item> Items() => Enumerable.Range(0, 40).Select(i => new Item(
        i, $"item \u00e9\u4e2d {i}\t\"quoted\"", i * 1.25m, (Size)(i % 3), new DateTime(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddHours(i),
        i % 4 == 0 ? null : new Dictionary<string, double[]> { ["a"] = [i / 3.0, i * 1e20], ["b"] = [] })).ToList();

    public static string Run()
    {
        var text = new StringBuilder();
        string reflected = JsonSerializer.Serialize(Items(), ByReflection);
        List<Item> back = JsonSerializer.Deserialize<List<Item>>(reflected, ByReflection)!;
        text.Append(reflected).Append(back.Sum(i => i.Price));
        string generated = JsonSerializer.Serialize(Items(), Generated.Default.ListItem);
        text.Append(generated).Append(JsonSerializer.Deserialize(generated, Generated.Default.ListItem)!.Count);
        Form[] forms = [new Circle("c", 1.5), new Box("b", 2, null)];
        string polymorphic = JsonSerializer.Serialize(forms);
        text.Append(polymorphic).Append(string.Join(',', JsonSerializer.Deserialize<Form[]>(polymorphic)!.Select(f => f.ToString())));
        foreach (string wrong in new[] { "{", "[1,]", "{\"a\":tru}", "\"\\u12\"", "12x", "[\"id\"]" })
        {
            try
            {
                JsonSerializer.Deserialize<List<Item>>(wrong, ByReflection);
            }
            catch (JsonException e)
            {
                text.Append(e.Message).Append(e.BytePositionInLine);
            }
        }
        return text.ToString();
    }

    public static string RunDocument()
    {
        using JsonDocument document = JsonDocument.Parse(JsonSerializer.SerializeToUtf8Bytes(Items()));
        double sum = document.RootElement.EnumerateArray().Sum(e => e.GetProperty("Price").GetDouble());
        JsonNode node = JsonNode.Parse("""{"a":[1,2,{"b":null}],"c":"\ud83d\ude00"}""")!;
        node["a"]![2]!["b"] = sum;
        ((JsonArray)node["a"]!).Add(JsonValue.Create(true));
        var reader = new Utf8JsonReader(Encoding.UTF8.GetBytes(node.ToJsonString()));
        int tokens = 0;
        while (reader.Read())
        {
            tokens += (int)reader.TokenType;
        }
        return node.ToJsonString() + tokens + JsonNode.DeepEquals(node, node.DeepClone());
    }
}
