' Select Case with one body for several labels.

Imports System

Module SelectCaseSharedBody

    Private Function Texts(name As String) As Integer 'D: hit
        Select Case name ': hit 3/3 x3
            Case "a", "b" 'D: hit
                Return 1 ': hit x2
            Case Else 'D: hit
                Return 2 ': hit x1
        End Select
    End Function ': hit

    Private Function WithoutElse(name As String) As Integer 'D: hit
        Dim n = 0 ': hit x2
        Select Case name.Trim() ': hit x2
            Case "a", "b", Nothing ': part 2/2 1/2 1/2
                n = 1 ': hit x1
        End Select 'D: hit
        Return n ': hit x2
    End Function ': hit

    Private Function Numbers(value As Integer) As Integer 'D: hit
        Select Case value ': part 2/3 x2
            Case 1, 50 'D: hit
                Return 1 ': hit x1
            Case Else 'D: hit
                Return 2 ': hit x1
        End Select
    End Function ': hit

    Private Function Twice(values As Integer()) As Integer 'D: hit
        Dim n = 0 ': hit x1
        For Each value In values ': hit 2/2 x1
            Select Case value * 2 ': hit 4/4 x4
                Case 2, 100, 5000 'D: hit
                    n += 1 ': hit x3
            End Select 'D: hit
        Next 'D: hit
        Return n ': hit x1
    End Function ': hit

    Private Function Longs(value As Long, kind As DayOfWeek, sign As Char) As Integer 'D: hit
        Dim n = 0 ': hit x2
        Select Case value ': part 2/3 x2
            Case 1, 500000000000 'D: hit
                n = 1 ': hit x1
        End Select 'D: hit
        Select Case kind ': part 2/3 x2
            Case DayOfWeek.Monday, DayOfWeek.Saturday 'D: hit
                n += 1 ': hit x1
            Case Else 'D: hit
                n += 2 ': hit x1
        End Select 'D: hit
        Select Case sign ': part 2/3 x2
            Case "a"c, "z"c 'D: hit
                n += 1 ': hit x1
            Case Else 'D: hit
                n += 2 ': hit x1
        End Select 'D: hit
        Return n ': hit x2
    End Function ': hit

    '- neighbours, a range
    Private Function Near(value As Integer) As Integer 'D: hit
        Dim n = 0 ': hit x2
        Select Case value ': part 2/3 x2 -- the compiler makes one test of neighbours
            Case 1, 2, 50 'D: hit
                n += 1 ': hit x1
            Case Else 'D: hit
                n += 2 ': hit x1
        End Select 'D: hit
        Select Case value ': hit x2
            Case 1 To 5 ': part 1/2 2/2
                n += 1 ': hit x1
            Case Else
                n += 2 ': hit x1
        End Select 'D: hit
        Select Case value ': hit 2/2 x2
            Case 0, 1 'D: hit
                n += 1 ': hit x1
            Case Else 'D: hit
                n += 2 ': hit x1
        End Select 'D: hit
        Select Case value ': part 2/3 x2
            Case 0, 99 'D: hit
                n += 1 ': hit x1
        End Select 'D: hit
        Return n ': hit x2
    End Function ': hit

    '- an If of the same shape
    Private Function Written(name As String, value As Integer) As Integer 'D: hit
        Dim copy = name ': hit x3
        If copy = "a" OrElse copy = "b" Then ': hit 2/2 2/2 x3
            Return 1 ': hit x2
        Else 'D: hit
            Dim n = value ': hit x1
            If n = 1 OrElse n = 50 Then Return 3 ': part 1/2 1/2 x1
            Return 2 ': hit x1
        End If
    End Function ': hit

    ' Neighbours of one body are one test and one arm.
    Private Function Neighbours(value As Integer) As Integer 'D: hit
        Dim n = 0 ': hit x3
        Select Case value ': hit 3/3 x3
            Case 1, 2 'D: hit
                n = 1 ': hit x1
            Case 9 'D: hit
                n = 2 ': hit x1
        End Select 'D: hit
        Return n ': hit x3
    End Function ': hit

    ' Between constants the end of a round asks, the head does not.
    Private Function FirstRound(value As Integer) As Integer 'D: hit
        Dim n = 0 ': hit x1
        For i = 0 To 2 ': part 0/2
            If value = i Then Exit For ': part 1/2 x1
            n += 1 ': miss
        Next ': miss
        Return n ': hit x1
    End Function ': hit

    '- a label of a table and one outside of it
    Private Function Tables(value As Integer) As Integer 'D: hit
        Dim n = 0 ': hit x2
        Select Case value ': part 1/5 x2
            Case 1 'D: miss
                n += 1 ': miss
            Case 0, 8 'D: hit
                n += 2 ': hit x2
            Case 3 'D: miss
                n += 3 ': miss
        End Select 'D: hit
        Select Case value * 2 ': part 1/5 x2
            Case 1 'D: miss
                n += 1 ': miss
            Case 8, 0 'D: hit
                Return n ': hit x2
            Case 3 'D: miss
                n += 3 ': miss
            Case Else 'D: miss
                n += 4 ': miss
        End Select 'D: miss
        Return n ': miss
    End Function ': hit

    Public Sub Run() 'D: hit
        Eat(Tables(0) + Tables(0)) ': hit x1
        Eat(Texts("a") + Texts("b") + Texts("c")) ': hit x1
        Eat(WithoutElse("a") + WithoutElse("c")) ': hit x1
        Eat(Numbers(1) + Numbers(2)) ': hit x1
        Eat(Twice({1, 50, 2500, 3})) ': hit x1
        Eat(Near(1) + Near(99)) ': hit x1
        Eat(Longs(1, DayOfWeek.Monday, "a"c) + Longs(2, DayOfWeek.Friday, "b"c)) ': hit x1
        Eat(Written("a", 1) + Written("b", 1) + Written("c", 2)) ': hit x1
        Eat(Neighbours(1) + Neighbours(9) + Neighbours(5) + FirstRound(0)) ': hit x1
    End Sub ': hit

End Module
