' A depot: rare shapes together.

Option Strict Off

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Threading.Tasks
Imports System.Xml.Linq

Public Structure Weight
    Public ReadOnly Grams As Integer

    Public Sub New(grams As Integer) ': hit
        Me.Grams = grams ': hit
    End Sub ': hit

    '- operators, with conditions
    Public Shared Operator +(a As Weight, b As Weight) As Weight 'D: hit
        Return New Weight(a.Grams + b.Grams) ': hit x2
    End Operator ': hit

    Public Shared Operator <(a As Weight, b As Weight) As Boolean 'D: hit
        Return a.Grams < b.Grams ': hit
    End Operator ': hit

    Public Shared Operator >(a As Weight, b As Weight) As Boolean 'D: miss
        Return a.Grams > b.Grams ': miss
    End Operator ': miss

    Public Shared Operator IsTrue(a As Weight) As Boolean 'D: hit
        Return a.Grams > 0 ': hit
    End Operator ': hit

    Public Shared Operator IsFalse(a As Weight) As Boolean 'D: hit
        Return a.Grams = 0 ': hit
    End Operator ': hit

    Public Shared Operator And(a As Weight, b As Weight) As Weight 'D: hit
        If a.Grams < b.Grams Then Return a ': part 1/2
        Return b ': miss
    End Operator ': hit

    Public Shared Narrowing Operator CType(a As Weight) As Integer 'D: hit
        Return a.Grams ': hit x1
    End Operator ': hit
End Structure

Public Class Shelf
    Public Event Full(sender As Shelf, count As Integer)
    Public Event Cleared As EventHandler
    Private ReadOnly items As New List(Of String) ': hit

    Default Public Property Item(index As Integer) As String
        Get 'D: hit
            If index < 0 OrElse index >= items.Count Then Return Nothing ': hit 2/2 2/2 x3
            Return items(index) ': hit x1
        End Get ': hit
        Set(value As String) 'D: hit
            If index = items.Count Then ': hit 2/2 x4
                items.Add(value) ': hit x3
            Else 'D: hit
                items(index) = value ': hit x1
            End If ': hit
            If items.Count = 2 Then RaiseEvent Full(Me, items.Count) ': hit 2/2 x4
        End Set ': hit
    End Property

    Public Sub Clear() 'D: hit
        items.Clear() ': hit x1
        RaiseEvent Cleared(Me, EventArgs.Empty) ': hit x1
    End Sub ': hit

    Public Function Find(name As String, Optional ByRef position As Integer = -1) As Boolean 'D: hit
        position = items.IndexOf(name) ': hit x3
        Return position >= 0 AndAlso items(position).Length > 0 ': part 2/2 1/2 x3
    End Function ': hit
End Class

Public Class Keeper
    Private WithEvents shelf_ As Shelf
    Private ReadOnly log As New List(Of String) ': hit

    Public Sub New(shelf As Shelf) ': hit
        shelf_ = shelf ': hit x1
        AddHandler shelf.Cleared, Sub(s, e) ': hit x1
                                      If s Is shelf_ Then log.Add("cleared") ': part 1/2 x1
                                  End Sub ': hit
    End Sub ': hit

    Private Sub OnFull(sender As Shelf, count As Integer) Handles shelf_.Full 'D: hit
        log.Add("full " & count) ': hit x2
    End Sub ': hit

    Public ReadOnly Property Count As Integer
        Get 'D: hit
            Return log.Count ': hit x1
        End Get ': hit
    End Property
End Class

