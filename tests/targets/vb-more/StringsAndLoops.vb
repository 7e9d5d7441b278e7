Option Compare Text
' Strings, loops and labels.

Imports System
Imports System.Collections
Imports System.Collections.Generic
Imports System.Linq
Imports System.Text
Imports Microsoft.VisualBasic

Module StringsAndLoops

    '- Option Compare Text: = < Like, Select Case on strings
    Private Function Greeting(phrase As String) As Integer 'D: hit
        If phrase = "HELLO" Then Return 1 ': hit 2/2 x4
        If phrase Like "H*" AndAlso phrase <> "hi" Then Return 2 ': part 2/2 1/2 x3
        Select Case phrase ': hit x2
            Case "GOOD MORNING", "good evening" ': part 1/2 2/2 x2
                Return 3 ': hit x1
            Case "bye" ': part 1/2 x1
                Return 4 ': miss
            Case Else
                Return 5 ': hit x1
        End Select
    End Function ': hit

    '- Select Case with strings in ranges, Is and lists with Nothing
    Private Function Shelf(title As String) As String 'D: hit
        Select Case title ': hit x4
            Case Nothing, "" ': part 2/2 1/2 x4
                Return "none" ': hit x1
            Case "a" To "h", "0" To "9" ': part 1/2 2/2 1/2 1/2
                Return "left" ': hit x1
            Case Is >= "t" ': hit 2/2
                Return "right" ': hit x1
        End Select 'D: hit
        Return "middle" ': hit x1
    End Function ': hit

    '- characters in nested Select Case
    Private Function Token(phrase As String, at As Integer) As String 'D: hit
        Select Case phrase(at) ': hit x5
            Case "0"c To "9"c ': hit 2/2 2/2
                Dim last = at ': hit x1
                While last < phrase.Length - 1 AndAlso Char.IsDigit(phrase(last + 1)) ': part 1/2 2/2
                    last += 1 ': hit x1
                End While 'D: hit
                Return phrase.Substring(at, last - at + 1) ': hit x1
            Case "<"c, ">"c, "="c ': part 2/2 1/2 1/2
                If at + 1 < phrase.Length Then ': part 1/2 x1
                    Select Case phrase(at + 1) ': part 1/4 x1
                        Case "="c 'D: hit
                            Return phrase.Substring(at, 2) ': hit x1
                        Case ">"c, "<"c 'D: miss
                            Return "<>" ': miss
                    End Select 'D: miss
                End If 'D: miss
                Return phrase(at).ToString() ': miss
            Case " "c, ControlChars.Tab ': part 2/2 1/2
                Return "" ': hit x1
            Case Else
                If Char.IsLetter(phrase(at)) Then ': hit 2/2 x2
                    Return "name" ': hit x1
                ElseIf Char.IsPunctuation(phrase(at)) OrElse Char.IsSymbol(phrase(at)) Then ': part 1/2 0/2 x1
                    Return "sign" ': hit x1
                Else 'D: miss
                    Throw New FormatException($"'{phrase(at)}' at {at}") ': miss
                End If
        End Select
    End Function ': hit

    '- Mid, interpolation, concatenation of numbers, StrComp
    Private Function Mask(phrase As String, Optional keep_ As Integer = 2) As String 'D: hit
        Dim result = phrase ': hit x2
        For i = 1 To Len(phrase) - keep_ ': hit 2/2 x2
            If Mid(phrase, i, 1) Like "[!0-9]" Then Continue For ': hit 2/2
            Mid(result, i, 1) = "*" ': hit x2
        Next ': hit
        If StrComp(result, phrase, CompareMethod.Binary) = 0 Then ': hit 2/2 x2
            Return result & "!" ': hit x1
        End If 'D: hit
        Return $"{result,6}|{Len(phrase)}" & 1 & "x"c ': hit x1
    End Function ': hit

    '- GoTo in and out of loops
    Private Function Search(rows As String()(), wanted As String) As Integer 'D: hit
        Dim row = 0, column As Integer ': hit x2
        For row = 0 To rows.Length - 1 ': hit 2/2 x2
            For column = 0 To rows(row).Length - 1 ': hit 2/2
                If rows(row)(column) = wanted Then GoTo Found ': hit 2/2
            Next ': hit
        Next ': hit
        Return -1 ': hit x1
