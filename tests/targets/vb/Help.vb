' What every target uses: opaque values and a sink.

Imports System

Friend Module Help

    Private sink As Long

    Public Function Yes() As Boolean 'D: hit
        Return True ': hit
    End Function ': hit

    Public Function No() As Boolean 'D: hit
        Return False ': hit
    End Function ': hit

    Public Function Id(Of T)(value As T) As T 'D: hit
        Return value ': hit
    End Function ': hit

    Public Sub Use(value As Integer) 'D: hit
        sink += value ': hit
    End Sub ': hit

    Public Function Fail(message As String) As Integer 'D: hit
        Throw New InvalidOperationException(message) ': hit
    End Function

End Module