Module ProgramDepot

    '- Select Case with ranges, Is, several, strings, over an expression, nested, in a loop with Exit
    Private Function Grade(value As Integer, name As String) As String 'D: hit
        Select Case value ': hit x4
            Case Is < 0 ': part 1/2
                Return "negative" ': miss
            Case 0 To 5, 8 ': part 1/2 2/2 1/2
                Select Case name ': hit 3/3 x3
                    Case "a", "b" : Return "ab" ': hit x2
                    Case Else : Return "x" ': hit x1
                End Select
            Case 10 To 20 ': part 1/2 1/2
                Return "middle" ': hit x1
        End Select 'D: miss
        Return "none" ': miss
    End Function ': hit

    Private Function Walk(values As Integer()) As Integer 'D: hit
        Dim sum = 0 ': hit x1
        For i = values.Length - 1 To 0 Step -1 ': part 1/2
            Select Case True ': hit
                Case values(i) = 0 : Continue For ': hit 2/2
                Case values(i) > 50 AndAlso sum > 0 : Exit For ': part 2/2 1/2 2/2
                Case Else : sum += values(i) ': hit
            End Select 'D: hit
        Next ': hit
        Return sum ': hit x1
    End Function ': hit

    '- Try with When, nested in a loop, Exit Try, Retry by GoTo
    Private Function Attempt(work As Func(Of Integer, Integer)) As Integer 'D: hit
        Dim tries = 0 ': hit x2
