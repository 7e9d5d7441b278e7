' The twin's record of what ran: a count for each number of a point or an arm.

Imports System
Imports System.Collections.Generic
Imports System.IO
Imports System.Linq

Namespace Global.RandomPrograms

    Public Module T

        Private counts As Long() = New Long(4095) {}

        Private Sub Add(number As Integer)
            While number >= counts.Length
                Array.Resize(counts, counts.Length * 2)
            End While
            counts(number) += 1
        End Sub

        Public Sub P(point As Integer)
            Add(point)
        End Sub

        Public Function Q(point As Integer) As Boolean
            Add(point)
            Return True
        End Function

        Public Function C(arms As Integer, value As Boolean) As Boolean
            Add(If(value, arms + 1, arms))
            Return value
        End Function

        Public Function N(Of V)(arms As Integer, value As V) As V
            Add(If(value Is Nothing, arms, arms + 1))
            Return value
        End Function

        Public Iterator Function Steps(first As Integer, last As Integer, by As Integer) As IEnumerable(Of Integer)
            For number = first To last Step by
                Yield number
            Next
        End Function

        ' A loop: arm 0 for an element, arm 1 at the end; a point at the end of each round.
        Public Iterator Function E(Of V)(arms As Integer, point As Integer, source As IEnumerable(Of V)) As IEnumerable(Of V)
            For Each value In source
                Add(arms)
                Yield value
                Add(point)
            Next
            Add(arms + 1)
        End Function

        ' A loop that asks at the end of a round: arm 0 for one more, arm 1 at the end.
        Public Iterator Function Rounds(Of V)(arms As Integer, point As Integer, source As IEnumerable(Of V)) As IEnumerable(Of V)
            Dim values = source.ToList()
            For number = 1 To values.Count
                Yield values(number - 1)
                Add(point)
                Add(If(number < values.Count, arms, arms + 1))
            Next
        End Function

        Public Sub Write(path As String)
            File.WriteAllLines(path, counts.Select(Function(count, number) (count, number)).
                Where(Function(pair) pair.count > 0).Select(Function(pair) pair.number & " " & pair.count))
        End Sub

    End Module

End Namespace
