// What only NUnit has.
using System.Collections.Generic;
using System.Threading.Tasks;
using Library;
using NUnit.Framework;

[assembly: Parallelizable(ParallelScope.All)]
[assembly: LevelOfParallelism(4)]

namespace Tests
{
    public class Lifecycle
    {
        [OneTimeSetUp]
        public void ClassUp()
        {
            Subject.ClassUp();
        }

        [OneTimeTearDown]
        public void ClassDown()
        {
            Subject.ClassDown();
        }

        [SetUp]
        public void SetUp()
        {
            Subject.SetUp();
        }

        [TearDown]
        public async Task TearDown()
        {
            await Task.Delay(1);
            Subject.TearDown();
        }

        // hits Lifecycle.One: in-class set-up tear-down class-up class-down
        [Test]
        public void One()
        {
            Subject.InClass(1);
        }

        // hits Lifecycle.Two: in-class now set-up tear-down class-up class-down
        [Test]
        public async Task Two()
        {
            await Subject.Now(1);
            Subject.InClass(1);
        }

        // It is enumerated after it returned.
        // keeps Lifecycle.Enumerated
        // hits Lifecycle.Enumerated: iterator set-up tear-down class-up class-down
        [Test(ExpectedResult = new[] { 1, 2 })]
        public IEnumerable<int> Enumerated()
        {
            return Subject.Numbers();
        }

        // hits Lifecycle.Later: later-before later-after set-up tear-down class-up class-down
        [Test]
        public Task Later()
        {
            return Subject.Later(1);
        }
    }

    public class Various
    {
        // hits Various.Result: result
        [TestCase(1, ExpectedResult = 4)]
        [TestCase(2, ExpectedResult = 5)]
        public int Result(int x)
        {
            return Subject.Result(x);
        }

        // hits Various.ResultAsync: result wait-before wait-after helper
        [Test(ExpectedResult = 4)]
        public async Task<int> ResultAsync()
        {
            await Subject.Wait(1);
            return Subject.Result(1);
        }

        // hits Various.ResultLater: later-before later-after
        [Test(ExpectedResult = 3)]
        public Task<int> ResultLater()
        {
            return Subject.Later(1);
        }

#line hidden
        // hits Various.HiddenResult: hidden
        [TestCase(1, ExpectedResult = 33)]
        public int HiddenResult(int x)
        {
            string text = "x" + x;
            long far = 17;
            int[] values = { Subject.Hidden(x), (int)far };
            int sum = 0;
            for (int i = 0; i < values.Length; i++)
            {
                sum += values[i];
            }
            return text.Length > 1 ? sum : 0;
        }

        // hits Various.HiddenAsync: hidden wait-before wait-after helper
        [Test]
        public async Task HiddenAsync()
        {
            await Subject.Wait(1);
            Subject.Hidden(1);
        }
#line default

