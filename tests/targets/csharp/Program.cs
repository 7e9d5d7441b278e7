// Runs every family of constructs in order. Deterministic; exit code 0.

using System;
using System.Threading.Tasks;

namespace CSharpTargets;

internal static class Program
{
    private static async Task<int> Main()
    { //D: hit
        Lines.Run(); //: hit x1
        Layouts.Run(); //: hit x1
        await Reused.Run(); //: hit x1
        await Followed.Run(); //: hit x1
        Faults.Run(); //: hit x1
        Catches.Run(); //: hit x1
        Conditions.Run(); //: hit x1
        Words.Run(); //: hit x1
        Loops.Run(); //: hit x1
        Switches.Run(); //: hit x1
        SwitchExpressions.Run(); //: hit x1
        Patterns.Run(); //: hit x1
        Iterators.Run(); //: hit x1
        Lambdas.Run(); //: hit x1
        Generics.Run(); //: hit x1
        Members.Run(); //: hit x1
        Records.Run(); //: hit x1
        Initialisers.Run(); //: hit x1
        Excluded.Run(); //: hit x1
        Unreached.Run(); //: hit x1
        await DoesNotReturn.Run(); //: hit x1
        await Unreachable.Run(); //: hit x1
        await Asynchronous.Run(); //: hit x1
        await AsyncStreams.Run(); //: hit x1
        Dynamic.Run(); //: hit x1
        Threads.Run(); //: hit x1
        CSharp14.Run(); //: hit x1
        SwitchOperands.Run(); //: hit x1
        Handlers.Run(); //: hit x1
        Memory.Run(); //: hit x1
        Arithmetic.Run(); //: hit x1
        Inheritance.Run(); //: hit x1
        MorePatterns.Run(); //: hit x1
        MoreRecords.Run(); //: hit x1
        MoreLambdas.Run(); //: hit x1
        MoreSwitches.Run(); //: hit x1
        await MoreAsync.Run(); //: hit x1
        Filters.Run(); //: hit x1
        Negations.Run(); //: hit x1
        Receivers.Run(); //: hit x1
        Orders.Run(); //: hit x1
        Control.Run(); //: hit x1
        Shapes.Run(); //: hit x1
        Modern.Run(); //: hit x1
        await Everyday.Run(); //: hit x1
        await Flows.Run(); //: hit x1
        await Guards.Run(); //: hit x1
        await Services.Run(); //: hit x1
        await ConditionalOperands.Run(); //: hit x1
        await ConditionalArguments.Run(); //: hit x1
        await ManyVariables.Run(); //: hit x1
        await ArmsThatWait.Run(); //: hit x1
        BeforeSwitches.Run(); //: hit x1
        await AwaitedSwitches.Run(); //: hit x1
        InBodies.Run(); //: hit x1
        StateLoops.Run(); //: hit x1
        Parsing.Run(); //: hit x1
        Styles.Run(); //: hit x1
        LoneLabels.Run(); //: hit x1
        SharedWhens.Run(); //: hit x1
        CopiedTests.Run(); //: hit x1
        await PartsOfTexts.Run(); //: hit x1
        await LabelConditions.Run(); //: hit x1
        await Spills.Run(); //: hit x1
        Nested.Run(); //: hit x1
        await Pipelines.Run(); //: hit x1
        Machines.Run(); //: hit x1
        await Exotics.Run(); //: hit x1
        await TruthValues.Run(); //: hit x1
        await NestedArms.Run(); //: hit x1
        Checkout.Run(); //: hit x1
        await Jobs.Run(); //: hit x1
        await Oneliners.Run(); //: hit x1
        await Nullables.Run(); //: hit x1
        await Expressions.Run(); //: hit x1
        Formulas.Run(); //: hit x1
        Visitors.Run(); //: hit x1
        await OrPatterns.Run(); //: hit x1
        await Endpoints.Run(); //: hit x1
        await KeptOperands.Run(); //: hit x1
        await LambdaEnds.Run(); //: hit x1
        await Feeds.Run(); //: hit x1
        await KeptValues.Run(); //: hit x1
        await Spans14.Run(); //: hit x1
        await Fourteen.Shop14.Run(); //: hit x1
        await Async14.Run(); //: hit x1
        await Relays.Run(); //: hit x1
        await ChosenPatterns.Run(); //: hit x1
        Invoices.Run(); //: hit x1
        Formulae.Run(); //: hit x1
        await Middleware.Run(); //: hit x1
        Ledgers.Run(); //: hit x1
        await Expiries.Run(); //: hit x1
        Grids.Run(); //: hit x1
        await Theories.Run(); //: hit x1
        Optionals.Run(); //: hit x1
        Catalogues.Run(); //: hit x1
        await Resources.Run(); //: hit x1
        Texts.Run(); //: hit x1
        Sources.Run(); //: hit x1
        await Conversions.Run(); //: hit x1
        await AskedAgain.Run(); //: hit x1
        Shipments.Run(); //: hit x1
        await LabelTests.Run(); //: hit x1
        Elements.Run(); //: hit x1
        Scanners.Run(); //: hit x1
        Ordered.Run(); //: hit x1
        Grammars.Run(); //: hit x1
        Leaves.Run(); //: hit x1
        await SharedLabels.Run(); //: hit x1
        await LastWaits.Run(); //: hit x1
        await CapturedDisposals.Run(); //: hit x1
        SpanLabels.Run(); //: hit x1
        WaysOut.Run(); //: hit x1
        BesideLambdas.Run(); //: hit x1
        await LeftOut.Run(); //: hit x1
        await HiddenCode.Run(); //: hit x1
        await CapturedSwitches.Run(); //: hit x1
        await UnreachedEnds.Run(); //: hit x1
        await StreamEnds.Run(); //: hit x1
        await FinallySwitches.Run(); //: hit x1
        NotCompiled.Run(); //: hit x1
        Console.WriteLine("done"); //: hit x1
        return 0; //: hit x1
    } //: hit //AR: none
}
