' Runs all parts in order.

Public Module Program

    Private seen As Integer

    Public Function Main() As Integer 'D: hit
        Choices.Run() ': hit x1
        Repeats.Run() ': hit x1
        Guards.Run() ': hit x1
        Shapes.Run() ': hit x1
        Asks.Run() ': hit x1
        Tasks.Run() ': hit x1
        Extras.Run() ': hit x1
        Lifted.Run() ': hit x1
        Bank.Run() ': hit x1
        Words.Run() ': hit x1
        Rules.Run() ': hit x1
        Streams.Run() ': hit x1
        Stock.Run() ': hit x1
        Texts.Run() ': hit x1
        Plans.Run() ': hit x1
        Awaits.Run() ': hit x1
        Depot.Run() ': hit x1
        Lone.Run() ': hit x1
        Hoisted.Run() ': hit x1
        Leaving.Run() ': hit x1
        Bounds.Run() ': hit x1
        Unused.Run() ': hit x1
        Corners.Run() ': hit x1
        Return 0 ': hit x1
    End Function ': hit

    Public Function Yes() As Boolean 'D: hit
        Return True ': hit
    End Function ': hit

    Public Function No() As Boolean 'D: hit
        Return False ': hit
    End Function ': hit

    Public Sub Say(text As Object) 'D: hit
        System.Console.WriteLine(text) ': hit
    End Sub ': hit

    Public Function Keep(Of T)(value As T) As T 'D: hit
        Return value ': hit
    End Function ': hit

    Public Sub Eat(value As Object) 'D: hit
        seen += If(value Is Nothing, 0, 1) 'D: hit 2/2 'R: hit
    End Sub ': hit

End Module
