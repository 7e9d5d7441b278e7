Imports System.Collections.Generic
Imports System.Linq

Namespace Impacted
    Public Module Basic
        Public Function Sum(numbers As Integer()) As Integer
            Return numbers.Where(Function(n) n > 1).Sum(Function(n) n * 2)
        End Function

        Public Iterator Function Count() As IEnumerable(Of Integer)
            Yield 1
            Yield 2
        End Function

        Public Function Kept() As Integer
            Static times As Integer = 4
            times += 1
            Return times
        End Function
    End Module
End Namespace
