using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Web;

internal sealed record Line(int Id, string Text, decimal Price, string[] Tags);

/// <summary>Answers each request in one way only; prints its address, ends when its input does.</summary>
internal static class Program
{
    private static int s_invalidPrograms;

    private static IEnumerable<Line> Lines(int count) =>
        Enumerable.Range(0, count).Select(i =>
            new Line(i, $"line {i} \u00e9\u4e2d <&>", i * 0.75m, [.. Enumerable.Range(0, i % 4).Select(t => "t" + t)]));

    private static async IAsyncEnumerable<Line> Slowly(int count)
    {
        foreach (Line line in Lines(count))
        {
            await Task.Yield();
            yield return line;
        }
    }

    private static void AddRoutes(WebApplication app)
    {
        app.MapGet("/", () => "hello");
        app.MapGet("/json/{count:int:range(0,500)}", (int count) => Lines(count));
        app.MapGet("/slow/{count:int}", (int count) => Slowly(count));
        app.MapGet("/text/{name}", (string name, string? greeting, HttpResponse response) =>
        {
            response.Headers["X-Name"] = name.Length.ToString();
            return Results.Text($"{greeting ?? "hello"} {name.ToUpperInvariant()}", "text/plain; charset=utf-16", Encoding.Unicode);
        });
        app.MapPost("/sum", (Line[] lines) =>
            Results.Ok(new { Count = lines.Length, Sum = lines.Sum(l => l.Price), Longest = lines.MaxBy(l => l.Text.Length) }));
        app.MapPost("/form", async (HttpRequest request) =>
        {
            IFormCollection form = await request.ReadFormAsync();
            return string.Join(';', form.OrderBy(f => f.Key, StringComparer.Ordinal).Select(f => $"{f.Key}={f.Value}")) +
                form.Files.Sum(f => f.Length);
        });
        app.MapPut("/echo", async (HttpContext context) => await context.Request.Body.CopyToAsync(context.Response.Body));
        app.MapGet("/fail", string () => throw new InvalidOperationException("as asked"));
        app.MapGet("/moved", () => Results.Redirect("/", permanent: true));
        app.MapGet("/file", () =>
            Results.Bytes(Encoding.UTF8.GetBytes(new string('f', 5000)), "application/x-f", "f.bin", enableRangeProcessing: true));
        app.MapGet("/cookie", (HttpContext context) =>
        {
            context.Response.Cookies.Append("seen", context.Request.Cookies["seen"] + "x", new CookieOptions { HttpOnly = true, Path = "/" });
            return Results.StatusCode(202);
        });
        app.MapGet("/stream", async (HttpResponse response) =>
        {
            for (int i = 0; i < 20; i++)
            {
                await response.WriteAsync($"part {i}\n");
                await response.Body.FlushAsync();
            }
        });
        app.MapGet("/compressed", () => string.Concat(Enumerable.Repeat("again and ", 400)));
        app.MapGet("/faults", () => Volatile.Read(ref s_invalidPrograms));
    }

    private static async Task Main(string[] args)
    {
        AppDomain.CurrentDomain.FirstChanceException += (_, e) =>
        {
            if (e.Exception is InvalidProgramException or BadImageFormatException or MissingMethodException)
            {
                Interlocked.Increment(ref s_invalidPrograms);
            }
        };
        WebApplicationBuilder builder = WebApplication.CreateBuilder(args);
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Logging.ClearProviders();
        builder.Services.AddResponseCompression();
        WebApplication app = builder.Build();
        app.UseExceptionHandler(handler => handler.Run(async context =>
        {
            context.Response.StatusCode = 500;
            await context.Response.WriteAsJsonAsync(new { error = "failed" });
        }));
        app.UseResponseCompression();
        AddRoutes(app);
        await app.StartAsync();
        Console.WriteLine(app.Urls.Single());
        while (await Console.In.ReadLineAsync() is not null)
        {
        }
        await app.StopAsync();
        Console.WriteLine($"invalid programs: {s_invalidPrograms}");
    }
}
