Option Strict Off
' Decisions of every kind: operators, nullable values, late binding, On Error, queries, XML.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Xml.Linq
Imports Microsoft.VisualBasic

Public Class Item
    Public Property Name As String
    Public Property Price As Decimal?
    Public Property Tags As List(Of String)
    Public Property Parent As Item
End Class

Partial Public Class Builder
    Partial Private Sub OnStart(name As String)
    End Sub

    Partial Private Sub OnEnd(name As String)
    End Sub

    Public Function Build(name As String) As String 'D: hit
        OnStart(name) ': hit x1
        OnEnd(name) ': none
        Return name ': hit x1
    End Function ': hit
End Class

Partial Public Class Builder
    Private Sub OnStart(name As String) 'D: hit
        If name Is Nothing Then Throw New ArgumentNullException(NameOf(name)) ': part 1/2 x1
    End Sub ': hit
End Class

Module ProgramRules

    '- If() with three and two operands in each other, with ?. and ?()
    Private Function Label(item As Item) As String 'D: hit
        Dim name = If(item?.Name, "none") ': hit 2/2 2/2
        Dim parent = If(item?.Parent?.Name, If(item Is Nothing, "-", "top")) ': hit 2/2 2/2 2/2 2/2
        Dim first = item?.Tags?(0) ': hit 2/2 2/2
        Dim price = If(item?.Price, 0D) ': hit 2/2
        Return name & parent & first & price.ToString() & If(price > 5D, If(price > 50D, "!!", "!"), "") ': part 2/2 1/2
    End Function ': hit

    '- AndAlso, OrElse, And, Or, Xor, Not: as conditions, values, arguments
    Private Function Logic(a As Integer, b As Integer, text As String) As Integer 'D: hit
        Dim result = 0 ': hit x3
        If (a > 0 And b > 0) OrElse (a < 0 And b < 0) Then result += 1 ': part 2/2 1/2 x3
        If Not (a > 0 OrElse b > 0) AndAlso text IsNot Nothing Then result += 2 ': part 2/2 1/2 1/2 x3
        Dim either = a = 1 Xor b = 1 ': hit x3
        Dim chained = a > 0 AndAlso b > 0 AndAlso a + b > 3 ': part 2/2 1/2 2/2 x3
        If either Or chained Then result += 4 ': hit 2/2 x3
        If text?.Length > 1 AndAlso a > 5 Then result += 8 ': part 2/2 2/2 1/2 x3
        result += CInt(Math.Sign(If(Yes() AndAlso a <> 2, 1, -1))) ': part 1/2 2/2 x3
        Return result ': hit x3
    End Function ': hit

    '- nullable values in conditions
    Private Function Lifted(a As Integer?, b As Integer?) As String 'D: hit
        Dim text = "" ': hit x3
        If a.HasValue AndAlso b.HasValue AndAlso a.Value > b.Value Then text &= "1" ': part 2/2 1/2 1/2 x3
        If a = b Then text &= "2" Else text &= "3" ': part 1/2 x3
        If a Is Nothing Then text &= "4" ': hit 2/2 x3
        If a >= 5 Then ': hit 2/2 x3
            text &= "5" ': hit x1
        ElseIf b <= 5 Then ': hit 2/2 x2
            text &= "6" ': hit x1
        End If ': hit
        Dim sum = a + b ': hit x3
        text &= If(sum, -1).ToString() & If(a.HasValue, "v", "n") ': hit 2/2
        Select Case If(a, b) ': hit 2/2 x3
            Case 5 ': hit 2/2
                text &= "7" ': hit x1
            Case Is < 3 ': hit 2/2
                text &= "8" ': hit x1
        End Select 'D: hit
        Return text ': hit x3
    End Function ': hit

    '- Select Case of late bound values and of Boolean conditions with commas
    Private Function Late(value As Object) As String 'D: hit
        If TypeOf value Is Integer AndAlso value = 5 Then Return "five" ': part 2/2 1/2 x4
        Select Case value ': hit x3
            Case "a", "b" ': part 2/2 1/2 x3
                Return "letter" ': hit x1
            Case "m" To "p" ': part 1/2 2/2 x2
                Return "number" ': hit x1
        End Select 'D: hit
        Return value.GetType().Name ': hit x1
    End Function ': hit

    Private Function Grade(points As Integer, bonus As Boolean) As Char 'D: hit
        Select Case True ': hit x3
            Case points < 0, points > 100 ': part 1/2 1/2 x3
                Throw New ArgumentException() ': miss
            Case points > 90, bonus AndAlso points > 80 ': part 1/2 2/2 2/2 2/2
                Return "A"c ': hit x1
            Case Not bonus AndAlso points > 50 ': part 2/2 1/2 2/2
                Return "B"c ': hit x1
            Case Else
                Return "C"c ': hit x1
        End Select
    End Function ': hit

    '- On Error GoTo with Select Case on Err, and Resume to a label
    Private Function Parse(text As String) As Integer 'D: hit
        Dim tries = 0 ': hit
        On Error GoTo Failed ': hit
