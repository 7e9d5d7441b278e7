' Statements in each other: Select Case, Try, Using, SyncLock, With, lambdas, GoTo, On Error.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Threading.Tasks

Module NestedStatements

    Private ReadOnly Gate As New Object() ': hit x1

    Private NotInheritable Class Held
        Implements IDisposable

        Public Property Name As String
        Public Property Size As Integer

        Public Sub Dispose() Implements IDisposable.Dispose 'D: hit
            Eat(Size) ': hit
        End Sub ': hit
    End Class

    Private Function Held1(size As Integer) As Held 'D: hit
        If size < 0 Then Return Nothing ': hit 2/2
        Return New Held With {.Size = size} ': hit
    End Function ': hit

    Private Sub Throws(value As Integer) 'D: hit
        If value = 2 Then Throw New InvalidOperationException() ': hit 2/2
        If value = 3 Then Throw New ArgumentException() ': hit 2/2
    End Sub ': hit

    '- Select Case with ranges and Is, in one with ranges, in one with constants
    Private Function Ranges(a As Integer, b As Integer) As Integer 'D: hit
        Dim n = 0 ': hit x4
        Select Case a ': part 2/4 x4
            Case 1 'D: hit
                Select Case b ': hit x3
                    Case 1 To 9 ': part 1/2 2/2 x3
                        Select Case b * 2 ': hit x1
                            Case Is < 4, Is > 16 ': part 1/2 1/2 x1
                                n = 1 ': miss
                            Case 4, 6 To 10 ': part 1/2 1/2 1/2 x1
                                n = 2 ': hit x1
                            Case Else
                                n = 3 ': miss
                        End Select 'D: hit
                    Case Is >= 100, 50 ': part 2/2 1/2 x2
                        n = 4 ': hit x2
                End Select 'D: hit 'R: hit
            Case 2 'D: miss
                n = 5 ': miss
            Case 3 'D: miss
                n = 6 ': miss
            Case Else 'D: hit
                Select Case b ': hit x1
                    Case Is <> 0 ': part 1/2 x1
                        n = 7 ': hit x1
                End Select 'D: hit
        End Select 'D: hit
        Return n ': hit x4
    End Function ': hit

    '- Select Case over strings in Select Case over strings, in a loop that they leave
    Private Function Texts(names As String()) As Integer 'D: hit
        Dim n = 0 ': hit x1
        For Each name In names ': part 1/2 x1
            Select Case name ': part 3/4 x3
                Case "a" 'D: hit
                    Select Case name & n ': part 1/3 x1
                        Case "a0" 'D: hit
                            n += 1 ': hit x1
                        Case "a1" 'D: miss
                            Exit For 'D: miss
                    End Select 'D: hit
                Case "b", "" 'D: hit
                    n += 10 ': hit x1
                Case Else 'D: hit
                    n += 100 ': hit x1
                    Exit For ': hit x1
            End Select 'D: hit
        Next 'D: hit
        Return n ': hit x1
    End Function ': hit

    '- Using over Nothing, of two resources, left by Exit For and Continue For
    Private Function Usings(sizes As Integer()) As Integer 'D: hit
        Dim n = 0 ': hit x1
        For Each size In sizes ': part 1/2 x1
            Using one = Held1(size), two = Held1(size - 1) ': hit x4
                If one Is Nothing Then Continue For ': hit 2/2 x4
                n += one.Size ': hit x3
                If two Is Nothing Then Continue For ': hit 2/2 x3
                If size = 5 Then Exit For ': hit 2/2 x2
                n += two.Size ': hit x1
            End Using ': hit
        Next 'D: hit
        Return n ': hit x1
    End Function ': hit

    '- SyncLock in Try with Catch When, in a loop
    Private Function Locks(values As Integer()) As Integer 'D: hit
        Dim n = 0 ': hit x1
        For Each value In values ': hit 2/2 x1
            Try 'D: hit x3
                SyncLock Gate ': hit x3
                    Throws(value) ': hit x3
                    n += value ': hit x1
                End SyncLock ': hit
            Catch e As InvalidOperationException When value > 5 OrElse n < 0 ': part 1/2 1/2 x1
                n += 100 ': miss
            Catch e As ArgumentException When value = 3 ': part 1/2 x1
                n += 1000 ': hit x1
            Catch When n > 0 AndAlso value = 2 ': part 1/2 1/2 x1
                n += 10000 ': hit x1
            End Try 'D: hit x3
        Next 'D: hit x3
        Return n ': hit x1
    End Function ': hit

    '- With on a value and on a variable, with If() in it
    Private Function Withs(it As Held, text As String) As Integer 'D: hit
        With New Held ': hit x2
            .Name = If(text, "none") ': hit 2/2 x2
            .Size = If(.Name Is text, 1, 2) ': hit 2/2 x2
            With it ': hit x2
                If .Size > 1 AndAlso text IsNot Nothing Then .Name = text ': part 2/2 1/2 x2
                .Size += 1 ': hit x2
            End With ': hit x2
            Return .Size ': hit x2
        End With
    End Function ': hit

    '- lambdas of several lines, in each other, with Return in each way
    Private Function Lambdas(values As IEnumerable(Of Integer)) As Integer 'D: hit
        Dim sign = Function(value As Integer) ': hit x3
                       Select Case value ': hit x3
                           Case Is < 0 ': hit 2/2 x3
                               Return -1 ': hit x1
                           Case 0 ': hit 2/2 x2
                               Return 0 ': hit x1
                       End Select 'D: hit
                       Return 1 ': hit x1
                   End Function ': hit
        Dim n = 0 ': hit x1
        Dim add = Sub(value As Integer) ': hit x3
                      Dim twice = Function(x As Integer) ': hit x3
                                      If x > 1 Then Return x * 2 ': part 1/2 x2
                                      Return x ': hit x2
                                  End Function ': hit
                      If value = 0 Then Return ': hit 2/2 x3
                      n += twice(value) ': hit x2
                  End Sub ': hit
        For Each value In values ': hit 2/2 x1
            n += sign(value) * 10 ': hit x3
            add(value) ': hit x3
        Next 'D: hit
        Return n ': hit x1
    End Function ': hit

    '- a lambda that did not run: lines in it without code of their own are not the statement's
    Private Sub NotRun(value As Integer) 'D: hit
        Dim work = Function(x As Integer) ': hit x1
                       Select Case x ': miss
                           Case Is > 1 ': miss 0/2
                               Return 1 ': miss
                           Case Else
                               Return 2 ': miss
                       End Select
