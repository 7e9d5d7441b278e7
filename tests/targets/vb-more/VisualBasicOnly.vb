Option Strict Off

' What only Visual Basic has.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Text
Imports System.Xml.Linq
Imports Microsoft.VisualBasic

Public Module VisualBasicOnly

    <Flags>
    Private Enum Access
        None = 0
        Read = 1
        Write = 2
    End Enum

    Private Delegate Function Operation(a As Integer, b As Integer) As Integer

    Public Sub Run() 'D: hit
        Say(Nullables(5, Nothing)) ': hit x1
        Say(Nullables(Nothing, Nothing)) ': hit x1
        Say(NullableOps(5, 3)) ': hit x1
        Say(Statics() + Statics()) ': hit x1
        Say(LikeText("abc1") & LikeText("zzz")) ': hit x1
        Say(Xml(3)) ': hit x1
        Say(Jumps(3)) ': hit x1
        Say(Arrays(3)) ': hit x1
        Say(Tuples(3, 5)) ': hit x1
        Say(Mids("hello")) ': hit x1
        Say(LateBound("text") + LateBound(New List(Of Integer) From {1})) ': hit x1
        Say(Optionals(1) + Optionals(1, 2) + Optionals(1, c:=5)) ': hit x1
        Say(Params() + Params(1, 2, 3)) ': hit x1
        Say(Flags(Access.Read Or Access.Write)) ': hit x1
        Say(Delegates(True)) ': hit x1
        Say(Functions(2)) ': hit x1
        Say(Withs()) ': hit x1
        Say(Multi("a"c)) ': hit x1
        Say(Conversions("12")) ': hit x1
        Say(Conversions("x")) ': hit x1
        Say(Dictionaries("b") & Dictionaries("z")) ': hit x1
        Say(Colon(1)) ': hit x1
        Say(Steps(0.5)) ': hit x1
        Say(Chained(Nothing) & Chained(New Uri("http://h/p"))) ': hit x1
        Say(ExitTry(0) + ExitTry(3)) ': hit x1
        Say(Ranges(New Date(2024, 7, 1))) ': hit x1
        Say(TrySelect("2")) ': hit x1
        Say(Texts("x", "X")) ': hit x1
        Dim box As New Box(Of Integer)(4) ': hit x1
        Say(box.Map(Function(n) n + 1).Value + box(2)) ': hit x1
        Call New Derived().Show() ': hit x1
    End Sub ': hit

    '- values that may be Nothing
    Private Function Nullables(a As Integer?, b As Integer?) As Integer 'D: hit
        Dim total = 0 ': hit x2
        If a.HasValue AndAlso Not b.HasValue Then ': part 2/2 1/2 x2
            total += a.Value ': hit x1
        End If 'D: hit
        total += If(b, 10) ': hit x2
        total += If(a, Nine()) ': hit 2/2 x2
        If a IsNot Nothing Then total += 1 ': hit 2/2 x2
        If a > 3 Then total += 100 ': hit 2/2 x2
        If b Is Nothing OrElse b < 5 Then total += 1000 ': part 1/2 0/2 x2
        Return total ': hit x2
    End Function ': hit

    Private Function Nine() As Integer 'D: hit
        Return 9 ': hit x1
    End Function ': hit

    '- lifted operators
    Private Function NullableOps(a As Integer?, b As Integer?) As Integer? 'D: hit
        Dim sum = a + b ': hit x1
        Dim product = a * b - 1 ': hit x1
        Dim less = a < b ': hit x1
        If less Then Return 0 ': part 1/2 x1
        If a = 5 AndAlso b = 3 Then sum += product ': part 1/2 1/2 x1
        Return -sum ': hit x1
    End Function ': hit

    '- Static locals
    Private Function Statics() As Integer 'D: hit
        Static count As Integer ': none
        Static list As New List(Of Integer) ': hit
        count += 1 ': hit x2
        list.Add(count) ': hit x2
        Return list.Sum() ': hit x2
    End Function ': hit

    '- Like
    Private Function LikeText(s As String) As String 'D: hit
        If s Like "[a-c]*#" Then ': hit 2/2 x2
            Return "match" ': hit x1
        ElseIf s Like "?x?" OrElse s Like "z*" Then ': part 1/2 1/2 x1
            Return "other" ': hit x1
        Else 'D: miss
            Return "none" ': miss
        End If
    End Function ': hit

    '- XML literals with a query
    Private Function Xml(count As Integer) As Integer 'D: hit
        Dim tree = <root> ': hit x1
                       <%= From i In Enumerable.Range(1, count) ': hit
                           Where i <> 2 ': hit x3
                           Select <item id=<%= i %>><%= If(i > 2, "big", "small") %></item> %> ': hit 2/2
                   </root> ': hit
        Dim sum = 0 ': hit x1
        For Each item In tree.<item> ': hit 2/2 x1
            sum += CInt(item.@id) ': hit x2
        Next 'D: hit
        Return sum ': hit x1
    End Function ': hit

    '- GoTo and labels
    Private Function Jumps(n As Integer) As Integer 'D: hit
        Dim i = 0 ': hit x1
