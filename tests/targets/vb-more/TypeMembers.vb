' Classes, interfaces, properties, events, operators, generics.

Imports System
Imports System.Collections.Generic
Imports System.Runtime.CompilerServices

Public Interface IShape
    ReadOnly Property Name As String
    Function Area() As Double
End Interface

Public MustInherit Class Shape
    Implements IShape

    Private Shared ReadOnly registry As List(Of String) ': none
    Public Shared Created As Integer = 0 ': hit x1

    Shared Sub New() 'D: hit
        registry = New List(Of String) ': hit x1
    End Sub ': hit

    Protected Sub New(name As String) ': hit
        Me.Name = name ': hit x3
        Created += 1 ': hit x3
        If Not registry.Contains(name) Then registry.Add(name) ': hit 2/2 x3
    End Sub ': hit

    Public ReadOnly Property Name As String Implements IShape.Name
    Public MustOverride Function Area() As Double Implements IShape.Area

    Public Overridable Function Describe() As String 'D: hit
        Return $"{Name} of {Area():0.0}" ': hit x2
    End Function ': hit
End Class

Public Class Circle
    Inherits Shape

    Private radiusValue As Double

    Public Sub New(radius As Double) 'D: hit
        MyBase.New("circle") ': hit x2
        Me.Radius = radius ': hit x2
    End Sub ': hit

    Public Property Radius As Double
        Get 'D: hit
            Return radiusValue ': hit x2
        End Get ': hit
        Set(value As Double) 'D: hit
            If value < 0 Then ': hit 2/2 x2
                radiusValue = 0 ': hit x1
            Else 'D: hit
                radiusValue = value ': hit x1
            End If ': hit
        End Set ': hit
    End Property

    Public Overrides Function Area() As Double 'D: hit
        Return Radius * Radius * 3 ': hit x1
    End Function ': hit
End Class

Public NotInheritable Class Square
    Inherits Shape

    Public Property Side As Integer = 2 ': hit x1

    Public Sub New() 'D: hit
        MyBase.New("square") ': hit x1
    End Sub ': hit

    Public Overrides Function Area() As Double 'D: hit
        Return Side ^ 2 ': hit x1
    End Function ': hit

    Public Overrides Function Describe() As String 'D: hit
        Return MyBase.Describe() & "!" ': hit x1
    End Function ': hit

    Public Overrides Function ToString() As String 'D: miss
        Return "square" ': miss
    End Function ': miss
End Class

Partial Public Class Account
    Public Event Changed(sender As Object, amount As Decimal)
    Private balanceValue As Decimal

    Public ReadOnly Property Balance As Decimal
        Get 'D: hit
            Return balanceValue ': hit x1
        End Get ': hit
    End Property

    Partial Private Sub Logged(amount As Decimal)
    End Sub
End Class

Partial Public Class Account
    Public Sub Deposit(amount As Decimal) 'D: hit
        If amount <= 0 Then Throw New ArgumentOutOfRangeException(NameOf(amount)) ': hit 2/2 x3
        balanceValue += amount ': hit x2
        Logged(amount) ': hit x2
        RaiseEvent Changed(Me, amount) ': hit x2
    End Sub ': hit

    Private Sub Logged(amount As Decimal) 'D: hit
        Say("log " & amount) ': hit x2
    End Sub ': hit
End Class

Public Class Watcher
    Private WithEvents account As Account
    Public Total As Decimal

    Public Sub New(account As Account) ': hit
        Me.account = account ': hit x1
    End Sub ': hit

    Private Sub OnChanged(sender As Object, amount As Decimal) Handles account.Changed 'D: hit
        If amount > 50 Then ': hit 2/2 x2
            Total += amount ': hit x1
        End If 'D: hit
    End Sub ': hit
End Class

Public Structure Money
    Implements IComparable(Of Money)

    Public ReadOnly Cents As Integer

    Public Sub New(cents As Integer) ': hit
        Me.Cents = cents ': hit
    End Sub ': hit

    Public Shared Operator +(a As Money, b As Money) As Money 'D: hit
        Return New Money(a.Cents + b.Cents) ': hit x1
    End Operator ': hit

    Public Shared Operator <(a As Money, b As Money) As Boolean 'D: hit
        Return a.Cents < b.Cents ': hit x1
    End Operator ': hit

    Public Shared Operator >(a As Money, b As Money) As Boolean 'D: miss
        Return a.Cents > b.Cents ': miss
    End Operator ': miss

    Public Shared Widening Operator CType(cents As Integer) As Money 'D: hit
        Return New Money(cents) ': hit x1
    End Operator ': hit

    Public Function CompareTo(other As Money) As Integer Implements IComparable(Of Money).CompareTo 'D: hit
        Return Cents.CompareTo(other.Cents) ': hit x1
    End Function ': hit

    Public Overrides Function Equals(obj As Object) As Boolean 'D: hit
        Return TypeOf obj Is Money AndAlso DirectCast(obj, Money).Cents = Cents ': part 2/2 1/2 x2
    End Function ': hit
