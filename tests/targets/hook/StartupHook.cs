// For DOTNET_STARTUP_HOOKS: code that runs before Main, as monitoring products have it.
internal static class StartupHook
{
    public static void Initialize()
    { //D: hit
        System.Environment.SetEnvironmentVariable("HOOKED", "1"); //: hit
    } //: hit
}
