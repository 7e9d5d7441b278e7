' Select Case on everything it takes.

Imports System

Friend Module SelectCase

    Private Enum Colour
        Red
        Green
        Blue
        Black
    End Enum

    Public Sub Run() 'D: hit
        Shared2(2) ': hit x1
        Shared2(7) ': hit x1
        Sparse(100) ': hit x1
        Sparse(30000) ': hit x1
        Sparse(5) ': hit x1
        Comparisons(-5) ': hit x1
        Comparisons(5) ': hit x1
        Comparisons(50) ': hit x1
        ManyTexts("echo") ': hit x1
        ManyTexts("none") ': hit x1
        TwoTexts("b") ': hit x1
        Colours(Colour.Green) ': hit x1
        Colours(Colour.Black) ': hit x1
        Types("text") ': hit x1
        Types(5L) ': hit x1
        Conditions2(3) ': hit x1
        Characters("b"c) ': hit x1
        Flags(True) ': hit x1
        Nothing2(Nothing) ': hit x1
        Mixed(12) ': hit x1
        Doubles(2.5) ': hit x1
        Nested(1, 2) ': hit x1
        Left(1) ': hit x1
        Use(Returned(2)) ': hit x1
    End Sub ': hit

    '- neighbours that share a body
    Private Sub Shared2(value As Integer) 'D: hit
        Select Case Id(value) ': part 2/3 x2 -- the compiler makes one test of neighbours
            Case 1, 2, 3 'D: hit
                Use(1) ': hit x1
            Case 4, 5 'D: miss
                Use(2) ': miss
            Case Else 'D: hit
                Use(3) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- values far apart
    Private Sub Sparse(value As Integer) 'D: hit
        Select Case Id(value) ': part 3/5 x3
            Case 1 'D: miss
                Use(1) ': miss
            Case 100 'D: hit
                Use(2) ': hit x1
            Case 5000 'D: miss
                Use(3) ': miss
            Case 30000 'D: hit
                Use(4) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- Is: a decision for each Case
    Private Sub Comparisons(value As Integer) 'D: hit
        Select Case Id(value) ': hit x3
            Case Is < 0 ': hit 2/2 x3
                Use(1) ': hit x1
            Case Is >= 10 ': hit 2/2 x2
                Use(2) ': hit x1
            Case Else
                Use(3) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- many strings: the arms of the source, not of the hash tree
    Private Sub ManyTexts(value As String) 'D: hit
        Select Case Id(value) ': part 2/9 x2
            Case "alpha" 'D: miss
                Use(1) ': miss
            Case "bravo" 'D: miss
                Use(2) ': miss
            Case "charlie" 'D: miss
                Use(3) ': miss
            Case "delta" 'D: miss
                Use(4) ': miss
            Case "echo" 'D: hit
                Use(5) ': hit x1
            Case "foxtrot" 'D: miss
                Use(6) ': miss
            Case "golf", "hotel" 'D: miss
                Use(7) ': miss
            Case Else 'D: hit
                Use(8) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- two strings
    Private Sub TwoTexts(value As String) 'D: hit
        Select Case Id(value) ': part 1/3 x1
            Case "a" 'D: miss
                Use(1) ': miss
            Case "b" 'D: hit
                Use(2) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- an enumeration
    Private Sub Colours(value As Colour) 'D: hit
        Select Case Id(value) ': part 2/4 x2
            Case Colour.Red 'D: miss
                Use(1) ': miss
            Case Colour.Green 'D: hit
                Use(2) ': hit x1
            Case Colour.Blue 'D: miss
                Use(3) ': miss
            Case Else 'D: hit
                Use(4) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- types, by Select Case True
    Private Sub Types(value As Object) 'D: hit
        Select Case True ': hit x2
            Case TypeOf value Is String ': hit 2/2 x2
                Use(1) ': hit x1
            Case TypeOf value Is Integer ': part 1/2 x1
                Use(2) ': miss
            Case Else
                Use(3) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- conditions, by Select Case True
    Private Sub Conditions2(value As Integer) 'D: hit
        Select Case True ': hit x1
            Case Id(value) > 5 ': part 1/2 x1
                Use(1) ': miss
            Case Id(value) > 2 AndAlso Yes() ': part 1/2 1/2 1/2 x1
                Use(2) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- characters
    Private Sub Characters(value As Char) 'D: hit
        Select Case Id(value) ': part 1/4 x1
            Case "a"c 'D: miss
                Use(1) ': miss
            Case "b"c 'D: hit
                Use(2) ': hit x1
            Case "c"c 'D: miss
                Use(3) ': miss
        End Select 'D: hit
    End Sub 'D: hit

    '- Boolean
    Private Sub Flags(value As Boolean) 'D: hit
        Select Case Id(value) ': part 1/3 x1
            Case True 'D: hit
                Use(1) ': hit x1
            Case False 'D: miss
                Use(2) ': miss
        End Select 'D: hit
    End Sub 'D: hit

    '- Nothing is the empty string
    Private Sub Nothing2(value As String) 'D: hit
        Select Case Id(value) ': part 1/3 x1
            Case "" 'D: hit
                Use(1) ': hit x1
            Case "x" 'D: miss
                Use(2) ': miss
        End Select 'D: hit
    End Sub 'D: hit

    '- values, ranges and comparisons in one Case: a decision for each test
    Private Sub Mixed(value As Integer) 'D: hit
        Select Case Id(value) ': hit x1
            Case 1, 3 To 5, Is > 100 ': part 1/2 1/2 1/2 1/2 x1
                Use(1) ': miss
            Case 10 To 20 ': part 1/2 1/2 x1
                Use(2) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- Double
    Private Sub Doubles(value As Double) 'D: hit
        Select Case Id(value) ': hit x1
            Case 1.5 ': part 1/2 x1
                Use(1) ': miss
            Case 2.5 ': part 1/2 x1
                Use(2) ': hit x1
        End Select 'D: hit
    End Sub ': hit

    '- Select Case in Select Case
    Private Sub Nested(first As Integer, second As Integer) 'D: hit
        Select Case Id(first) ': part 1/4 x1
            Case 1 'D: hit
                Select Case Id(second) ': part 1/4 x1
                    Case 1 'D: miss
                        Use(1) ': miss
                    Case 2 'D: hit
                        Use(2) ': hit x1
                    Case 3 'D: miss
                        Use(3) ': miss
                End Select 'D: hit
            Case 2 'D: miss
                Use(4) ': miss
            Case 3 'D: miss
                Use(5) ': miss
        End Select 'D: hit
    End Sub 'D: hit

    '- Exit Select
    Private Sub Left(value As Integer) 'D: hit
        Select Case Id(value) ': part 1/4 x1
            Case 1 'D: hit
                If Yes() Then Exit Select ': part 1/2 x1
                Use(1) ': miss
            Case 2 'D: miss
                Use(2) ': miss
            Case 3 'D: miss
                Use(3) ': miss
        End Select 'D: hit
    End Sub ': hit

    '- Return from each Case
    Private Function Returned(value As Integer) As Integer 'D: hit
        Select Case value ': part 1/4 x1
            Case 1 'D: miss
                Return Id(1) ': miss
            Case 2 'D: hit
                Return Id(2) ': hit x1
            Case 3 'D: miss
                Return Id(3) ': miss
            Case Else 'D: miss
                Return Id(4) ': miss
        End Select
    End Function ': hit

End Module