End Structure

Public Class Repository(Of T As {Class, IShape, New})
    Private ReadOnly items As New Dictionary(Of String, T) ': hit x1

    Default Public Property Item(key As String) As T
        Get 'D: hit
            Dim found As T = Nothing ': hit x2
            If items.TryGetValue(key, found) Then Return found ': hit 2/2 x2
            found = New T() ': hit x1
            items(key) = found ': hit x1
            Return found ': hit x1
        End Get ': hit
        Set(value As T) 'D: miss
            items(key) = value ': miss
        End Set ': miss
    End Property
End Class

Public Module Extensions
    <Extension>
    Public Function Shout(text As String, Optional times As Integer = 1) As String 'D: hit
        Dim result = text.ToUpper() ': hit x2
        For i = 1 To times ': hit 2/2 x2
            result &= "!" ': hit x4
        Next ': hit x4
        Return result ': hit x2
    End Function ': hit

    <Extension>
    Public Function IsEmpty(Of T)(items As IEnumerable(Of T)) As Boolean 'D: hit
        For Each item In items ': part 1/2 x1
            Return False ': hit x1
        Next 'D: none
        Return True ': miss
    End Function ': hit
End Module

Public Class Clock
    Private handlers As EventHandler

    Public Custom Event Tick As EventHandler
        AddHandler(value As EventHandler) 'D: hit
            handlers = CType([Delegate].Combine(handlers, value), EventHandler) ': hit x2
        End AddHandler ': hit
        RemoveHandler(value As EventHandler) 'D: hit
            handlers = CType([Delegate].Remove(handlers, value), EventHandler) ': hit x1
        End RemoveHandler ': hit
        RaiseEvent(sender As Object, e As EventArgs) 'D: hit
            If handlers IsNot Nothing Then handlers(sender, e) ': hit 2/2 x2
        End RaiseEvent ': hit
    End Event

    Public Sub Go() 'D: hit
        RaiseEvent Tick(Me, EventArgs.Empty) ': hit x2
    End Sub ': hit
End Class

Public Module TypeMembers
    Private ticks As Integer

    Public Sub Run() 'D: hit
        For Each s As Shape In New Shape() {New Circle(2), New Square()} ': hit 2/2 x1
            Say(s.Describe()) ': hit x2
        Next 'D: hit
        Dim flat As New Circle(-1) ': hit x1
        Say(Shape.Created) ': hit x1

        Dim account As New Account() ': hit x1
        Dim watcher As New Watcher(account) ': hit x1
        account.Deposit(10) ': hit x1
        account.Deposit(60) ': hit x1
        Try 'D: hit
            account.Deposit(0) ': hit x1
        Catch ex As ArgumentOutOfRangeException 'D: hit
            Say(ex.ParamName) ': hit x1
        End Try 'D: hit
        Say(account.Balance + watcher.Total) ': hit x1

        Dim sum As Money = New Money(5) + 7 ': hit x1
        Say(If(sum < New Money(20), "less", "more")) ': part 1/2 x1
        Say(sum.Equals(New Money(13)) Or sum.Equals("x")) ': hit x1
        Say(sum.CompareTo(New Money(1))) ': hit x1

        Dim squares As New Repository(Of Square2)() ': hit x1
        Say(squares("a").Name & squares("a").Area()) ': hit x1
        Say("hi".Shout() & "ho".Shout(3)) ': hit x1
        Say({1}.IsEmpty()) ': hit x1

        Dim clock As New Clock() ': hit x1
        clock.Go() ': hit x1
        AddHandler clock.Tick, AddressOf OnTick ': hit x1
        AddHandler clock.Tick, Sub(o, e) ticks += 10 ': hit x1
        RemoveHandler clock.Tick, AddressOf OnTick ': hit x1
        clock.Go() ': hit x1
        Say(ticks) ': hit x1
    End Sub ': hit

    Private Sub OnTick(sender As Object, e As EventArgs) 'D: miss
        ticks += 1 ': miss
    End Sub ': miss
End Module

Public Class Square2
    Implements IShape

    Public ReadOnly Property Name As String = "sq" Implements IShape.Name ': hit x1

    Public Function Area() As Double Implements IShape.Area 'D: hit
        Return 4 ': hit x1
    End Function ': hit
End Class
