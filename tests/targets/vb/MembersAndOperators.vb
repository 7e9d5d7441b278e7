' Properties, events, operators, Static locals, optional arguments, nullable values, XML, generics.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Xml.Linq

Friend Module MembersAndOperators

    Public Sub Run() 'D: hit
        Properties() ': hit x1
        Events() ': hit x1
        Operators2() ': hit x1
        Use(Counted() + Counted() + Counted()) ': hit x1
        Optionals(1) ': hit x1
        Optionals(1, 5) ': hit x1
        Lifted(3, Nothing) ': hit x1
        Xml("b") ': hit x1
        Initialisers() ': hit x1
        Queries({3, 1, 2}) ': hit x1
        Lambdas2(2) ': hit x1
        Strings("a", "b") ': hit x1
        Conversions(5L) ': hit x1
        Logic(1) ': hit x1
        Loops2(4) ': hit x1
        Use(Generic(Of String).Size("abc")) ': hit x1
        Use(New Derived().Area()) ': hit x1
        Arrays() ': hit x1
    End Sub ': hit

    Private NotInheritable Class Item
        Private Shared ReadOnly Names As New List(Of String) From {"x"} ': hit x1
        Private ReadOnly store As Integer() = {Id(1), Id(2)} ': hit x1
        Private levelValue As Integer

        Public Property Name As String
        Public Property Title As String = Id("t") ': hit x1
        Public ReadOnly Property Fixed As Integer = Id(4) ': hit x1

        Default Public Property Element(index As Integer) As Integer
            Get 'D: hit
                Return store(index) ': hit x1
            End Get ': hit
            Set(value As Integer) 'D: hit
                store(index) = value ': hit x1
            End Set ': hit
        End Property

        Public Property Level As Integer
            Get 'D: hit
                Return If(levelValue > 0, levelValue, -1) ': part 1/2 x1
            End Get ': hit
            Set 'D: hit
                If Value > 9 Then ': part 1/2 x1
                    levelValue = 9 ': miss
                Else 'D: hit
                    levelValue = Value ': hit x1
                End If 'D: hit 'R: miss
            End Set ': hit
        End Property

        Public ReadOnly Property Unread As Integer
            Get 'D: miss
                Return Names.Count ': miss
            End Get ': miss
        End Property

        Public WriteOnly Property Sink As Integer
            Set(value As Integer) 'D: hit
                Use(value + Names.Count) ': hit x1
            End Set ': hit
        End Property
    End Class

    '- properties: automatic, with bodies, default, read only, write only
    Private Sub Properties() 'D: hit
        Dim it As New Item With {.Name = "n"} ': hit x1
        it(0) = 5 ': hit x1
        it.Level = 3 ': hit x1
        it.Sink = it(0) + it.Level + it.Fixed ': hit x1
        Use(it.Name.Length + it.Title.Length) ': hit x1
    End Sub ': hit

    Private NotInheritable Class Source
        Private ReadOnly handlers As New List(Of EventHandler)() ': hit x2

        Public Event Plain As EventHandler

        Public Custom Event Counted As EventHandler
            AddHandler(value As EventHandler) 'D: hit
                handlers.Add(value) ': hit x1
            End AddHandler ': hit
            RemoveHandler(value As EventHandler) 'D: miss
                handlers.Remove(value) ': miss
            End RemoveHandler ': miss
            RaiseEvent(sender As Object, e As EventArgs) 'D: hit
                For Each handler In handlers ': hit 2/2 x2
                    handler(sender, e) ': hit x1
                Next 'D: hit
            End RaiseEvent ': hit
        End Event

        Public Sub Raise() 'D: hit
            RaiseEvent Plain(Me, EventArgs.Empty) ': hit x2
            RaiseEvent Counted(Me, EventArgs.Empty) ': hit x2
        End Sub ': hit
    End Class

    Private NotInheritable Class Listener
        Private WithEvents observed As New Source() ': hit x1

        Public Sub Go() 'D: hit
            AddHandler observed.Counted, AddressOf Heard ': hit x1
            observed.Raise() ': hit x1
        End Sub ': hit

        Private Sub Heard(sender As Object, e As EventArgs) Handles observed.Plain 'D: hit
            Use(1) ': hit x2
        End Sub ': hit
    End Class

    '- events: plain, Custom, Handles, AddressOf
    Private Sub Events() 'D: hit
        Dim listener As New Listener() ': hit x1
        listener.Go() ': hit x1
        Dim silent As New Source() ': hit x1
        silent.Raise() ': hit x1
    End Sub ': hit

    Private Structure Amount
        Public ReadOnly Value As Integer

        Public Sub New(value As Integer) ': hit
            Me.Value = value ': hit x5
        End Sub ': hit

        Public Shared Operator +(a As Amount, b As Amount) As Amount 'D: hit
            Return New Amount(a.Value + b.Value) ': hit x1
        End Operator ': hit

        Public Shared Operator =(a As Amount, b As Amount) As Boolean 'D: hit
            Return a.Value = b.Value ': hit x1
        End Operator ': hit

        Public Shared Operator <>(a As Amount, b As Amount) As Boolean 'D: miss
            Return a.Value <> b.Value ': miss
        End Operator ': miss

        Public Shared Widening Operator CType(value As Integer) As Amount 'D: hit
            Return New Amount(value) ': hit x2
        End Operator ': hit

        Public Shared Narrowing Operator CType(value As Amount) As Integer 'D: hit
            Return value.Value ': hit x2
        End Operator ': hit

        Public Shared Operator IsTrue(value As Amount) As Boolean 'D: hit
            Return value.Value <> 0 ': hit x2
        End Operator ': hit

        Public Shared Operator IsFalse(value As Amount) As Boolean 'D: miss
            Return value.Value = 0 ': miss
        End Operator ': miss
    End Structure

    '- operators and conversions
    Private Sub Operators2() 'D: hit
        Dim one As Amount = 1 ': hit x1
        Dim sum = one + New Amount(2) ': hit x1
        If sum = New Amount(3) Then Use(1) ': part 1/2 x1
        Use(CInt(sum)) ': hit x1
        If sum Then Use(CInt(one)) ': part 1/2 x1
        Use(If(CType(0, Amount), 1, 2)) ': part 1/2 x1
    End Sub ': hit

    '- Static locals: the guard of the initialiser is not a decision
    Private Function Counted() As Integer 'D: hit
        Static calls As Integer = Id(10) ': hit
        calls += 1 ': hit x3
        Return calls ': hit x3
    End Function ': hit

    '- optional arguments, ParamArray
    Private Sub Optionals(first As Integer, Optional second As Integer = 2) 'D: hit
        If second = 2 Then Use(first) ': hit 2/2 x2
        Use(Many(first, second) + Many()) ': hit x2
    End Sub ': hit

    Private Function Many(ParamArray values As Integer()) As Integer 'D: hit
        Return values.Length ': hit x4
    End Function ': hit

    '- lifted operators on nullable values: no decisions of the user's
    Private Sub Lifted(present As Integer?, absent As Integer?) 'D: hit
        Dim sum = present + absent ': hit x1
        Use(If(sum.HasValue, 1, 2)) ': part 1/2 x1
        If present > 2 Then ': part 1/2 x1
            Use(3) ': hit x1
        End If 'D: hit
        If absent = 1 Then ': part 1/2 x1
            Use(4) ': miss
        End If 'D: hit
        Use(If(absent, 7)) ': hit x1 -- GetValueOrDefault(7): there is no branch
    End Sub ': hit

    '- XML literals
    Private Sub Xml(name As String) 'D: hit
        Dim tree = <a><%= name %><b c=<%= name %>/></a> ': hit x1
        Use(tree.Value.Length + tree.<b>.Count()) ': hit x1
        Use(tree.<b>.@c.Length) ': hit x1
    End Sub ': hit

    '- object and collection initialisers, anonymous types, tuples
    Private Sub Initialisers() 'D: hit
        Dim map As New Dictionary(Of String, Integer) From {{"a", 1}, {"b", Id(2)}} ': hit x1
        Dim anonymous = New With {.A = Id(1), Key .B = 2} ': hit x1
        Dim pair = (Id(1), Name:=Id("n")) ': hit x1
        Use(map.Count + anonymous.A + anonymous.B + pair.Item1 + pair.Name.Length) ': hit x1
    End Sub ': hit

    '- queries
    Private Sub Queries(numbers As Integer()) 'D: hit
        Dim q = From n In numbers, m In numbers ': hit x3
                Let s = n + m ': hit x9
                Where s > 3 AndAlso n < m ': hit 2/2 2/2 x9
                Order By s Descending, n ': hit x2
                Group By s Into Total = Sum(n) ': hit x2
                Select s * Total ': hit x2
        Use(q.Sum()) ': hit x1
        Use(Aggregate n In numbers Into Max(n)) ': hit x3
    End Sub ': hit

    '- lambdas of one and of several lines
    Private Sub Lambdas2(offset As Integer) 'D: hit
        Dim sum As Func(Of Integer, Integer) = ': hit x1
            Function(n) 'D: hit 'R: hit
                If n > 1 Then ': hit 2/2 x2
                    Return n + offset ': hit x1
                End If 'D: hit
                Return Id(0) ': hit x1
            End Function ': hit
        Use(sum(1) + sum(2)) ': hit x1
        Dim choose = Function(b As Boolean) If(b, 1, 2) ': part 1/2 x1
        Use(choose(True)) ': hit x1
        Dim nested = Function(n As Integer) Function(m As Integer) n + m + offset ': hit x1
        Use(nested(1)(2)) ': hit x1
        Dim act As Action(Of Integer) = Sub(n) If n > 0 Then Use(n) Else Use(-n) ': part 1/2 x1
        act(1) ': hit x1
        Dim method As Func(Of Integer, Integer) = AddressOf Id(Of Integer) ': hit x1
        Use(method(1)) ': hit x1
    End Sub ': hit

    '- strings: Like, concatenation, comparison, interpolation
    Private Sub Strings(a As String, b As String) 'D: hit
        If a Like "a*" Then Use(1) ': part 1/2 x1
        If a & b = "ab" Then Use(2) ': part 1/2 x1
        If a < b Then Use(3) ': part 1/2 x1
        If a Is Nothing OrElse b IsNot Nothing Then Use(4) ': part 1/2 1/2 x1
        Use($"{a}-{b,5}".Length) ': hit x1
        Mid(a, 1, 1) = "z" ': hit x1
        Use(a.Length) ': hit x1
    End Sub ': hit

    '- CInt, CType, TryCast, TypeOf
    Private Sub Conversions(value As Object) 'D: hit
        Use(CInt(value)) ': hit x1
        Dim text = TryCast(value, String) ': hit x1
        Use(If(text, "none").Length) ': part 1/2 x1
        If TypeOf value Is Long Then Use(1) ': part 1/2 x1
        If TypeOf value IsNot String Then Use(2) ': part 1/2 x1
        Use(CInt(DirectCast(value, Long))) ': hit x1
    End Sub ': hit

    '- Xor, Not, nested short circuits
    Private Sub Logic(value As Integer) 'D: hit
        If Yes() Xor No() Then Use(1) ': part 1/2 x1
        If Not (Id(value) = 1 AndAlso Yes()) Then Use(2) ': part 1/2 1/2 x1
        If (Yes() AndAlso No()) OrElse (Id(value) = 1 AndAlso Yes()) Then Use(3) ': part 1/2 1/2 1/2 1/2 x1
        Dim stored = No() OrElse Id(value) = 2 ': part 1/2 1/2 x1
        Take(Yes() AndAlso No()) ': part 1/2 1/2 x1
        Take(stored) ': hit x1
    End Sub ': hit

    Private Sub Take(value As Boolean) 'D: hit
        Use(If(value, 1, 2)) ': part 1/2 x2
    End Sub ': hit

    '- loops: nested, Exit from the outer, Step down, Double, Decimal, Continue in each kind
    Private Sub Loops2(count As Integer) 'D: hit
        For i = count To 1 Step -1 ': hit 2/2 x1
            For j = 1 To 2 ': hit 2/2 x4
                Use(i * j) ': hit x8
            Next ': hit x8
        Next ': hit x4

        For d = 0.5 To 1.5 Step 0.5 ': hit 2/2 x1
            Use(CInt(d)) ': hit x3
        Next ': hit x3

        Dim left = count ': hit x1
        While True 'D: hit
            left -= 1 ': hit x4
            If left = 2 Then Continue While ': hit 2/2 x4
            If left = 0 Then Exit While ': hit 2/2 x3
        End While 'D: hit x2

        Do While left < 3 ': hit 2/2 x4
            left += 1 ': hit x3
            If left = 1 Then Continue Do ': hit 2/2 x3
            Use(left) ': hit x2
        Loop 'D: hit x2

        Do 'D: hit
            left -= 1 ': hit x3
            If left = 0 Then Exit Do ': hit 2/2 x3
        Loop 'D: hit x2

        For Each c In "ab" ': hit 2/2 x1
            If c = "b"c Then Continue For ': hit 2/2 x2
            Use(1) ': hit x1
        Next 'D: hit x2
    End Sub ': hit

    Private NotInheritable Class Generic(Of T)
        Public Shared Function Size(value As T) As Integer 'D: hit
            Dim text = value.ToString() ': hit x1
            Return If(text Is Nothing, 0, text.Length) ': part 1/2 x1
        End Function 'D: hit
    End Class

    Private MustInherit Class Base
        Protected ReadOnly Side As Integer

        Protected Sub New(side As Integer) ': hit
            Me.Side = side ': hit x1
        End Sub ': hit

        Public MustOverride Function Area() As Integer

        Protected Overridable Function Factor() As Integer 'D: miss
            Return 1 ': miss
        End Function ': miss
    End Class

    Private NotInheritable Class Derived
        Inherits Base

        Public Sub New() 'D: hit
            MyBase.New(Id(3)) ': hit x1
        End Sub ': hit

        Public Overrides Function Area() As Integer 'D: hit
            Return Side * Side * Factor() ': hit x1
        End Function ': hit

        Protected Overrides Function Factor() As Integer 'D: hit
            Return Id(2) ': hit x1
        End Function ': hit
    End Class

    '- arrays: ReDim Preserve, Erase, lengths
    Private Sub Arrays() 'D: hit
        Dim numbers(2) As Integer ': hit x1
        ReDim Preserve numbers(4) ': hit x1
        Use(numbers.Length) ': hit x1
        Erase numbers 'D: hit x1
        Dim grid = New Integer(1, 1) {{1, 2}, {3, 4}} ': hit x1
        For Each n In grid ': hit 2/2 x1
            Use(n) ': hit x4
        Next 'D: hit
    End Sub ': hit

End Module
