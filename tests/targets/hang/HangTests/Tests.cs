using System;
using Xunit;

namespace HangTests;

public class Tests
{
    [Fact]
    public void HangsWhenAsked()
    {
        Assert.Equal(3, HangLib.Work.Before(2));
        string? file = Environment.GetEnvironmentVariable("HANG_FILE");
        if (file is not null)
        {
            HangLib.Work.Hang(file);
        }
    }
}
