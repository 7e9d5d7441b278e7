Option Strict Off

' Nullable values in conditions, and values of Object.

Imports System
Imports System.Collections.Generic
Imports System.Linq

Public Module NullableConditions

    Public Sub Run() 'D: hit
        Say(Compare(5, 3)) ': hit x1
        Say(Compare(Nothing, 3)) ': hit x1
        Say(Negate(5)) ': hit x1
        Say(Chosen(2)) ': hit x1
        Say(Loops(3)) ': hit x1
        Say(Booleans(True)) ': hit x1
        Say(Objects(True, 0)) ': hit x1
        Say(Structures(New Date(2024, 1, 1))) ': hit x1
        Say(Coalesce(Nothing, Nothing)) ': hit x1
        Say(Members(Nothing)) ': hit x1
        Say(Enums(DayOfWeek.Friday)) ': hit x1
        Say(Sums({1, Nothing, 3})) ': hit x1
    End Sub ': hit

    '- comparisons of Integer? in If, ElseIf
    Private Function Compare(a As Integer?, b As Integer?) As String 'D: hit
        If a > b Then ': hit 2/2 x2
            Return "more" ': hit x1
        ElseIf a = b Then ': part 1/2 x1
            Return "same" ': miss
        ElseIf a Is Nothing Then ': part 1/2 x1
            Return "nothing" ': hit x1
        Else 'D: miss
            Return "less" ': miss
        End If
    End Function ': hit

    '- arithmetic on one value
    Private Function Negate(a As Integer?) As Integer 'D: hit
        Dim m = -a ': hit x1
        Dim n = Not a ': hit x1
        Dim p = a + 1 ': hit x1
        Dim q As Long? = a ': hit x1
        Dim r As Double? = a * 2.0 ': hit x1
        a += 1 ': hit x1
        Return m.Value + n.Value + p.Value + CInt(q.Value) + CInt(r.Value) + a.Value ': hit x1
    End Function ': hit

    '- Select Case on Integer?
    Private Function Chosen(a As Integer?) As Integer 'D: hit
        Select Case a ': hit x1
            Case 1 ': part 1/2 x1
                Return 10 ': miss
            Case 2 ': part 1/2 x1
                Return 20 ': hit x1
            Case Else
                Return 0 ': miss
        End Select
    End Function ': hit

    '- in loops
    Private Function Loops(a As Integer?) As Integer 'D: hit
        Dim rounds = 0 ': hit x1
        While a > 0 ': hit 2/2 x4
            a -= 1 ': hit x3
            rounds += 1 ': hit x3
        End While 'D: hit x3
        Do 'D: hit
            a += 1 ': hit x2
        Loop Until a = 2 ': hit 2/2 x2
        Return rounds ': hit x1
    End Function ': hit

    '- Boolean?
    Private Function Booleans(b As Boolean?) As Integer 'D: hit
        If b Then ': part 1/2 x1
            Return 1 ': hit x1
        End If 'D: miss
        If Not b Then Return 2 ': miss 0/2
        Return If(b, 3) ': miss 0/2
    End Function ': hit

    '- Object in conditions
    Private Function Objects(a As Object, b As Object) As Integer 'D: hit
        Dim n = 0 ': hit x1
        If a Then n += 1 ': part 1/2 x1
        If b Then n += 2 ': part 1/2 x1
        If a AndAlso b Then n += 4 ': part 1/2 1/2 x1
        If a OrElse b Then n += 8 ': part 1/2 0/2 x1
        If a And b Then n += 16 ': part 1/2 x1
        If Not b Then n += 32 ': part 1/2 x1
        While b < 2 ': hit 2/2 x3
            b += 1 ': hit x2
        End While 'D: hit x2
        Return n + b ': hit x1
    End Function ': hit

    '- Date?, Decimal?
    Private Function Structures(d As Date?) As String 'D: hit
        If d > #1/1/2020# Then ': part 1/2 x1
            Return d.Value.Year.ToString() ': hit x1
        End If 'D: miss
        Dim price As Decimal? = 2D ': miss
        If price <= 5D Then Return "cheap" ': miss 0/2
        Return "" ': miss
    End Function ': hit

    '- If() on nullable values
    Private Function Coalesce(a As Integer?, b As Integer?) As Integer 'D: hit
        Dim n = If(a, If(b, 5)) ': part 1/2 x1
        Dim m As Integer? = If(a, b) ': part 1/2 x1
        Return n + m.GetValueOrDefault(2) ': hit x1
    End Function ': hit

    '- ?. that makes a nullable value, compared
    Private Function Members(list As List(Of Integer)) As String 'D: hit
        If list?.Count > 0 Then Return "some" ': part 1/2 1/2 x1
        If list Is Nothing OrElse Not list.Any() Then Return "none" ': part 1/2 0/2 x1
        Return "?" ': miss
    End Function ': hit

    '- an enumeration compared
    Private Function Enums(d As DayOfWeek?) As Boolean 'D: hit
        Dim weekend = d = DayOfWeek.Saturday OrElse d = DayOfWeek.Sunday ': part 1/2 1/2 x1
        Return weekend.GetValueOrDefault() ': hit x1
    End Function ': hit

    '- a loop over nullable values
    Private Function Sums(values As Integer?()) As Integer 'D: hit
        Dim total = 0 ': hit x1
        For Each v In values ': hit 2/2 x1
            If v.HasValue AndAlso v.Value > 1 Then total += v.Value ': hit 2/2 2/2
        Next 'D: hit
        Return total ': hit x1
    End Function ': hit

End Module
