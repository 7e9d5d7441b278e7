' If, Select Case, If(), operators.

Imports System

Public Enum Level
    Low = 1
    Mid = 5
    High = 10
    Top = 100
End Enum

Public Module Conditions

    Public Sub Run() 'D: hit
        Say(Grade(95) & Grade(75) & Grade(10)) ': hit x1
        Say(Kind("cat") & Kind("Dog") & Kind("x")) ': hit x1
        Say(Range(5) + Range(15) + Range(-3) + Range(1000)) ': hit x1
        Say(Rank(Level.Mid) & Rank(Level.Top)) ': hit x1
        Say(Single1(3) + Single1(-3)) ': hit x1
        Say(Ternary(1, Nothing) + Ternary(-1, "abc")) ': hit x1
        Say(ShortCircuit(0, 1)) ': hit x1
        Say(ShortCircuit(5, 5)) ': hit x1
        Say(Bits(3, 5)) ': hit x1
        Say(Nested(1, 2) & Nested(2, 2) & Nested(3, 9)) ': hit x1
        Say(DayName(DayOfWeek.Sunday) & DayName(DayOfWeek.Tuesday)) ': hit x1
        Say(Triangle(3, 3, 3) & Triangle(3, 4, 5)) ': hit x1
        Say(Dates(New Date(2024, 2, 29))) ': hit x1
        Say(Letters("a"c) & Letters("m"c) & Letters("5"c)) ': hit x1
        Say(Strings("b") & Strings("zz")) ': hit x1
        Say(Decimals(1.5D) & Decimals(99D)) ': hit x1
        Say(Labels(2)) ': hit x1
        Say(Leap(2000) & Leap(1900) & Leap(2024)) ': hit x1
        Say(Objects(5) & Objects("s") & Objects(Nothing)) ': hit x1
        Say(Longs(5000000000L) & Longs(3L)) ': hit x1
        Say(Clamp(5, 0, 3) + Clamp(-5, 0, 3) + Clamp(2, 0, 3)) ': hit x1
    End Sub ': hit

    '- If ElseIf Else with values from each
    Private Function Grade(score As Integer) As String 'D: hit
        Dim result As String
        If score >= 90 Then ': hit 2/2 x3
            result = "A" ': hit x1
        ElseIf score >= 70 AndAlso score < 90 Then ': part 2/2 1/2 x2
            result = "B" ': hit x1
        ElseIf score >= 50 OrElse score < 0 Then ': part 1/2 1/2 x1
            result = "C" ': miss
        Else 'D: hit x1
            result = "F" ': hit x1
        End If ': hit
        Return result ': hit x3
    End Function ': hit

    '- strings in Select Case, several in one Case
    Private Function Kind(name As String) As String 'D: hit
        Select Case name.ToLower() ': part 3/6 x3
            Case "cat", "lion", "tiger" 'D: hit
                Return "feline" ': hit x1
            Case "dog", "wolf" 'D: hit
                Return "canine" ': hit x1
            Case Else 'D: hit
                Return "unknown" ': hit x1
        End Select
    End Function ': hit

    '- ranges, Is and lists
    Private Function Range(n As Integer) As Integer 'D: hit
        Select Case n ': hit x4
            Case Is < 0 ': hit 2/2 x4
                Return -1 ': hit x1
            Case 0 To 9 ': part 1/2 2/2 x3
                Return 1 ': hit x1
            Case 10, 15, 20 ': part 1/2 2/2 1/2 x2
                Return 2 ': hit x1
            Case Is > 500, 100 ': part 1/2 0/2 x1
                Return 3 ': hit x1
            Case Else
                Return 0 ': miss
        End Select
    End Function ': hit

    '- an enumeration far apart
    Private Function Rank(level As Level) As String 'D: hit
        Select Case level ': part 2/4 x2
            Case Level.Low 'D: miss
                Return "l" ': miss
            Case Level.Mid 'D: hit
                Return "m" ': hit x1
            Case Level.High 'D: miss
                Return "h" ': miss
            Case Else 'D: hit
                Return "t" ': hit x1
        End Select
    End Function ': hit

    '- If on one line, with and without Else
    Private Function Single1(n As Integer) As Integer 'D: hit
        Dim total = 0 ': hit x2
        If n > 0 Then total += 1 ': hit 2/2 x2
        If n > 100 Then total += 10 Else total += 20 ': part 1/2 x2
        If n < 0 Then Return -total Else total *= 2 ': hit 2/2 x2
        Return total ': hit x1
    End Function ': hit

    '- If() with three and with two operands
    Private Function Ternary(n As Integer, text As String) As Integer 'D: hit
        Dim sign = If(n > 0, 1, If(n < 0, -1, 0)) ': part 2/2 1/2 x2
        Dim value = If(text, "nothing") ': hit 2/2 x2
        Dim length = If(text?.Length, 0) ': hit 2/2 x2
        Return sign + value.Length + length ': hit x2
    End Function ': hit

    '- AndAlso, OrElse, stored, nested and negated
    Private Function ShortCircuit(a As Integer, b As Integer) As Boolean 'D: hit
        Dim safe = a <> 0 AndAlso b \ a = 1 ': part 2/2 1/2 x2
        Dim either = a = 0 OrElse b = 0 ': part 2/2 1/2 x2
        If Not safe AndAlso either Then ': part 2/2 1/2
            Return False ': hit x1
        End If 'D: hit
        Return safe OrElse Yes() ': part 1/2 0/2 x1
    End Function ': hit

    '- And, Or, Xor, Not, shifts on numbers and Booleans
    Private Function Bits(a As Integer, b As Integer) As Integer 'D: hit
        Dim both = a And b ': hit x1
        Dim any = a Or b ': hit x1
        Dim odd = a Xor b ': hit x1
        If (a And 1) = 1 And (b And 1) = 1 Then ': part 1/2 x1
            both <<= 2 ': hit x1
        End If 'D: hit
        If a > b Xor b > a Then any = Not any ': part 1/2 x1
        Return both + any + odd ': hit x1
    End Function ': hit

    '- Ifs in each other
    Private Function Nested(a As Integer, b As Integer) As String 'D: hit
        If a = b Then ': hit 2/2 x3
            If a > 10 Then ': part 1/2 x1
                Return "big" ': miss
            End If 'D: hit
            Return "same" ': hit x1
        Else 'D: hit
            If b - a > 5 Then ': hit 2/2 x2
                Return "far" ': hit x1
            Else 'D: hit
                Return "near" ': hit x1
            End If
        End If
    End Function ': hit

    '- labels that share a body
    Private Function DayName(d As DayOfWeek) As String 'D: hit
        Dim name = "" ': hit x2
        Select Case d ': part 2/4 x2
            Case DayOfWeek.Saturday, DayOfWeek.Sunday 'D: hit
                name = "weekend" ': hit x1
            Case DayOfWeek.Friday 'D: miss
                name = "nearly" ': miss
            Case Else 'D: hit
                name = "work" ': hit x1
        End Select 'D: hit
        Return name ': hit x2
    End Function ': hit

    '- three operands
    Private Function Triangle(a As Integer, b As Integer, c As Integer) As String 'D: hit
        If a <= 0 OrElse b <= 0 OrElse c <= 0 Then ': part 1/2 1/2 1/2 x2
            Throw New ArgumentException("side") ': miss
        ElseIf a = b AndAlso b = c Then ': part 2/2 1/2 x2
            Return "equilateral" ': hit x1
        ElseIf a = b OrElse b = c OrElse a = c Then ': part 1/2 1/2 1/2 x1
            Return "isosceles" ': miss
        End If
        Return "scalene" ': hit x1
    End Function ': hit

    '- dates
    Private Function Dates(d As Date) As String 'D: hit
        If d > #1/1/2020# AndAlso d.Month = 2 Then ': part 1/2 1/2 x1
            Return "feb" ': hit x1
        End If 'D: miss
        Return "no" ': miss
    End Function ': hit

    '- ranges of characters
    Private Function Letters(c As Char) As Integer 'D: hit
        Select Case c ': hit x3
            Case "a"c To "f"c ': hit 2/2 2/2 x3
                Return 1 ': hit x1
            Case "g"c To "z"c ': part 2/2 1/2 x2
                Return 2 ': hit x1
        End Select 'D: hit
        Return 3 ': hit x1
    End Function ': hit

    '- ranges of strings
    Private Function Strings(s As String) As Integer 'D: hit
        Select Case s ': hit x2
            Case "a" To "c" ': part 1/2 2/2 x2
                Return 1 ': hit x1
            Case Is > "x" ': part 1/2 x1
                Return 2 ': hit x1
        End Select 'D: miss
        Return 0 ': miss
    End Function ': hit

    '- Decimal
    Private Function Decimals(d As Decimal) As Integer 'D: hit
        Select Case d ': hit x2
            Case 1.5D ': hit 2/2 x2
                Return 1 ': hit x1
            Case Is >= 50D ': part 1/2 x1
                Return 2 ': hit x1
            Case Else
                Return 3 ': miss
        End Select
    End Function ': hit

    '- GoTo out of a Select Case
    Private Function Labels(n As Integer) As Integer 'D: hit
        Dim count = 0 ': hit x1
