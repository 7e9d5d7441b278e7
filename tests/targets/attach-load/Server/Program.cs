// A server that is attached to under load. The marks say what ran behind the attach: the load asks for work, the rest is
// asked for by the script once, before or behind the attach.

using System;
using System.Linq;
using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace AttachServer;

internal static class Program
{
    // Its frame, and the lambdas that configured the server, were there before the attach.
    private static void Main(string[] args)
    { //D: miss
        WebApplicationBuilder builder = WebApplication.CreateBuilder(args); //: miss
        builder.Logging.ClearProviders(); //: miss
        builder.WebHost.ConfigureKestrel(o => //: miss
        { //D: miss
            o.Limits.Http2.MaxStreamsPerConnection = 1000; //: miss
            o.Listen(IPAddress.Loopback, 0, l => l.Protocols = HttpProtocols.Http2); //: miss
        }); //: miss
        WebApplication app = builder.Build(); //: miss
        app.MapGet("/work/{n:int}", (int n) => Work.Answer(n)); //: hit -- the lambda alone
        app.MapGet("/before", () => Work.Before()); //: miss
        app.MapGet("/behind/{n:int}", (int n) => Work.Behind(n)); //: hit -- the lambda alone
        app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine(app.Urls.Single())); //: miss
        app.Run(); //: miss
    } //: miss
}
