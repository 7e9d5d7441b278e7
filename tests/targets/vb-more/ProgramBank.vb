' A bank: classes, events, properties, operators, exceptions of its own.

Imports System
Imports System.Collections.Generic
Imports System.Linq
Imports System.Runtime.CompilerServices

Public Class InsufficientFunds
    Inherits Exception

    Public ReadOnly Property Missing As Decimal

    Public Sub New(missing As Decimal) 'D: hit
        MyBase.New("missing " & missing.ToString()) ': hit x2
        Me.Missing = missing ': hit x2
    End Sub ': hit
End Class

Public Enum Kind
    Current
    Savings
    Closed
End Enum

Public Class Ledger

    Private Shared nextId As Integer = 100 ': hit x1
    Private Shared ReadOnly known As Dictionary(Of Integer, Ledger)

    Shared Sub New() 'D: hit
        known = New Dictionary(Of Integer, Ledger)() ': hit x1
        If known.Count > 0 Then nextId = 0 ': part 1/2 x1
    End Sub ': hit

    Private balanceValue As Decimal
    Private ReadOnly history As New List(Of String) ': hit x3

    Public Event Changed(sender As Ledger, amount As Decimal)

    Public Sub New(owner As String, Optional kind As Kind = Kind.Current) ': hit
        If String.IsNullOrEmpty(owner) Then Throw New ArgumentException("owner") ': part 1/2 x3
        Me.Owner = owner ': hit x3
        Me.Kind = kind ': hit x3
        nextId += 1 ': hit x3
        Id = nextId ': hit x3
        known(Id) = Me ': hit x3
    End Sub ': hit

    Public ReadOnly Property Id As Integer
    Public ReadOnly Property Owner As String
    Public Property Kind As Kind

    Public Property Balance As Decimal
        Get 'D: hit
            Return balanceValue ': hit
        End Get ': hit
        Private Set(value As Decimal) 'D: hit
            Dim difference = value - balanceValue ': hit x4
            balanceValue = value ': hit x4
            If difference <> 0D Then RaiseEvent Changed(Me, difference) ': part 1/2 x4
        End Set ': hit
    End Property

    Default Public ReadOnly Property Entry(index As Integer) As String
        Get 'D: hit
            If index < 0 OrElse index >= history.Count Then Return "" ': part 1/2 2/2 x2
            Return history(index) ': hit x1
        End Get ': hit
    End Property

    Public Overridable Sub Deposit(amount As Decimal) 'D: hit
        Select Case True ': hit x3
            Case amount <= 0D ': part 1/2 x3
                Throw New ArgumentOutOfRangeException(NameOf(amount)) ': miss
            Case Kind = Kind.Closed ': part 1/2 x3
                Throw New InvalidOperationException("closed") ': miss
        End Select 'D: hit
        Balance += amount ': hit x3
        history.Add("+" & amount.ToString()) ': hit x3
    End Sub ': hit

    Public Sub Withdraw(amount As Decimal) 'D: hit
        If amount > Balance AndAlso Not Overdraft(amount) Then ': part 2/2 1/2 x3
            Throw New InsufficientFunds(amount - Balance) ': hit x2
        End If 'D: hit
        Balance -= amount ': hit x1
        history.Add("-" & amount.ToString()) ': hit x1
    End Sub ': hit

    Protected Overridable Function Overdraft(amount As Decimal) As Boolean 'D: hit
        Return False ': hit x2
    End Function ': hit

    Public Shared Operator +(a As Ledger, b As Ledger) As Decimal 'D: hit
        Return a.Balance + b.Balance ': hit x1
    End Operator ': hit

    Public Shared Operator <(a As Ledger, b As Ledger) As Boolean 'D: hit
        Return a IsNot Nothing AndAlso b IsNot Nothing AndAlso a.Balance < b.Balance ': part 1/2 1/2 1/2 x1
    End Operator 'D: hit

    Public Shared Operator >(a As Ledger, b As Ledger) As Boolean 'D: miss
        Return b < a ': miss
    End Operator ': miss

    Public Shared Narrowing Operator CType(id As Integer) As Ledger 'D: hit
        Dim found As Ledger = Nothing ': hit x2
        If Not known.TryGetValue(id, found) Then Return Nothing ': hit 2/2 x2
        Return found ': hit x1
    End Operator ': hit
End Class

Public Class Gold
    Inherits Ledger

    Private ReadOnly limit As Decimal

    Public Sub New(owner As String, limit As Decimal) 'D: hit
        MyBase.New(owner, Kind.Savings) ': hit x1
        Me.limit = Math.Max(limit, 0D) ': hit x1
    End Sub ': hit

    Public Overrides Sub Deposit(amount As Decimal) 'D: hit
        MyBase.Deposit(If(amount > 1000D, amount * 1.01D, amount)) ': part 1/2 x1
    End Sub ': hit

    Protected Overrides Function Overdraft(amount As Decimal) As Boolean 'D: miss
        Return amount - Balance <= limit ': miss
    End Function ': miss
End Class