Top: 'D: hit
        count += 1 ': hit x2
        Select Case count ': part 2/4 x2
            Case 1 'D: hit
                GoTo Top 'D: hit
            Case 2 'D: hit
                GoTo Done 'D: hit
            Case 3 'D: miss
                count = 99 ': miss
        End Select 'D: miss
        count += n ': miss
Done: 'D: hit
        Return count ': hit x1
    End Function ': hit

    '- a condition over several lines
    Private Function Leap(year As Integer) As Boolean 'D: hit
        Return (year Mod 4 = 0 AndAlso ': part 1/2 2/2 2/2 x3
                year Mod 100 <> 0) OrElse ': hit
               year Mod 400 = 0 ': hit
    End Function ': hit

    '- TypeOf
    Private Function Objects(o As Object) As String 'D: hit
        If TypeOf o Is Integer Then ': hit 2/2 x3
            Return "int" ': hit x1
        ElseIf TypeOf o Is String AndAlso CStr(o).Length > 0 Then ': part 2/2 1/2 x2
            Return "text" ': hit x1
        ElseIf o Is Nothing Then ': part 1/2 x1
            Return "null" ': hit x1
        End If
        Return "?" ': miss
    End Function ': hit

    '- Long
    Private Function Longs(n As Long) As Integer 'D: hit
        Select Case n ': part 2/3 x2
            Case 3L 'D: hit
                Return 1 ': hit x1
            Case 5000000000L 'D: hit
                Return 2 ': hit x1
        End Select 'D: miss
        Return 0 ': miss
    End Function ': hit

    '- generic comparisons
    Private Function Clamp(Of T As IComparable(Of T))(value As T, low As T, high As T) As T 'D: hit
        If value.CompareTo(low) < 0 Then Return low ': hit 2/2 x3
        If value.CompareTo(high) > 0 Then Return high ': hit 2/2 x2
        Return value ': hit x1
    End Function ': hit

End Module
