' Boolean? and its operators; queries that end with a lambda.

Imports System.Linq

Friend Module LiftedBooleans

    Private asked As Integer

    Public Sub Run() 'D: hit
        Operators(True, Nothing) ': hit x1
        Operators(False, True) ': hit x1
        Halves(True, True, 5) ': hit x1
        Halves(True, False, 5) ': hit x1
        RightValues(2, 3) ': hit x1
        RightValues(2, 4) ': hit x1
        Evaluated() ': hit x1
        ShortCircuits() ': hit x1
        InConditions(True, Nothing) ': hit x1
        InConditions(False, True) ': hit x1
        WrittenOut(True) ': hit x1
        NeverAsked({1, 2}) ': hit x1
        AskedOnce({1, 2}) ': hit x1
    End Sub ': hit

    Private Function Say(value As Boolean?) As Boolean? 'D: hit
        asked += 1 ': hit
        Return value ': hit
    End Function ': hit

    '- And, Or, Xor and Not on Boolean?: operators, no decisions
    Private Sub Operators(a As Boolean?, b As Boolean?) 'D: hit
        Dim both = a And b ': hit x2
        Dim any = a Or b ': hit x2
        Dim one = a Xor b ': hit x2
        Dim no = Not a ': hit x2
        Use({both, any, one, no}.Length) ': hit x2
    End Sub ': hit

    '- And, Or, Xor of Boolean and Boolean?: operators, no decisions
    Private Sub Halves(flag As Boolean, c As Boolean?, i As Integer) 'D: hit
        Dim left = flag And c ': hit x2
        Dim right = c And flag ': hit x2
        Dim any = flag Or c ': hit x2
        Dim other = c Or Not flag ': hit x2
        Dim one = flag Xor c ': hit x2
        Dim asks = Say(c) And flag ': hit x2
        Dim told = flag Or Say(c) ': hit x2
        Dim compared = (i > 3) And c ': hit x2
        Dim later = flag AndAlso Say(c) ': part 1/2 x2
        Dim chosen = If(flag, c, True) ': part 1/2 x2
        Use({left, right, any, other, one, asks, told, compared, later, chosen}.Length) ': hit x2
        If flag And c Then ': hit 2/2 x2
            Use(1) ': hit x1
        End If 'D: hit
        If c Or Not flag Then ': hit 2/2 x2
            Use(1) ': hit x1
        End If 'D: hit
        If flag AndAlso c Then ': part 1/2 2/2 x2
            Use(1) ': hit x1
        End If 'D: hit
    End Sub ': hit

    '- operators with the nullable value at the right
    Private Sub RightValues(i As Integer, n As Integer?) 'D: hit
        Dim sum = 1 + n ': hit x2
        Dim product = i * n ': hit x2
        Dim more = i > n ': hit x2
        Dim both = (i * 2) - (n * 3) ': hit x2
        Use({sum, product, both}.Length) ': hit x2
        Use({more}.Length) ': hit x2
        If i > n Then ': part 1/2 x2
            Use(1) ': miss
        End If 'D: hit
    End Sub ': hit

    '- And, Or on results of calls: both are evaluated
    Private Sub Evaluated() 'D: hit
        Dim both = Say(True) And Say(Nothing) ': hit x1
        Dim any = Say(False) Or Say(True) ': hit x1
        Use({both, any}.Length) ': hit x1
        If Say(True) And Say(False) Then ': part 1/2 x1
            Use(1) ': miss
        End If 'D: hit
    End Sub ': hit

    '- AndAlso, OrElse on results of calls: two operands, two arms each
    Private Sub ShortCircuits() 'D: hit
        Dim both = Say(False) AndAlso Say(True) ': part 1/2 0/2 x1
        Dim any = Say(Nothing) OrElse Say(True) ': part 1/2 1/2 x1
        Use({both, any}.Length) ': hit x1
        If Say(Nothing) AndAlso Say(True) Then ': part 1/2 1/2 x1
            Use(1) ': miss
        End If 'D: hit
        If Say(False) OrElse Say(True) Then ': part 1/2 1/2 x1
            Use(1) ': hit x1
        End If 'D: hit
        Dim mixed = Say(True) AndAlso asked > 3 ': part 1/2 1/2 x1
        Use({mixed}.Length) ': hit x1
    End Sub ': hit

    '- AndAlso, OrElse on variables of type Boolean? in a condition
    Private Sub InConditions(a As Boolean?, b As Boolean?) 'D: hit
        If a AndAlso b Then ': part 2/2 1/2 x2
            Use(1) ': miss
        End If 'D: hit
        If a OrElse b Then ': part 2/2 1/2 x2
            Use(1) ': hit x2
        End If 'D: hit
        If a And b Then ': part 1/2 x2
            Use(1) ': miss
        End If 'D: hit
    End Sub ': hit

    '- the same written out by hand: decisions
    Private Sub WrittenOut(a As Boolean?) 'D: hit
        Dim no = If(a.HasValue, Not a.Value, a) ': part 1/2 x1
        Use(If(a.HasValue AndAlso a.Value, 1, 2)) ': part 1/2 1/2 x1
        If no.HasValue AndAlso no.Value Then ': part 1/2 1/2 x1
            Use(1) ': miss
        End If 'D: hit
    End Sub ': hit

    '- a query that is never asked: its parts did not run
    Private Sub NeverAsked(numbers As Integer()) 'D: hit
        Dim query = ': hit x1
            From n In numbers ': hit x1
            Where n > 1 ': hit
            Order By n ': hit
            Select n * 10 ': hit
        Use(query.GetHashCode() Mod 1) ': hit x1
    End Sub ': hit

    '- the same, asked
    Private Sub AskedOnce(numbers As Integer()) 'D: hit
        Dim query = From n In numbers ': hit x1
                    Where n > 1 ': hit x2
                    Select n * 10 ': hit x1
        Use(query.Sum()) ': hit x1
    End Sub ': hit

End Module