        // hits Various.Pooled: value-task
        [Test]
        [System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder))]
        public async ValueTask Pooled()
        {
            await Subject.Value(1);
        }

        // hits Various.Typed: generic
        [TestCase(1)]
        [TestCase("text")]
        public void Typed<T>(T value)
        {
            Subject.Generic(value);
        }

        // hits Various.TypedResult: generic
        [TestCase(1, ExpectedResult = 1)]
        [TestCase("text", ExpectedResult = "text")]
        public T TypedResult<T>(T value)
        {
            Subject.Generic(value);
            return value;
        }

        // hits Various.GenericCase: result
        [TestCase<int>(1)]
        public void GenericCase(int x)
        {
            Subject.Result(x);
        }

        // hits Various.FromSource: result data
        [TestCaseSource(nameof(Numbers))]
        public void FromSource(int n)
        {
            Subject.Result(n);
        }

        public static IEnumerable<int> Numbers()
        {
            yield return Subject.Data(1);
            yield return Subject.Data(2);
        }

        // hits Various.Pairs: row row-small row-large
        [Test, Pairwise]
        public void Pairs([Values(1, 50)] int n, [Values] bool b)
        {
            Subject.Row(n);
        }

        // hits Various.Static: static
        [Test]
        public static void Static()
        {
            Subject.Static(1);
        }

        [Test, Ignore("never")]
        public void Skipped()
        {
            Subject.Skipped(1);
        }

        // hits Various.SkipsItself: before-skip
        [Test]
        public void SkipsItself()
        {
            Subject.BeforeSkip(1);
            Assert.Ignore("now");
        }

        // hits Various.Passes: sync helper
        [Test]
        public void Passes()
        {
            Subject.Sync(1);
            Assert.Pass();
        }

        // hits Various.Retried: retry retry-first retry-second helper
        [Test, Retry(3)]
        public void Retried()
        {
            try
            {
                Subject.Retry();
            }
            catch (System.InvalidOperationException)
            {
                Assert.Fail("once more");
            }
        }

        // hits Various.Repeated: other helper
        [Test, Repeat(3)]
        public void Repeated()
        {
            Subject.Other(1);
        }
    }

    // hits Several`1.Test: generic
    [TestFixture(typeof(int))]
    [TestFixture(typeof(string))]
    public class Several<T>
    {
        [Test]
        public void Test()
        {
            Subject.Generic(default(T));
        }
    }

    // The arguments are a part of the names of its tests.
    // hits Sized.Has: other helper
    // hits Sized.Row: other helper
    [TestFixture(1)]
    [TestFixture(2)]
    public class Sized
    {
        private readonly int size;

        public Sized(int size)
        {
            this.size = size;
        }

        [Test]
        public void Has()
        {
            Subject.Other(size);
        }

        [TestCase(1)]
        [TestCase(2)]
        public void Row(int n)
        {
            Subject.Other(size + n);
        }
    }

    // hits QuietChild.Test: overridden
    [TestFixture]
    public class QuietChild : Bases.Quiet
    {
        public override void Test()
        {
            Subject.Overridden(1);
        }
    }

    // hits QuietOfNumbers.Test: overridden-base
    // hits QuietOfNumbers.TestAsync: now overridden
    [TestFixture]
    public class QuietOfNumbers : Bases.QuietOf<int>
    {
        public override async Task TestAsync()
        {
            await Subject.Now(1);
            Subject.Overridden(Make());
        }

        protected override int Make()
        {
            return 1;
        }
    }

    public class ThroughAttributes
    {
        // hits ThroughAttributes.Here: attribute-here
        [Here]
        public void Here()
        {
            Subject.AttributeHere(1);
        }

        // hits ThroughAttributes.Far: attribute-elsewhere
        [Bases.Far]
        public void Far()
        {
            Subject.AttributeElsewhere(1);
        }

        // hits ThroughAttributes.FarAsync: attribute-elsewhere wait-before wait-after helper
        [Bases.Far]
        public async Task FarAsync()
        {
            await Subject.Wait(1);
            Subject.AttributeElsewhere(1);
        }
    }

    public sealed class HereAttribute : TestAttribute
    {
    }
}

namespace Spaces
{
    [SetUpFixture]
    public class OfSpace
    {
        [OneTimeSetUp]
        public void Up()
        {
            Subject.CollectionUp();
        }

        [OneTimeTearDown]
        public void Down()
        {
            Subject.CollectionDown();
        }
    }

    public class InTogether
    {
        // hits InTogether.Test: in-collection collection-up collection-down
        [Test]
        public void Test()
        {
            Subject.InCollection(1);
        }
    }

    public class AlsoInTogether
    {
        // hits AlsoInTogether.Test: in-collection other helper collection-up collection-down
        [Test]
        public void Test()
        {
            Subject.InCollection(1);
            Subject.Other(1);
        }
    }

    public class LastInTogether
    {
        // hits LastInTogether.Test: in-collection sync helper collection-up collection-down
        [Test]
        public void Test()
        {
            Subject.InCollection(1);
            Subject.Sync(1);
        }
    }
}