Public Structure Coins
    Implements IComparable(Of Coins)

    Public ReadOnly Amount As Decimal
    Public ReadOnly Currency As String

    Public Sub New(amount As Decimal, currency As String) ': hit
        Me.Amount = amount ': hit x4
        Me.Currency = If(currency, "EUR") ': hit 2/2 x4
    End Sub ': hit

    Public Function CompareTo(other As Coins) As Integer Implements IComparable(Of Coins).CompareTo 'D: hit
        If Currency <> other.Currency Then Return String.CompareOrdinal(Currency, other.Currency) ': hit 2/2 x2
        Return Amount.CompareTo(other.Amount) ': hit x1
    End Function ': hit

    Public Overrides Function Equals(obj As Object) As Boolean 'D: hit
        Return TypeOf obj Is Coins AndAlso CompareTo(CType(obj, Coins)) = 0 ': part 1/2 0/2 x1
    End Function ': hit

    Public Overrides Function GetHashCode() As Integer 'D: miss
        Return Amount.GetHashCode() Xor Currency.GetHashCode() ': miss
    End Function ': miss
End Structure

Public Class Audit

    Private WithEvents watched As Ledger
    Public ReadOnly Lines As New List(Of String) ': hit x1

    Public Sub Watch(account As Ledger) 'D: hit
        watched = account ': hit x2
    End Sub ': hit

    Private Sub OnChanged(sender As Ledger, amount As Decimal) Handles watched.Changed 'D: hit
        Select Case amount ': hit x2
            Case Is < 0D ': hit 2/2 x2
                Lines.Add("out") ': hit x1
            Case 0D To 10D ': part 1/2 1/2 x1
                Lines.Add("small") ': miss
            Case 20D, 30D ': part 1/2 1/2 x1
                Lines.Add("round") ': miss
            Case Else
                Lines.Add("in") ': hit x1
        End Select 'D: hit
    End Sub ': hit
End Class

Module ProgramBank

    '- an extension method and one on a type parameter
    <Extension>
    Private Function Describe(account As Ledger, Optional long_ As Boolean = False) As String 'D: hit
        If account Is Nothing Then Return "none" ': hit 2/2 x3
        Return If(long_, $"{account.Owner}: {account.Balance:0.00}", account.Owner) ': hit 2/2 x2
    End Function ': hit

    <Extension>
    Private Function OrElse_(Of T As Class)(value As T, other As T) As T 'D: hit
        Return If(value, other) ': part 1/2 x1
    End Function ': hit

    '- transfers with Catch, When, Finally and a result by reference
    Private Function Transfer(source As Ledger, target As Ledger, amount As Decimal, ByRef message As String) As Boolean 'D: hit
        Dim done = False ': hit x3
        Try 'D: hit
            source.Withdraw(amount) ': hit x3
            target.Deposit(amount) ': hit x1
            done = True ': hit x1
        Catch ex As InsufficientFunds When ex.Missing < 10D AndAlso source.Owner <> "x" ': part 2/2 1/2 x2
            message = "nearly" ': hit x1
        Catch ex As InsufficientFunds 'D: hit
            message = ex.Message ': hit x1
        Catch ex As Exception When TypeOf ex Is ArgumentException OrElse TypeOf ex Is InvalidOperationException ': miss 0/2 0/2
            message = ex.GetType().Name ': miss
        Finally 'D: hit
            If Not done AndAlso message Is Nothing Then message = "?" ': part 2/2 1/2 x3
        End Try 'D: hit
        Return done ': hit x3
    End Function ': hit

    Public Sub Run() 'D: hit
        Dim a As New Ledger("ann") ': hit x1
        Dim b As New Ledger("bob", Kind.Savings) ': hit x1
        Dim g As New Gold("gil", 50D) ': hit x1
        Dim audit As New Audit() ': hit x1
        audit.Watch(a) ': hit x1
        a.Deposit(100D) ': hit x1
        g.Deposit(5D) ': hit x1
        Dim message As String = Nothing ': hit x1
        If Transfer(a, b, 60D, message) Then Eat(message) ': part 1/2 x1
        If Transfer(a, b, 45D, message) Then Eat(1) Else Eat(message) ': part 1/2 x1
        If Not Transfer(b, a, 500D, message) Then Eat(message) ': part 1/2 x1
        audit.Watch(Nothing) ': hit x1
        Eat(a + b) ': hit x1
        Eat(a < b) ': hit x1
        Eat(a(0) & a(7)) ': hit x1
        Eat(a.Describe() & b.Describe(long_:=True) & CType(Nothing, Ledger).Describe()) ': hit x1
        Eat(CType(101, Ledger).OrElse_(a).Owner) ': hit x1
        Eat(CType(5, Ledger)) ': hit x1
        Dim m As New Coins(1D, "USD") ': hit x1
        Eat(m.CompareTo(New Coins(2D, Nothing)) + m.CompareTo(New Coins(2D, "USD"))) ': hit x1
        Eat(m.Equals("m")) ': hit x1
        Eat(New Coins(1D, "X").Amount) ': hit x1
        Eat(audit.Lines.Count) ': hit x1
    End Sub ': hit

End Module
