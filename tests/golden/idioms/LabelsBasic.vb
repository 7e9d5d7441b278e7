' Lifted comparisons and conversions of Visual Basic, conditions over Object, and what must not be taken for
' them. Marks as in Idioms.cs.

Option Strict Off

Imports System

Public Class LabelsBasic
    Public Function Compared(d As Date?, price As Decimal?, a As Integer?, b As Integer?) As Integer
        Dim count = 0
        If d > #1/1/2020# Then '= 2
            count += 1
        End If

        If price <= 5D Then '= 2
            count += 1
        End If

        If a = 5 AndAlso b = 3 Then '= 2 2
            count += 1
        End If

        Dim either = a = 5 OrElse b = 3 '= 2 2
        Dim wide As Long? = a
        Dim real As Double? = a * 2.0
        If wide = a Then '= 2
            count += 1
        End If

        count += CInt(real.GetValueOrDefault())
        Return count + If(either, 1, 2) '= 2
    End Function

    Public Function OfObjects(a As Object, b As Object) As Integer
        Dim count = 0
        If a AndAlso b Then '= 2 2
            count += 1
        End If

        If a OrElse b Then '= 2 2
            count += 1
        End If

        Dim both = a AndAlso b '= 2 2
        If both Then '= 2
            count += 1
        End If

        If CBool(a) Then '= 2
            count += 1
        End If

        Return count
    End Function

    ' Near misses: presence asked for by hand, values that are computed.
    Public Function ByHand(d As Date?, price As Decimal?, a As Integer?) As Integer
        Dim count = 0
        Dim wide = If(a.HasValue, CLng(a.Value), 3L) '= 2
        Dim later = If(d.HasValue, Date.Compare(d.Value, Date.Now), 4) '= 2
        If d.HasValue AndAlso d.Value > #1/1/2020# Then '= 2 2
            count += 1
        End If

        If price.HasValue Then '= 2
            count += CInt(Decimal.Round(price.Value))
        End If

        If Date.Compare(Date.Now, Date.MinValue) > 0 Then '= 2
            count += 1
        End If

        For Each v In {1, 2, 3} '= 2
            If v Mod 2 = 0 Then '= 2
                count += v
            End If
        Next

        Return count + CInt(wide) + later
    End Function

    ' one body for several labels; an If of the same shape; a range
    Public Function Several(text As String, value As Integer, number As Long) As Integer
        Dim found = 0
        Select Case text '= 3
            Case "a", "b"
                found = 1
        End Select
        Select Case value '= 3
            Case 1, 50
                found += 1
            Case Else
                found += 2
        End Select
        Select Case number '= 3
            Case 1, 500000000000
                found += 1
        End Select
        Dim copy = text
        If copy = "a" OrElse copy = "b" Then '= 2 2
            found += 1
        End If
        If value = 1 OrElse value = 50 Then '= 2 2
            found += 1
        End If
        Select Case value
            Case 1 To 50 '= 2 2
                found += 1
        End Select
        Return found
    End Function

End Class
