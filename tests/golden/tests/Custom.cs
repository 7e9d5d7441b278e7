// Attributes that another assembly derives.
using Xunit;

namespace Custom
{
    public class SlowFactAttribute : FactAttribute { }
    public class SlowerFactAttribute : SlowFactAttribute { }
    public class NoFactAttribute : System.Attribute { }
    [CollectionDefinition] public class Shared { }
}
