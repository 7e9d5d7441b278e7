[assembly: System.Reflection.AssemblyCompany("Golden Works")]
#if OTHER
[assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v8.0")]
#else
[assembly: System.Runtime.Versioning.TargetFramework(".NETCoreApp,Version=v9.0")]
#endif
#if TRACKED
namespace Coverlet.Core.Instrumentation.Tracker
{
    internal static class Picks_1
    {
    }
}
#endif