#If NEVER Then
                       Return 3
#End If
                   End Function ': miss
        Dim other = Function(x As Integer) Math.Max( ': hit
            x, ': miss
            value) ': miss
        Eat(work) ': hit x1
        Eat(other) ': hit x1
    End Sub ': hit

    '- code that #If leaves out, before the statements of a lambda
    Private Function LeftOut(values As List(Of Integer)) As Integer 'D: hit
        Dim sum = Function() As Integer ': hit
#If NEVER Then
                      If values.Count = 0 Then
#End If
                      Return values(0) ': hit
                  End Function ': hit
        Dim n = sum() ': hit x1
        values.ForEach(Sub(value) ': hit
#If Not (TRACE AndAlso VBC_VER >= 15.0) OrElse CONFIG = "Never" Then
                           If value > 1 Then n -= 1
#Else
                           If value > 1 Then n += value ': hit 2/2
#End If
#If VBC_VER < 15 Then
                           n = 0
#End If
                       End Sub) ': hit
        Return n ': hit x1
    End Function ': hit

    '- Select Case over a plain variable, with the labels of one body alone
    Private Function OneBody(values As Integer()) As Integer 'D: hit
        For i = 398 To 400 ': hit 2/2 x1
            Select Case i ': part 2/3 x3
                Case 400, -7 'D: hit x1
                    Eat(i) ': hit x1
                Case Else 'D: hit x2
                    Eat(-i) ': hit x2
            End Select 'D: hit
        Next ': hit x3
        Return values.Length ': hit x1
    End Function ': hit

    '- End If after a loop whose test is the last of the branch that ran
    Private Function LoopInElse(value As Integer) As Integer 'D: hit
        If value = 1 Then ': part 1/2 x1
            Eat(1) ': miss
        Else 'D: hit
            For i = 1 To value + 2 ': hit 2/2 x1
                Eat(i) ': hit x2
            Next ': hit x2
        End If 'D: hit
        If value = 1 Then ': part 1/2 x1
            Eat(2) ': miss
        Else 'D: hit
            While Keep(value) > value ': part 1/2 x1
                Eat(3) ': miss
            End While 'D: miss
        End If 'D: hit
        Return value ': hit x1
    End Function ': hit

    '- End If of an If whose first branches leave
    Private Function Branches(value As Integer) As Integer 'D: hit
        If value = 1 Then ': hit 2/2 x4
            Return 1 ': hit x1
        ElseIf value = 2 Then ': hit 2/2 x3
            Eat(2) ': hit x1
        End If 'D: hit x3
        Eat(3) ': hit x3
        If value = 2 Then ': hit 2/2 x3
            Return 2 ': hit x1
        ElseIf value = 5 Then ': part 1/2 x2
            Return 3 ': miss
        ElseIf value = 6 AndAlso Keep(True) Then ': part 1/2 0/2 x2
            Eat(4) ': miss
        End If 'D: hit x2
        Eat(5) ': hit x2
        If value = 3 Then ': hit 2/2 x2
            Eat(6) ': hit x1
        ElseIf value = 4 Then ': part 1/2 x1
            If value > 3 Then ': part 1/2 x1
                Eat(7) ': hit x1
            End If 'D: hit x1
        End If 'D: hit x2 'R: hit
        If value = 3 Then ': hit 2/2 x2
            If value = 3 Then ': part 1/2 x1
                Eat(8) ': hit x1
            Else 'D: miss
                Eat(9) ': miss
            End If 'D: hit 'R: hit
        ElseIf value = 7 OrElse Keep(value) = 8 Then ': part 1/2 1/2 x1
            Return 4 ': miss
        End If 'D: hit x2
        Select Case value ': hit x2
            Case Is > 3 ': hit 2/2 x2
                If value = 5 Then ': part 1/2 x1
                    Eat(10) ': miss
                Else 'D: hit
                    Eat(11) ': hit x1
                End If 'D: hit x1 'R: hit
            Case Is < 0 ': part 1/2 x1
                Return 5 ': miss
        End Select 'D: hit x2
        Return 7 ': hit x2
    End Function ': hit

    '- End If before a statement that only jumps: Else ran
    Private Function EndOfIf(values As Integer()) As Integer 'D: hit
        Dim n = 0 ': hit x1
        For Each value In values ': hit 2/2 x1
            Select Case value ': part 1/3 x1
                Case 1 'D: hit
                    If n > 0 Then ': part 1/2 x1
                        n += 1 ': miss
                    Else 'D: hit
                        n += 2 ': hit x1
                    End If 'D: hit
                    Exit Select 'D: hit 'R: hit
                Case 9 'D: miss
                    n += 3 ': miss
            End Select 'D: hit
            Try 'D: hit
                If value = 1 Then ': part 1/2 x1
                    If n > 5 Then ': part 1/2 x1
                        n += 4 ': miss
                    Else 'D: hit
                        n += 5 ': hit x1
                    End If 'D: hit
                Else 'D: miss
                    n += 6 ': miss
                End If 'D: hit 'R: hit
                Exit Try 'D: hit
            Finally 'D: hit
                Eat(n) ': hit x1
            End Try 'D: hit
            Eat(value) ': hit x1
        Next 'D: hit
        Return n ': hit x1
    End Function ': hit

    '- operands whose value nobody reads
    Private Sub Unread(values As Integer()) 'D: hit
        For Each value In values ': hit 2/2 x1
            Dim x = Keep(value > 1) OrElse Keep(value < 5) ': part 2/2 1/2 x2
            Dim y = Keep(value > 1) AndAlso Keep(value < 5) ': part 2/2 1/2 x2
            If Keep(value > 1) AndAlso Keep(value < 5) Then 'D: part 2/2 1/2 x2 'R: hit 2/2 x2 -- both ways are one
            End If 'D: hit
        Next 'D: hit
    End Sub ': hit

    '- GoTo out of a loop, back, into the same block
    Private Function Jumps(last As Integer) As Integer 'D: hit
        Dim n = 0 ': hit x1