Found: 'D: hit
        Return row * 10 + column ': hit x1
    End Function ': hit

    '- For with Double, Decimal, a negative variable step, a changing bound, ULong
    Private Function Steps(width As Integer) As Double 'D: hit
        Dim total = 0.0 ': hit x1
        For x = 0.0 To 1.0 Step 0.25 ': hit 2/2 x1
            total += x ': hit x5
        Next ': hit x5
        For d As Decimal = 3D To 1D Step -1D ': hit 2/2 x1
            total += CDbl(d) ': hit x3
        Next ': hit x3
        For i = 10 To 0 Step width ': hit 2/2 x1
            If i = 5 Then Continue For ': hit 2/2 x3
            total += i ': hit x2
        Next ': hit x3
        For u As ULong = 3UL To 5UL ': hit 2/2 x1
            If u = 9UL Then Exit For ': part 1/2 x3
        Next ': hit x3
        For b As Byte = 5 To 1 ': part 1/2 x1
            total += b ': miss
        Next ': miss
        Return total ': hit x1
    End Function ': hit

    '- For Each over old collections, dictionaries, strings and arrays of several ranks
    Private Function Old(ParamArray items As Object()) As Integer 'D: hit
        Dim count = 0 ': hit x1
        Dim list As New ArrayList(items) ': hit x1
        For Each item In list ': hit 2/2 x1
            If TypeOf item Is String Then ': hit 2/2 x3
                count += CStr(item).Length ': hit x1
            ElseIf TypeOf item Is Integer AndAlso CInt(item) > 5 Then ': part 1/2 1/2 x2
                count += CInt(item) ': hit x2
            End If ': hit
        Next 'D: hit
        Dim table As New Hashtable From {{"a", 1}} ': hit x1
        For Each entry As DictionaryEntry In table ': hit 2/2 x1
            count += CInt(entry.Value) ': hit x1
        Next 'D: hit
        For Each pair In New SortedDictionary(Of String, Integer) ': part 1/2 x1
            count += pair.Value ': miss
        Next 'D: miss
        Dim cube(1, 0, 1) As Integer ': hit x1
        cube(1, 0, 1) = 3 ': hit x1
        For Each cell As Integer In cube ': hit 2/2 x1
            count += cell ': hit x4
        Next 'D: hit
        Return count ': hit x1
    End Function ': hit

    '- Do loops of the four forms, with Exit from inside Select Case and Try
    Private Function Loops(limit As Integer) As Integer 'D: hit
        Dim i = 0 ': hit x1
        Do Until i >= 3 OrElse i > limit ': part 2/2 1/2
            i += 1 ': hit x3
        Loop 'D: hit
        Do 'D: hit
            Select Case i ': part 2/4 x2
                Case 3 'D: hit
                    i += 1 ': hit x1
                Case 4 'D: hit
                    Exit Do 'D: hit
                Case 5 'D: miss
                    i = 0 ': miss
            End Select 'D: hit
        Loop 'D: hit
        Do While Yes() ': part 1/2 x2
            Try 'D: hit
                i += 1 ': hit x2
                If i < 6 Then Continue Do ': hit 2/2 x2
                Exit Do ': hit
            Finally 'D: hit
                i += 10 ': hit x2
            End Try
        Loop
        Do 'D: hit
            i -= 1 ': hit x6
            If i Mod 2 = 0 Then Continue Do ': hit 2/2 x6
            If i < 0 Then Return -1 ': part 1/2
        Loop Until i <= limit ': hit 2/2
        While i > 0 ': part 1/2
            i \= 2 ': hit
            If i = 1 Then Exit While ': hit 2/2
        End While 'D: hit
        Return i ': hit x1
    End Function ': hit

    Public Sub Run() 'D: hit
        For Each phrase In {"hello", "howdy", "Good Evening", "x"} ': hit 2/2
            Eat(Greeting(phrase)) ': hit x4
        Next 'D: hit
        For Each title In {"", "Dune", "Zen", "Mort"} ': hit 2/2
            Eat(Shelf(title)) ': hit x4
        Next 'D: hit
        Eat(Token("12 ", 0)) ': hit x1
        Eat(Token("<=", 0)) ': hit x1
        Eat(Token(" ", 0)) ': hit x1
        Eat(Token("q", 0)) ': hit x1
        Eat(Token("!", 0)) ': hit x1
        Eat(Mask("12a45")) ': hit x1
        Eat(Mask("ab")) ': hit x1
        Dim rows = {({"a", "b"}), ({"c"})} ': hit x1
        Eat(Search(rows, "C") + Search(rows, "z")) ': hit x1
        Eat(Steps(-5)) ': hit x1
        Eat(Old("abc", 7, 8)) ': hit x1
        Eat(Loops(20)) ': hit x1
    End Sub ': hit

End Module
