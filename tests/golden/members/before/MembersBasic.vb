Imports System.Collections.Generic
Imports System.Linq
Imports System.Threading.Tasks

Namespace Golden
    Public Module Numbered
        Public Function First(numbers As Integer()) As Integer
            Return numbers.Where(Function(n) n > 1).Sum(Function(n) n * 2)
        End Function

        Public Iterator Function Second(limit As Integer) As IEnumerable(Of Integer)
            For i = 1 To limit
                Yield i
            Next
        End Function

        Public Async Function Third() As Task(Of Integer)
            Await Task.Yield()
            Return 3
        End Function

        Public Function Fourth(limit As Integer) As Integer
            Static times As Integer = 1
            Dim more = Function(n As Integer) n + limit
            times += more(1)
            Return times
        End Function

        Public Function Fifth() As String
            Return New With {.One = 1, .Two = 2}.ToString()
        End Function
    End Module
End Namespace
