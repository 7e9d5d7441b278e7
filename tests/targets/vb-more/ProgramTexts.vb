' Parsing, formatting, dates, exceptions in loops, XML, regular expressions.

Imports System
Imports System.Collections.Generic
Imports System.Globalization
Imports System.IO
Imports System.Linq
Imports System.Text
Imports System.Text.RegularExpressions
Imports System.Xml.Linq
Imports Microsoft.VisualBasic

Module ProgramTexts

    '- a CSV reader with states, quotes and Mid
    Private Function Fields(line As String) As List(Of String) 'D: hit
        Dim found As New List(Of String) ': hit x2
        Dim field As New StringBuilder() ': hit x2
        Dim quoted = False ': hit x2
        For i = 0 To line.Length - 1 ': hit 2/2 x2
            Dim c = line(i) ': hit
            If quoted Then ': hit 2/2
                If c = """"c AndAlso i + 1 < line.Length AndAlso line(i + 1) = """"c Then ': part 2/2 1/2 1/2
                    field.Append(c) ': miss
                ElseIf c = """"c Then ': hit 2/2
                    quoted = False ': hit
                Else 'D: hit
                    field.Append(c) ': hit
                End If ': hit
            ElseIf c = ","c Then ': hit 2/2
                found.Add(field.ToString()) ': hit
                field.Clear() ': hit
            ElseIf c = """"c AndAlso field.Length = 0 Then ': part 2/2 1/2
                quoted = True ': hit
            Else 'D: hit
                field.Append(c) ': hit
            End If ': hit
        Next ': hit
        found.Add(field.ToString()) ': hit x2
        Return found ': hit x2
    End Function ': hit

    '- a calculator with stacks, Select Case on operators and TryParse
    Private Function Calculate(text As String) As Double? 'D: hit
        Dim stack As New Stack(Of Double) ': hit x4
        For Each word In text.Split({" "c}, StringSplitOptions.RemoveEmptyEntries) ': hit 2/2 x4
            Dim number As Double ': none
            If Double.TryParse(word, NumberStyles.Float, CultureInfo.InvariantCulture, number) Then ': hit 2/2
                stack.Push(number) ': hit
                Continue For ': hit
            End If 'D: hit
            If stack.Count < 2 Then Return Nothing ': hit 2/2
            Dim b = stack.Pop(), a = stack.Pop() ': hit
            Select Case word ': part 3/5 x3
                Case "+" 'D: hit
                    stack.Push(a + b) ': hit
                Case "-" 'D: miss
                    stack.Push(a - b) ': miss
                Case "/" : If b = 0 Then Return Double.NaN Else stack.Push(a / b) ': part 1/2
                Case "*" 'D: miss
                    stack.Push(a * b) ': miss
                Case Else 'D: hit
                    Throw New InvalidOperationException(word) ': hit
            End Select 'D: hit
        Next 'D: hit
        If stack.Count <> 1 Then Return Nothing ': part 1/2 x1
        Return stack.Pop() ': hit x1
    End Function ': hit

    '- dates: ranges, weekdays, DateDiff, nested If()
    Private Function Season(day As Date) As String 'D: hit
        Select Case day.Month ': hit x4
            Case 3 To 5 ': hit 2/2 2/2
                Return "spring" ': hit x1
            Case 6, 7, 8 ': part 2/2 1/2 1/2
                Return "summer" ': hit x1
            Case Is >= 9 ': hit 2/2
                Return If(day.Month < 12, "autumn", If(day.Day < 25, "advent", "xmas")) ': part 1/2 0/2 x1
        End Select 'D: hit
        Return If(day.DayOfWeek = DayOfWeek.Sunday OrElse day.DayOfWeek = DayOfWeek.Saturday, "rest", "winter") ': part 1/2 0/2 x1
    End Function ': hit

    '- exceptions in loops: retries, filters with methods, nested Finally, Return in Try
    Private Function Attempt(work As Func(Of Integer, Integer), limit As Integer) As Integer 'D: hit
        For i = 1 To limit ': hit 2/2 x3
            Try 'D: hit
                Return work(i) ': hit x4
            Catch ex As DivideByZeroException When Log(ex) ': miss 0/2
                Return -1 ': miss
            Catch ex As ArgumentException When i < limit AndAlso ex.Message <> "stop" ': part 2/2 1/2 x3
                Try 'D: hit
                    Log(ex) ': hit
                Catch When i > 1 ': part 1/2
                    Eat("log") ': hit
                Finally 'D: hit
                    If i = limit Then Eat("last") ': part 1/2 x2
                End Try ': hit
            Catch ex As ArgumentException 'D: hit
                If ex.InnerException Is Nothing Then Exit For ': part 1/2 x1
                Throw ': miss
            End Try 'D: hit
        Next ': hit
        Return -2 ': hit
    End Function ': hit

    Private Function Log(ex As Exception) As Boolean 'D: hit
        If ex.Message = "twice" Then Throw New IOException() ': hit 2/2
        Return False ': hit
    End Function ': hit

    '- XML with nested queries, attributes and conditions in holes
    Private Function Report(rows As IEnumerable(Of String())) As String 'D: hit
        Dim page = <table> ': hit
                       <%= From row In rows ': hit
                           Where row.Length > 0 ': hit
                           Select <tr class=<%= If(row(0) = "x", "first", Nothing) %>> ': hit 2/2
                                      <%= From cell In row Select <td><%= If(cell, "-") %></td> %> ': hit 2/2
                                  </tr> %> ': hit
                   </table> ': hit
        Dim cells = From td In page...<td> Where td.Value <> "-" Select td.Value ': hit
        Dim marked = page.<tr>.Where(Function(tr) tr.@class IsNot Nothing).Count() ': hit
        Return String.Join("|", cells) & marked & If(page.<none>.Value, "?") ': part 1/2
    End Function ': hit

    '- regular expressions with lambdas, Like with variables, Split and Join
    Private Function Clean(text As String, pattern As String) As String 'D: hit
        Dim replaced = Regex.Replace(text, "\d+", Function(m) ': hit
                                                      Dim n = Integer.Parse(m.Value) ': hit
                                                      If n > 99 Then Return "many" ': hit 2/2
                                                      Return (n * 2).ToString() ': hit
                                                  End Function) ': hit
        If replaced Like pattern Then replaced = "<" & replaced & ">" ': hit 2/2 x2
        Return If(replaced.Contains("<") Xor replaced.Length > 10, replaced, StrReverse(replaced)) ': part 1/2 x2
    End Function ': hit

    Public Sub Run() 'D: hit
        Eat(Fields("a,""b,c"",d").Count + Fields(",x").Count) ': hit x1
        Eat(Calculate("1 2 + 4 /")) ': hit x1
        Eat(Calculate("+")) ': hit x1
        Eat(Calculate("1 +")) ': hit x1
        Try 'D: hit
            Eat(Calculate("1 2 ?")) ': hit x1
        Catch ex As InvalidOperationException 'D: hit
            Eat(ex.Message) ': hit x1
        End Try 'D: hit
        Eat(Season(#4/1/2024#) & Season(#6/1/2024#) & Season(#10/1/2024#) & Season(#1/7/2024#)) ': hit x1
        Eat(Attempt(Function(n) n, 2)) ': hit
        Eat(Attempt(Function(n) ': hit
                        If n = 1 Then Throw New ArgumentException("once") ': hit 2/2
                        If n = 2 Then Throw New ArgumentException("twice") ': hit 2/2
                        Throw New ArgumentException("stop") ': hit
                    End Function, 3)) ': hit
        Eat(Attempt(Function(n) n, 0)) ': hit
        Eat(Report({({"x", Nothing}), ({"y", "z"}), (New String() {})})) ': hit x1
        Eat(Clean("a 5 b 500", "?x*") & Clean("7", "#*")) ': hit x1
    End Sub ': hit

End Module
