' Loops.

Imports System
Imports System.Collections.Generic
Imports System.Linq

Public Module Loops

    Public Sub Run() 'D: hit
        Say(Roman(26).Length + Filled({"abc"}) + Around(2)) ': hit x1
        Say(Sum(4)) ': hit x1
        Say(Primes(10).Count) ': hit x1
        Say(FindFirst({1, 3, 4, 5})) ': hit x1
        Say(Words("a bb ccc")) ': hit x1
        Say(Down(3)) ': hit x1
        Say(Whiles(5)) ': hit x1
        Say(Untils(3)) ': hit x1
        Say(Tables(2, 3)) ': hit x1
        Say(Bubble({3, 1, 2})(0)) ': hit x1
        Say(Fibonacci(6).Last()) ': hit x1
        Say(Countdown(2)) ': hit x1
        Say(Pairs(New Dictionary(Of String, Integer) From {{"a", 1}, {"b", 2}})) ': hit x1
        Say(Matrix()) ': hit x1
        Say(Gcd(12, 18)) ': hit x1
        Say(Factorial(5)) ': hit x1
        Say(Collatz(6)) ': hit x1
        Say(Backwards("abc")) ': hit x1
        Say(Early({1, 2, 3}, 2)) ': hit x1
    End Sub ': hit

    '- For over a sum
    Private Function Sum(n As Integer) As Integer 'D: hit
        Dim total As Integer ': none
        For i As Integer = 1 To n ': hit 2/2 x1
            total += i ': hit x4
        Next i ': hit x4
        Return total ': hit x1
    End Function ': hit

    '- nested loops with Exit For
    Private Function Primes(limit As Integer) As List(Of Integer) 'D: hit
        Dim found As New List(Of Integer) ': hit x1
        For n = 2 To limit ': hit 2/2 x1
            Dim isPrime = True ': hit x9
            For d = 2 To CInt(Math.Sqrt(n)) ': hit 2/2 x9
                If n Mod d = 0 Then ': hit 2/2
                    isPrime = False ': hit x5
                    Exit For ': hit
                End If 'D: hit
            Next ': hit
            If isPrime Then found.Add(n) ': hit 2/2 x9
        Next ': hit x9
        Return found ': hit x1
    End Function ': hit

    '- For Each with Return
    Private Function FindFirst(values As Integer()) As Integer 'D: hit
        For Each v In values ': part 1/2 x1
            If v Mod 2 = 0 Then ': hit 2/2 x3
                Return v ': hit x1
            End If 'D: hit
        Next 'D: hit
        Return -1 ': miss
    End Function ': hit

    '- For Each over the words of a string, Continue For
    Private Function Words(text As String) As Integer 'D: hit
        Dim count = 0 ': hit x1
        For Each word As String In text.Split(" "c) ': hit 2/2 x1
            If word.Length < 2 Then Continue For ': hit 2/2 x3
            count += word.Length ': hit x2
        Next 'D: hit
        Return count ': hit x1
    End Function ': hit

    '- Step -1
    Private Function Down(n As Integer) As String 'D: hit
        Dim text = "" ': hit x1
        For i = n To 1 Step -1 ': hit 2/2 x1
            text &= i.ToString() & " " ': hit x3
        Next ': hit x3
        Return text.TrimEnd() ': hit x1
    End Function ': hit

    '- While with Exit While and Continue While
    Private Function Whiles(n As Integer) As Integer 'D: hit
        Dim i = 0 ': hit x1
        Dim sum = 0 ': hit x1
        While i < n ': part 1/2 x4
            i += 1 ': hit x4
            If i = 2 Then Continue While ': hit 2/2 x4
            If i = 4 Then Exit While ': hit 2/2 x3
            sum += i ': hit x2
        End While 'D: hit x2
        Return sum ': hit x1
    End Function ': hit

    '- Do Until with AndAlso, Do Loop Until
    Private Function Untils(n As Integer) As Integer 'D: hit
        Dim i = 0 ': hit x1
        Do Until i >= n AndAlso Yes() ': part 2/2 1/2 x4
            i += 1 ': hit x3
        Loop 'D: hit x3
        Do 'D: hit x3
            i -= 1 ': hit x3
        Loop Until i <= 0 OrElse No() ': part 2/2 1/2 x3
        Return i ': hit x1
    End Function ': hit

    '- three levels
    Private Function Tables(rows As Integer, columns As Integer) As Integer 'D: hit
        Dim cells(rows - 1, columns - 1) As Integer ': hit x1
        For r = 0 To rows - 1 ': hit 2/2 x1
            For c = 0 To columns - 1 ': hit 2/2 x2
                cells(r, c) = r * c ': hit x6
            Next c ': hit x6
        Next r ': hit x2
        Dim total = 0 ': hit x1
        For Each cell In cells ': hit 2/2 x1
            total += cell ': hit x6
        Next 'D: hit
        Return total ': hit x1
    End Function ': hit

    '- a sort
    Private Function Bubble(values As Integer()) As Integer() 'D: hit
        Dim swapped As Boolean ': none
        Do 'D: hit
            swapped = False ': hit x2
            For i = 0 To values.Length - 2 ': hit 2/2 x2
                If values(i) > values(i + 1) Then ': hit 2/2 x4
                    Dim t = values(i) ': hit x2
                    values(i) = values(i + 1) ': hit x2
                    values(i + 1) = t ': hit x2
                    swapped = True ': hit x2
                End If 'D: hit
            Next ': hit x4
        Loop While swapped ': hit 2/2 x2
        Return values ': hit x1
    End Function ': hit

    '- an iterator
    Private Iterator Function Fibonacci(count As Integer) As IEnumerable(Of Integer) 'D: hit
        Dim a = 0, b = 1 ': hit x1
        For i = 1 To count ': hit 2/2 x1
            Yield a ': hit x6
            Dim t = a + b ': hit x6
            a = b ': hit x6
            b = t ': hit x6
        Next ': hit x6
    End Function ': hit

    '- an endless loop that is left
    Private Function Countdown(n As Integer) As Integer 'D: hit
        Dim rounds = 0 ': hit x1
        Do 'D: hit
            If n = 0 Then Exit Do ': hit 2/2 x3
            n -= 1 ': hit x2
            rounds += 1 ': hit x2
        Loop ': hit x2
        Return rounds ': hit x1
    End Function ': hit

    '- For Each over a dictionary
    Private Function Pairs(map As Dictionary(Of String, Integer)) As String 'D: hit
        Dim text = "" ': hit x1
        For Each entry In map ': hit 2/2 x1
            text &= entry.Key & entry.Value ': hit x2
        Next 'D: hit
        For Each key As String In map.Keys ': hit 2/2 x1
            text &= key ': hit x2
        Next 'D: hit
        Return text ': hit x1
    End Function ': hit

    '- jagged arrays
    Private Function Matrix() As Integer 'D: hit
        Dim rows = New Integer()() {New Integer() {1, 2}, New Integer() {}, New Integer() {3}} ': hit x1
        Dim total = 0 ': hit x1
        For Each row In rows ': hit 2/2 x1
            For Each cell In row ': hit 2/2 x3
                total += cell ': hit x3
            Next 'D: hit
        Next 'D: hit
        Return total ': hit x1
    End Function ': hit

    '- recursion
    Private Function Gcd(a As Integer, b As Integer) As Integer 'D: hit
        If b = 0 Then ': hit 2/2 x4
            Return a ': hit x1
        End If 'D: hit
        Return Gcd(b, a Mod b) ': hit x3
    End Function ': hit

    Private Function Factorial(n As Integer) As Long 'D: hit
        Return If(n <= 1, 1L, n * Factorial(n - 1)) ': hit 2/2 x5
    End Function ': hit

    '- If() in a While
    Private Function Collatz(n As Integer) As Integer 'D: hit
        Dim steps = 0 ': hit x1
        While n <> 1 ': hit 2/2 x9
            n = If(n Mod 2 = 0, n \ 2, 3 * n + 1) ': hit 2/2 x8
            steps += 1 ': hit x8
        End While 'D: hit x8
        Return steps ': hit x1
    End Function ': hit

    '- a For that begins with a While: optimised code goes to the inner test at once
    Private Function Roman(n As Integer) As String 'D: hit
        Dim values = {10, 5, 1} ': hit x1
        Dim text = "" ': hit x1
        For i = 0 To values.Length - 1 ': hit 2/2 x1
            While n >= values(i) ': hit 2/2
                text &= "XVI"(i) ': hit x4
                n -= values(i) ': hit x4
            End While 'D: hit
        Next ': hit
        Return text ': hit x1
    End Function ': hit

    '- the same between constants, and For Each
    Private Function Filled(words As String()) As Integer 'D: hit
        Dim total = 0 ': hit x1
        For i = 1 To 3 ': hit 2/2 x1
            While total < i ': hit 2/2
                total += 2 ': hit x2
            End While 'D: hit
        Next ': hit x3
        For Each word In words ': hit 2/2 x1
            Do While word.Length > 1 ': hit 2/2
                word = word.Substring(1) ': hit x2
                total += 1 ': hit x2
            Loop 'D: hit
        Next 'D: hit
        Return total ': hit x1
    End Function ': hit

    '- near misses: a For in a While, a For that begins with an If
    Private Function Around(n As Integer) As Integer 'D: hit
        Dim total = 0 ': hit x1
        While n > 0 ': hit 2/2
            For i = 1 To n ': hit 2/2
                If i Mod 2 = 0 Then total += i ': hit 2/2
            Next ': hit
            n -= 1 ': hit
        End While 'D: hit
        Return total ': hit x1
    End Function ': hit

    '- a For whose name is the function's
    Private Function Backwards(text As String) As String 'D: hit
        Backwards = "" ': hit x1
        For Each c As Char In text ': hit 2/2 x1
            Backwards = c & Backwards ': hit x3
        Next 'D: hit
    End Function ': hit

    '- Exit Function
    Private Function Early(values As Integer(), wanted As Integer) As Integer 'D: hit
        Early = -1 ': hit x1
        For i = 0 To UBound(values) ': part 1/2 x1
            If values(i) = wanted Then ': hit 2/2 x2
                Early = i ': hit x1
                Exit Function ': hit
            End If 'D: hit
        Next ': hit x1
    End Function 'D: hit 'R: hit

End Module