Again: 'D: hit
        If i >= n Then GoTo Finish ': hit 2/2 x4
        i += 1 ': hit x3
        GoTo Again ': hit x3
Finish: 'D: hit
        Return i ': hit x1
    End Function ': hit

    '- ReDim, Preserve, Erase
    Private Function Arrays(n As Integer) As Integer 'D: hit
        Dim a() As Integer = {1, 2} ': hit x1
        ReDim Preserve a(n) ': hit x1
        a(n) = 9 ': hit x1
        Dim b(n)() As String ': hit x1
        ReDim b(0)(2) ': hit x1
        Dim total = a.Sum() + b(0).Length ': hit x1
        Erase a ': hit x1
        Return total + If(a Is Nothing, 1, 0) 'D: part 1/2 x1 'R: hit x1
    End Function ': hit

    '- tuples
    Private Function Split(n As Integer, d As Integer) As (Quotient As Integer, Remain As Integer) 'D: hit
        Return (n \ d, n Mod d) ': hit x1
    End Function ': hit

    Private Function Tuples(a As Integer, b As Integer) As Integer 'D: hit
        Dim r = Split(b, a) ': hit x1
        Dim list As New List(Of (Name As String, Value As Integer)) From {("a", 1), ("b", 2)} ': hit x1
        For Each t In list ': hit 2/2 x1
            If t.Name = "b" Then r.Remain += t.Value ': hit 2/2 x2
        Next 'D: hit
        Return r.Quotient + r.Remain ': hit x1
    End Function ': hit

    '- Mid as a statement
    Private Function Mids(s As String) As String 'D: hit
        Mid(s, 2, 3) = "EYY" ': hit x1
        Return Left(s, 3) & Right(s, 1) & StrReverse(s) & Len(s) ': hit x1
    End Function ': hit

    '- late binding
    Private Function LateBound(o As Object) As Integer 'D: hit
        If TypeOf o Is String Then ': hit 2/2 x2
            Return o.Length ': hit x1
        End If 'D: hit
        o.Add(5) ': hit x1
        If o.Count > 5 Then Return -1 ': part 1/2 x1
        Dim r As Object = o.Count ': hit x1
        r += 1 ': hit x1
        Return r ': hit x1
    End Function ': hit

    '- Optional
    Private Function Optionals(a As Integer, Optional b As Integer = 10, Optional c As Integer? = Nothing) As Integer 'D: hit
        If b = 10 AndAlso c Is Nothing Then Return a ': hit 2/2 2/2 x3
        Return a + b + If(c, 0) ': hit x2
    End Function ': hit

    '- ParamArray
    Private Function Params(ParamArray values() As Integer) As Integer 'D: hit
        If values.Length = 0 Then Return -1 ': hit 2/2 x2
        Dim total% = 0 ': hit x1
        For Each v% In values ': hit 2/2 x1
            total += v ': hit x3
        Next 'D: hit
        Return total ': hit x1
    End Function ': hit

    '- flags
    Private Function Flags(a As Access) As String 'D: hit
        Dim text As New StringBuilder ': hit x1
        If (a And Access.Read) <> 0 Then text.Append("r") ': part 1/2 x1
        If a.HasFlag(Access.Write) Then text.Append("w") ': part 1/2 x1
        If a = Access.None Then text.Append("-") ': part 1/2 x1
        Return text.ToString() ': hit x1
    End Function ': hit

    Private Function Add(a As Integer, b As Integer) As Integer 'D: hit
        Return a + b ': hit x1
    End Function ': hit

    '- delegates
    Private Function Delegates(plus As Boolean) As Integer 'D: hit
        Dim op As Operation = If(plus, AddressOf Add, CType(Function(a, b) a * b, Operation)) ': part 1/2 x1
        Dim chain As Action = Nothing ': hit x1
        chain = CType([Delegate].Combine(chain, New Action(Sub() Say("chain"))), Action) ': hit
        chain?.Invoke() ': part 1/2 x1
        Return op(2, 3) ': hit x1
    End Function ': hit

    '- functions that look like operators: no decisions
    Private Function Functions(n As Integer) As String 'D: hit
        Dim text = CStr(IIf(n > 1, "more", "one")) ': hit x1
        text &= CStr(Choose(n, "a", "b", "c")) ': hit x1
        text &= CStr(Switch(n = 1, "x", n = 2, "y")) ': hit x1
        Return text 'D: hit x1
    End Function ': hit

    '- With in With
    Private Function Withs() As String 'D: hit
        Dim b As New StringBuilder() ': hit x1
        With b ': hit
            .Append("a") ': hit x1
            With New List(Of Integer) From {1, 2} ': hit x1
                .Add(3) ': hit x1
                If .Count > 2 Then b.Append(.Count) ': part 1/2 x1
            End With ': hit
            .Append("z") ': hit x1
        End With ': hit
        Return b.ToString() ': hit x1
    End Function ': hit

    '- Select Case in If in Select Case
    Private Function Multi(c As Char) As Integer 'D: hit
        Select Case True ': hit x1
            Case Char.IsDigit(c) ': part 1/2 x1
                Return 1 ': miss
            Case Char.IsLetter(c) ': part 1/2 x1
                If Char.IsUpper(c) Then ': part 1/2 x1
                    Return 2 ': miss
                Else 'D: hit
                    Select Case c ': part 1/4 x1
                        Case "a"c, "e"c 'D: hit
                            Return 3 ': hit x1
                        Case "x"c 'D: miss
                            Return 4 ': miss
                    End Select 'D: miss
                End If 'D: miss
        End Select 'D: miss
        Return 0 ': miss
    End Function ': hit

    '- TryParse, TryCast, CType
    Private Function Conversions(s As String) As Integer 'D: hit
        Dim n As Integer ': none
        If Integer.TryParse(s, n) AndAlso n > 10 Then Return n ': part 2/2 1/2 x2
        Dim o As Object = s ': hit x1
        Dim list = TryCast(o, List(Of Integer)) ': hit x1
        If list Is Nothing Then Return If(IsNumeric(s), 1, -1) ': part 1/2 1/2 x1
        Return list.Count ': miss
    End Function ': hit

    '- a dictionary
    Private Function Dictionaries(key As String) As String 'D: hit
        Dim map As New Dictionary(Of String, Integer) From {{"a", 1}, {"b", 2}} ': hit x2
        Dim value As Integer ': none
        If Not map.TryGetValue(key, value) Then ': hit 2/2 x2
            Return "?" ': hit x1
        End If 'D: hit
        Return $"{key}={value}" ': hit x1
    End Function ': hit

    '- several statements on a line
    Private Function Colon(n As Integer) As Integer 'D: hit
        Dim a = 1 : Dim b = 2 : If n > 5 Then a = 9 ': part 1/2 x1
        If n = 1 Then a += 1 : b += 1 Else a -= 1 : b -= 1 ': part 1/2 x1
        Return a * b ': hit x1
    End Function ': hit

    '- steps that are not whole numbers
    Private Function Steps(s As Double) As Integer 'D: hit
        Dim rounds = 0 ': hit x1
        For x = 0.0 To 1.0 Step s ': hit 2/2
            rounds += 1 ': hit x3
        Next ': hit
        For y As Decimal = 3 To 1 Step -1D ': hit 2/2 x1
            rounds += 1 ': hit x3
        Next ': hit x3
        For z As Short = 1 To 2 ': hit 2/2 x1
            rounds += 1 ': hit x2
        Next ': hit x2
        Return rounds ': hit x1
    End Function ': hit

    '- ?. in a chain
    Private Function Chained(u As Uri) As String 'D: hit
        Dim length = u?.AbsolutePath?.Trim().Length ': part 2/2 1/2 x2
        Dim first = u?.Host(0) ': hit 2/2 x2
        Return If(u?.Host, "none") & length.GetValueOrDefault() & first.GetValueOrDefault("-"c) ': hit 2/2 2/2 x2
    End Function ': hit

    '- Exit Try
    Private Function ExitTry(n As Integer) As Integer 'D: hit
        Dim r = 1 ': hit x2
        Try 'D: hit
            If n = 0 Then Exit Try ': hit 2/2 x2
            r = 10 \ n ': hit x1
        Catch ex As Exception 'D: miss
            r = -1 ': miss
        Finally 'D: hit
            r += 1 ': hit x2
        End Try 'D: hit
        Return r ': hit x2
    End Function ': hit

    '- dates in ranges
    Private Function Ranges(d As Date) As String 'D: hit
        Select Case d ': hit x1
            Case Is < #1/1/2024# ': part 1/2 x1
                Return "old" ': miss
            Case #1/1/2024# To #12/31/2024# ': part 1/2 1/2 x1
                Return "this" ': hit x1
            Case Else
                Return "new" ': miss
        End Select
    End Function ': hit

    '- Select Case in Try
    Private Function TrySelect(s As String) As Integer 'D: hit
        Try 'D: hit
            Select Case Integer.Parse(s) ': part 1/4 x1
                Case 1 'D: miss
                    Return 10 ': miss
                Case 2 'D: hit
                    Throw New InvalidOperationException() ': hit x1
                Case 3 'D: miss
                    Return 30 ': miss
            End Select ': miss
        Catch ex As InvalidOperationException 'D: hit
            Return -1 ': hit x1
        End Try 'D: miss
        Return 0 ': miss
    End Function ': hit

    '- strings compared
    Private Function Texts(a As String, b As String) As Integer 'D: hit
        Dim n = 0 ': hit x1
        If a = b Then n += 1 ': part 1/2 x1
        If a <> b AndAlso a.ToUpper() = b Then n += 2 ': part 1/2 1/2 x1
        If a = "" OrElse b = Nothing Then n += 4 ': part 1/2 1/2 x1
        If String.Compare(a, b, True) = 0 Then n += 8 ': part 1/2 x1
        If a Is b Then n += 16 ': part 1/2 x1
        Dim same = a = b OrElse a = "x" ': part 1/2 1/2 x1
        Return n + If(same, 1, 0) 'D: part 1/2 x1 'R: hit x1
    End Function ': hit

    Private Class Box(Of T)
        Public ReadOnly Property Value As T

        Public Sub New(value As T) 'D: hit 'R: hit
            Me.Value = value ': hit x2
        End Sub ': hit

        Public Function Map(Of U)(f As Func(Of T, U)) As Box(Of U) 'D: hit
            Return New Box(Of U)(f(Value)) ': hit x1
        End Function ': hit

        Default Public ReadOnly Property Item(index As Integer) As Integer
            Get 'D: hit
                Return index * 2 ': hit x1
            End Get ': hit
        End Property
    End Class

    Private Class Base
        Public Overridable Sub Show() 'D: hit
            Say("base " & MyClass.Name()) ': hit x1
        End Sub ': hit

        Protected Overridable Function Name() As String 'D: hit
            Return "b" ': hit x1
        End Function ': hit
    End Class

    Private Class Derived
        Inherits Base

        Public Overrides Sub Show() 'D: hit
            MyBase.Show() ': hit x1
            Say(Me.Name()) ': hit x1
        End Sub ': hit

        Protected Overrides Function Name() As String 'D: hit
            Return "d" ': hit x1
        End Function ': hit
    End Class

End Module
