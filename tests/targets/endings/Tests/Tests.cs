using System;
using Kinds;
using Xunit;

namespace Tests;

public class Tests
{
    /// The way to end stands in the environment: the process that has to end is the test host.
    [Fact]
    public void EndsAsAsked()
    {
        string ending = Environment.GetEnvironmentVariable("ENDING") ?? "return";
        Assert.Throws<BackHomeException>(() => Journey.Travel.Go(ending));
    }
}