Again: 'D: hit
        tries += 1 ': hit
        If tries > 2 Then Return -1 ': part 1/2
        Return CInt(text) \ Len(text) ': hit
Failed: 'D: hit
        Select Case Err.Number ': part 1/3
            Case 13 'D: hit
                text = "12" ': hit
                Resume Again ': hit
            Case 11 'D: miss
                Resume Next ': miss
            Case Else 'D: miss
                Return -2 ': miss
        End Select 'D: miss
    End Function ': hit

    Private Function Quiet(values As Integer()) As Integer 'D: hit
        On Error Resume Next ': hit
        Dim sum = 0 ': hit
        sum = values(0) ': hit
        sum += values(5) ': hit
        If Err.Number <> 0 Then sum += 100 ': part 1/2
        Err.Clear() ': hit
        Return sum ': hit
    End Function ': hit

    '- queries: Where, Let, Order By, Group Join, Aggregate, Take While, From From
    Private Function Queries(items As List(Of Item)) As String 'D: hit
        Dim cheap = From item In items ': hit
                    Where item.Price.HasValue AndAlso item.Price.Value < 10D ': hit 2/2 2/2
                    Let shown = If(item.Name.Length > 3, item.Name.Substring(0, 3), item.Name) ': part 1/2
                    Order By shown, item.Price Descending ': hit
                    Select shown & "-" & item.Price.ToString() ': hit
        Dim grouped = From item In items ': hit
                      Group By Key = If(item.Price Is Nothing, "free", "paid") ': hit 2/2
                      Into Members = Group, Total = Sum(If(item.Price, 0D)), Any(item.Price.HasValue) ': hit
                      Order By Key ': hit
        Dim joined = From item In items ': hit
                     Group Join other In items On item.Name Equals other.Parent?.Name Into Children = Group ': hit 2/2
                     Where Children.Any(Function(c) c.Price > 1D OrElse c.Name = "z") ': part 2/2 1/2
                     Select item.Name ': hit
        Dim flat = From item In items Where item.Tags IsNot Nothing ': hit
                   From tag In item.Tags Take While tag <> "stop" ': hit
                   Select tag Distinct ': hit
        Dim text = "" ': hit x1
        For Each g In grouped ': hit 2/2 x1
            text &= g.Key & g.Members.Count() & g.Total & g.Any ': hit x2
        Next 'D: hit
        Dim most = Aggregate item In items Where item.Price > 2D Into Count(), Max(item.Price) ': hit
        Return String.Join(",", cheap) & text & String.Join(",", joined) & String.Join(",", flat) & most.Count ': hit x1
    End Function ': hit

    '- lambdas: of one line, several lines, nested, with ByRef, as events
    Private Function Lambdas(limit As Integer) As Integer 'D: hit
        Dim clamp = Function(n As Integer) If(n > limit, limit, If(n < 0, 0, n)) ': part 2/2 1/2
        Dim walk As Func(Of Integer, Integer) = ': hit
            Function(n) ': hit
                Dim steps = 0 ': hit x1
                Do Until n = 1 ': hit 2/2
                    If n Mod 2 = 0 Then n \= 2 Else n = 3 * n + 1 ': hit 2/2
                    steps += 1 ': hit
                Loop 'D: hit
                Return steps ': hit x1
            End Function ': hit
        Dim all As New List(Of Action) ': hit x1
        For Each n In {1, 2, 3} ': hit 2/2 x1
            all.Add(Sub() ': hit
                        If n = 2 Then Return ': hit 2/2 x3
                        Eat(n) ': hit x2
                    End Sub) ': hit
        Next 'D: hit
        all.ForEach(Sub(a) a()) ': hit
        Dim check As Predicate(Of Integer) = Function(n) n > 1 AndAlso n < 5 ': part 1/2 1/2
        Return clamp(5) + clamp(50) + walk(6) + If(check(3), 1, 0) 'D: part 1/2 x1 'R: hit x1
    End Function ': hit

    '- XML: literals with holes, conditions, loops over descendants
    Private Function Xml(items As List(Of Item)) As Integer 'D: hit
        Dim tree = <items count=<%= items.Count %>> ': hit
                       <%= From item In items ': hit
                           Where item.Name <> "z" ': hit
                           Select <item name=<%= item.Name %> price=<%= If(item.Price.HasValue, item.Price.ToString(), Nothing) %>/> ': part 1/2
                       %> ': hit
                       <!-- end --> ': hit
                   </items> ': hit
        Dim count = 0 ': hit x1
        For Each item In tree...<item> ': hit 2/2 x1
            If item.@price IsNot Nothing AndAlso CDec(item.@price) > 2D Then count += 1 ': part 1/2 1/2
        Next 'D: hit
        Return count + tree.@count.Length ': hit x1
    End Function ': hit

    '- ReDim in a loop, Static with an initialiser, arrays grown
    Private Function Grow(count As Integer) As Integer 'D: hit
        Static calls As Integer = 10 ': hit
        calls += 1 ': hit x2
        Dim data(0) As Integer ': hit x2
        For i = 0 To count - 1 ': hit 2/2 x2
            If i > UBound(data) Then ReDim Preserve data(i * 2) ': hit 2/2
            data(i) = If(i = 0, 1, data(i - 1) * 2) ': hit 2/2
        Next ': hit
        Return data(count - 1) + calls ': hit x2
    End Function ': hit

    Public Sub Run() 'D: hit
        Dim root As New Item With {.Name = "root", .Price = 60D, .Tags = New List(Of String) From {"a", "b"}} ': hit x1
        Dim leaf As New Item With {.Name = "l", .Price = 5D, .Parent = root} ': hit x1
        Dim free As New Item With {.Name = "z", .Parent = leaf} ': hit x1
        Dim items As New List(Of Item) From {root, leaf, free} ': hit x1
        Eat(Label(Nothing) & Label(leaf) & Label(root)) ': hit x1
        Eat(Logic(1, 1, "abc") + Logic(2, 2, Nothing) + Logic(-1, -1, "a")) ': hit x1
        Eat(Lifted(5, 9) & Lifted(Nothing, 4) & Lifted(1, 7)) ': hit x1
        Eat(Late(5) & Late("a") & Late("n") & Late("z")) ': hit x1
        Eat(Grade(85, True) & Grade(60, False) & Grade(30, True)) ': hit x1
        Eat(Parse("12") + Parse("x")) ': hit x1
        Eat(Quiet({1, 2})) ': hit x1
        Eat(Queries(items)) ': hit x1
        Eat(Lambdas(10)) ': hit x1
        Eat(Xml(items)) ': hit x1
        Eat(Grow(1) + Grow(3)) ': hit x1
        Eat(New Builder().Build("b")) ': hit x1
    End Sub ': hit

End Module