Again: 'D: hit
        tries += 1 ': hit x3
        Try 'D: hit
            If tries > 5 Then Exit Try ': part 1/2
            Return work(tries) ': hit x3
        Catch ex As InvalidOperationException When tries < 2 AndAlso ex.Message <> "" ': part 1/2 1/2
            GoTo Again ': hit x1
        Catch ex As Exception When Note(ex) ': part 1/2
            Return -1 ': miss
        Catch 'D: hit
            Return -2 ': hit x1
        Finally 'D: hit
            If tries > 1 Then tries += 10 ': hit 2/2 x3
        End Try 'D: miss
        Return 0 ': miss
    End Function ': hit

    Private Function Note(ex As Exception) As Boolean 'D: hit
        Return False ': hit x1
    End Function ': hit

    '- Async and Iterator lambdas, with conditions
    Private Function Lambdas(limit As Integer) As Integer 'D: hit
        Dim load = Async Function(n As Integer) ': hit
                       Await Task.Yield() ': hit
                       If n > limit Then Return Nothing ': hit 2/2
                       Return "n" & n ': hit
                   End Function ': hit
        Dim counted = Iterator Function() As IEnumerable(Of Integer) ': hit x1
                          For i = 1 To limit ': hit 2/2
                              If i Mod 2 = 0 Then Yield i ': hit 2/2
                          Next ': hit
                      End Function ': hit
        Dim fire = Async Sub() Await Task.CompletedTask ': hit
        fire() ': hit x1
        Dim texts = {1, 9}.Select(Function(n) load(n).Result).ToList() ': hit x2
        Return If(texts(1)?.Length, counted().Sum()) + If(texts(0)?.Length, 0) ': part 1/2 1/2 x1
    End Function ': hit

    '- queries: Aggregate, Group Join, Skip While, Take While, Let with If
    Private Function Queries(values As IEnumerable(Of Integer)) As Integer 'D: hit
        Dim total = Aggregate v In values Where v > 2 Into Sum(v * 2) ': hit
        Dim shaped = From v In values Skip While v < 2 Take While v < 9 ': hit
                     Let kind = If(v Mod 2 = 0, "even", "odd") ': hit 2/2
                     Where kind <> "" OrElse v > 3 ': part 1/2 0/2
                     Group v By kind Into g = Group, All(v < 100) ': hit
                     Order By kind ': hit
        Dim joined = From v In values Group Join w In {2, 3, 3} On v Equals w Into ws = Group ': hit
                     Where ws.Any() ': hit
                     Select v * ws.Count() ': hit
        Return total + shaped.Count() + joined.Sum() ': hit x1
    End Function ': hit

    '- late binding, With, Static, Like, Is, TypeOf, XML
    Private Function Late(thing As Object, other As Object) As Integer 'D: hit
        Static calls As Integer = 5 ': hit
        calls += 1 ': hit x2
        If thing.Length > other Then ': hit 2/2 x2
            Return calls ': hit x1
        ElseIf TypeOf thing Is String AndAlso thing Like "a*" Then ': part 1/2 1/2 x1
            With New List(Of Object) From {thing, other} ': hit x1
                .Add(If(.Count > 1, .Item(0), Nothing)) ': part 1/2 x1
                Return .Count + If(.Item(2) = thing, 10, 0) ': part 1/2 x1
            End With 'R: none
        End If
        Return 0 ': miss
    End Function ': hit

    Private Function Markup(names As String()) As String 'D: hit
        Dim tree = <shelf count=<%= names.Length %>> ': part 1/2 x1
                       <%= If(names.Length > 1, <many/>, Nothing) %> ': hit
                       <%= From n In names Where n <> "" Select <item><%= n %></item> %> ': hit 
                   </shelf> ': hit
        Return tree.@count & tree...<item>.Value & If(tree.<none>.Value, "?") ': part 1/2 x1
    End Function ': hit

    '- SyncLock, Using with several, loops with conditions at the end
    Private Function Guarded(gate As Object) As Integer 'D: hit
        Dim n = 0 ': hit x1
        Do 'D: hit
            SyncLock gate ': hit x3
                n += 1 ': hit x3
                If n = 2 Then Continue Do ': hit 2/2 x3
            End SyncLock ': hit
            Using a As New IO.StringReader("a"), b As New IO.StringReader("") ': hit x2
                If a.Read() > b.Read() AndAlso n > 100 Then Return -1 ': part 1/2 1/2 x2
            End Using ': hit
        Loop Until n > 2 OrElse gate Is Nothing ': part 2/2 1/2
        While n > 0 Xor n < -5 ': hit 2/2
            n -= 2 ': hit x2
        End While 'D: hit
        Return n ': hit x1
    End Function ': hit

    Public Sub Run() 'D: hit
        Dim a = New Weight(5) ': hit x1
        Dim b = New Weight(7) ': hit x1
        Dim total = a + b + a ': hit x1
        Eat(If(a < b, 1, 2)) ': part 1/2 x1
        If a AndAlso b Then Eat(1) ': part 1/2 1/2 x1
        Eat(CInt(total)) ': hit x1
        Dim shelf As New Shelf() ': hit x1
        Dim keeper As New Keeper(shelf) ': hit x1
        shelf(0) = "a" ': hit x1
        shelf(1) = "b" ': hit x1
        shelf(0) = "c" ': hit x1
        shelf(2) = "d" ': hit x1
        Eat(shelf(-1) & shelf(9) & shelf(2)) ': hit x1
        Dim at = 0 ': hit x1
        Eat(shelf.Find("c") OrElse shelf.Find("zz", at)) ': part 1/2 0/2
        Eat(shelf.Find("zz", at) OrElse shelf.Find("d", at)) ': part 1/2 1/2
        shelf.Clear() ': hit x1
        Eat(keeper.Count) ': hit x1
        Eat(Grade(1, "a") & Grade(5, "b") & Grade(3, "c") & Grade(15, "")) ': hit x1
        Eat(Walk({1, 60, 0, 5})) ': hit x1
        Eat(Attempt(Function(n) If(n = 1, Fail(New InvalidOperationException("x")), 5))) ': hit 2/2
        Eat(Attempt(Function(n) Fail(New ArgumentException("y")))) ': hit
        Eat(Lambdas(4)) ': hit x1
        Eat(Queries({1, 2, 3, 4, 12})) ': hit x1
        Eat(Late("abc", 2) + Late("abc", 3)) ': hit x1
        Eat(Markup({"a", "", "b"})) ': hit x1
        Eat(Guarded(New Object())) ': hit x1
    End Sub ': hit

    Private Function Fail(ex As Exception) As Integer 'D: hit
        Throw ex ': hit x2
    End Function

End Module
