' Try, Using, SyncLock, On Error.

Imports System
Imports System.Collections.Generic
Imports System.IO

Public Class StockException
    Inherits Exception

    Public ReadOnly Property Code As Integer

    Public Sub New(message As String, code As Integer) 'D: hit
        MyBase.New(message) ': hit x3
        Me.Code = code ': hit x3
    End Sub ': hit
End Class

Public Class Handle
    Implements IDisposable

    Private ReadOnly name As String

    Public Sub New(name As String) ': hit
        Me.name = name ': hit x5
    End Sub ': hit

    Public Sub Dispose() Implements IDisposable.Dispose 'D: hit
        Say("closed " & name) ': hit x5
    End Sub ': hit
End Class

Public Module TryStatements

    Private ReadOnly gate As New Object() ': hit x1

    Public Sub Run() 'D: hit
        Say(Parse("12") + Parse("x") + Parse(Nothing)) ': hit x1
        Say(Divide(4, 2) + Divide(1, 0)) ': hit x1
        Say(Reserve(1)) ': hit x1
        Say(Reserve(5)) ': hit x1
        Say(Reserve(9)) ': hit x1
        Say(Lines()) ': hit x1
        Say(Locked(3)) ': hit x1
        Say(Twice()) ': hit x1
        Say(Legacy(0)) ': hit x1
        Say(Legacy(2)) ': hit x1
        Say(Nested()) ': hit x1
        Say(Retry(3)) ': hit x1
        Say(InFinally(True)) ': hit x1
        Say(InFinally(False)) ': hit x1
        Say(Number()) ': hit x1
        Try 'D: hit
            Escapes() ': hit x1
            Say("never") ': miss
        Catch ex As KeyNotFoundException 'D: miss
            Say("key") ': miss
        Catch ex As ArgumentException 'D: hit
            Say(ex.ParamName) ': hit x1
        End Try 'D: hit
    End Sub ': hit

    '- Try with several Catch clauses
    Private Function Parse(text As String) As Integer 'D: hit
        Try 'D: hit
            Return Integer.Parse(text) ': hit x3
        Catch ex As FormatException 'D: hit
            Return -1 ': hit x1
        Catch ex As ArgumentNullException When text Is Nothing ': part 1/2 x1
            Return -2 ': hit x1
        Catch 'D: miss
            Return -3 ': miss
        End Try
    End Function ': hit

    '- Finally with a condition
    Private Function Divide(a As Integer, b As Integer) As Integer 'D: hit
        Dim done = False ': hit x2
        Try 'D: hit
            Dim q = a \ b ': hit x2
            done = True ': hit x1
            Return q ': hit x1
        Catch ex As DivideByZeroException 'D: hit
            Return 0 ': hit x1
        Finally 'D: hit
            If Not done Then ': hit 2/2 x2
                Say("failed") ': hit x1
            End If ': hit
        End Try
    End Function ': hit

    '- a user-defined exception, with When and AndAlso
    Private Function Reserve(n As Integer) As String 'D: hit
        Try 'D: hit
            If n > 3 Then ': hit 2/2 x3
                Throw New StockException("none left", n) ': hit x2
            End If 'D: hit
            Return "reserved" ': hit x1
        Catch ex As StockException When ex.Code > 3 AndAlso ex.Code < 7 ': part 1/2 2/2 x2
            Return "few" ': hit x1
        Catch ex As StockException 'D: hit
            Return ex.Message ': hit x1
        End Try
    End Function ': hit

    '- Using with one and with two resources
    Private Function Lines() As Integer 'D: hit
        Dim count = 0 ': hit x1
        Using reader As New StringReader("a" & vbLf & "b") ': hit x1
            Dim line = reader.ReadLine() ': hit x1
            While line IsNot Nothing ': hit 2/2 x3
                count += 1 ': hit x2
                line = reader.ReadLine() ': hit x2
            End While 'D: hit x2
        End Using ': hit
        Using a As New Handle("a"), b As New Handle("b") ': hit
            count += 1 ': hit x1
        End Using ': hit
        Return count ': hit x1
    End Function ': hit

    '- SyncLock with Return
    Private Function Locked(n As Integer) As Integer 'D: hit
        SyncLock gate ': hit x1
            If n > 2 Then Return n * 2 ': part 1/2 x1
            n += 1 ': miss
        End SyncLock 'D: hit 'R: hit
        Return n ': miss
    End Function ': hit

    '- a Throw from a Catch into an outer Try
    Private Function Twice() As String 'D: hit
        Try 'D: hit
            Try 'D: hit
                Throw New StockException("inner", 1) ': hit x1
            Catch ex As StockException 'D: hit
                Throw New InvalidOperationException("outer", ex) ': hit x1
            Finally 'D: hit
                Say("between") ': hit x1
            End Try
        Catch ex As InvalidOperationException When TypeOf ex.InnerException Is StockException ': part 1/2 x1
            Return ex.InnerException.Message ': hit x1
        End Try
        Return "none"
    End Function ': hit

    '- On Error GoTo with Err
    Private Function Legacy(n As Integer) As String 'D: hit
        On Error GoTo Failed ': hit
        Dim q = 10 \ n ': hit x2
        Return "ok " & q ': hit x1
Failed: 'D: hit
        If Err.Number = 11 Then ': part 1/2 x1
            Return "zero" ': hit x1
        End If 'D: miss
        Return Err.Description ': miss
    End Function ': hit

    '- Try in a Catch in a loop
    Private Function Nested() As Integer 'D: hit
        Dim total = 0 ': hit x1
        For i = 0 To 2 ': hit 2/2 x1
            Try 'D: hit
                total += 6 \ i ': hit x3
            Catch ex As DivideByZeroException 'D: hit
                Try 'D: hit
                    total += Integer.Parse("x") ': hit x1
                Catch inner As FormatException 'D: hit
                    total += 100 ': hit x1
                End Try ': hit
            End Try 'D: hit
        Next ': hit x3
        Return total ': hit x1
    End Function ': hit

    '- retries
    Private Function Retry(limit As Integer) As Integer 'D: hit
        Dim attempts = 0 ': hit x1
        Do 'D: hit
            Try 'D: hit
                attempts += 1 ': hit x3
                If attempts < limit Then Throw New TimeoutException() ': hit 2/2 x3
                Exit Do ': hit
            Catch ex As TimeoutException When attempts < limit ': part 1/2 x2
                Say("again") ': hit x2
            End Try 'D: hit
        Loop 'D: hit
        Return attempts ': hit x1
    End Function ': hit

    '- a Finally around a Return in an If
    Private Function InFinally(flag As Boolean) As Integer 'D: hit
        Dim value = 1 ': hit x2
        Try 'D: hit
            If flag Then Return value ': hit 2/2 x2
            value = 2 ': hit x1
        Finally 'D: hit
            Using h As New Handle("f" & value) ': hit x2
                value += 1 ': hit x2
            End Using ': hit
        End Try 'D: hit
        Return value ': hit x1
    End Function ': hit

    '- Resume Next over a line that fails
    Private Function Number() As Integer 'D: hit
        On Error Resume Next ': hit
        Dim n = 5 ': hit x1
        n = Integer.Parse("bad") ': hit x1
        n += 1 ': hit x1
        Return n ': hit x1
    End Function ': hit

    Private Sub Escapes() 'D: hit
        Throw New ArgumentException("bad", "name") ': hit x1
    End Sub

End Module