again: 'D: hit
        n += 1 ': hit x3
        For i = 1 To last ': hit 2/2
            If n = 1 AndAlso i = 2 Then GoTo done ': hit 2/2 2/2
            If n > 2 OrElse i > 3 Then GoTo done ': part 2/2 1/2
        Next ': hit
done: 'D: hit
        If n < 3 Then GoTo again ': hit 2/2 x3
        Return n ': hit x1
    End Function ': hit

    '- On Error Resume Next around Select Case, Using and a lambda
    Private Function Resumed(value As Integer) As Integer 'D: hit
        On Error Resume Next ': hit
        Dim n = 0 ': hit
        Select Case value ': part 2/3
            Case 2 'D: hit
                Throws(value) ': hit
                n = 1 ': hit
            Case 3 'D: miss
                n = 2 ': miss
        End Select 'D: hit
        Dim work = Function(x As Integer) If(x = 2, 10, 20) ': hit 2/2
        n += work(value) ': hit
        If n > 10 AndAlso value = 2 Then Throws(value) ': part 1/2 2/2
        Return n ': hit
    End Function ': hit

    '- For between constants whose variable a lambda captures, in an async method and in an iterator
    Private Async Function Waited(value As Integer) As Task(Of Integer) 'D: hit
        Dim n = 0 ': hit x1
        For i = 1 To 2 ': hit 2/2 x1
            Dim work = Function() i + value ': hit
            n += Await Task.FromResult(work()) ': hit x2
        Next ': hit x2
        Return n ': hit x1
    End Function ': hit

    Private Iterator Function Yielded(value As Integer) As IEnumerable(Of Integer) 'D: hit
        For i = 2 To 1 Step -1 ': hit 2/2 x1
            Dim work = Function() i + value ': hit
            Yield work() ': hit x2
        Next ': hit x2
        For i = 1 To 1 ': part 1/2 x1
            Dim work = Function() i + value ': hit
            Yield work() ': hit x1
        Next ': hit x1
    End Function ': hit

    '- an iterator with Try and Finally, Exit Function and Return
    Private Iterator Function Steps(values As Integer()) As IEnumerable(Of Integer) 'D: hit
        For Each value In values ': part 1/2 x3
            Try 'D: hit
                If value = 0 Then Continue For ': hit 2/2 x6
                If value > 8 Then Exit For ': hit 2/2 x5
                If value > 4 Then Return ': hit 2/2 x4
                Yield value ': hit x3
            Finally 'D: hit
                Eat(value) ': hit
            End Try 'D: hit
        Next 'D: hit
        Yield -1 ': hit x1
    End Function ': hit

    Public Sub Run() 'D: hit
        Eat(Ranges(1, 5) + Ranges(1, 200) + Ranges(1, 50) + Ranges(9, 1)) ': hit x1
        Eat(Texts({"a", Nothing, "z", "a"})) ': hit x1
        Eat(Usings({-1, 0, 3, 5, 7})) ': hit x1
        Eat(Locks({1, 2, 3})) ': hit x1
        Eat(Withs(New Held With {.Size = 5}, "x")) ': hit x1
        Eat(Withs(New Held With {.Size = 0}, Nothing)) ': hit x1
        Eat(Lambdas({0, -2, 1})) ': hit x1
        NotRun(1) ': hit x1
        Eat(LeftOut(New List(Of Integer) From {1, 2})) ': hit x1
        Eat(OneBody({1})) ': hit x1
        Eat(LoopInElse(0)) ': hit x1
        Eat(Branches(1) + Branches(2) + Branches(3) + Branches(4)) ': hit x1
        Eat(EndOfIf({1})) ': hit x1
        Unread({1, 2}) ': hit x1
        Eat(Jumps(2)) ': hit x1
        Eat(Resumed(2) + Resumed(1)) ': hit x1
        Eat(Waited(1).Result) ': hit x1
        Eat(Yielded(1).Count()) ': hit x1
        Eat(Steps({0, 1, 9}).Count()) ': hit x1
        Eat(Steps({2, 5}).Count()) ': hit x1
        Eat(Steps({3}).First()) ': hit x1
    End Sub ': hit

End Module
