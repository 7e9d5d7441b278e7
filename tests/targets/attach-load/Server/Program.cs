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
        { //: miss
            o.Limits.Http2.MaxStreamsPerConnection = 1000; //: miss
            o.Listen(IPAddress.Loopback, 0, l => l.Protocols = HttpProtocols.Http2); //: miss
        }); //: miss
        WebApplication app = builder.Build(); //: miss
        app.MapGet("/answer/{n:int}", Work.Answer); //: miss
        app.MapGet("/before", Work.Before); //: miss
        app.MapGet("/behind/{n:int}", Work.Behind); //: miss
        app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine(app.Urls.Single())); //: miss
        app.Run(); //: miss
    } //: miss
}
