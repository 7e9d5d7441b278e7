' Generics, interfaces, inheritance, shared state, operators, tuples, nested classes.

Imports System
Imports System.Collections
Imports System.Collections.Generic
Imports System.Linq

Public Interface IRule(Of In T)
    ReadOnly Property Name As String
    Function Check(value As T, ByRef reason As String) As Boolean
End Interface

Public MustInherit Class Rule(Of T)
    Implements IRule(Of T)

    Private Shared made As Integer

    Protected Sub New(name As String) ': hit
        Me.Name = If(name, Me.GetType().Name) ': hit 2/2 x4
        made += 1 ': hit x4
    End Sub ': hit

    Public ReadOnly Property Name As String Implements IRule(Of T).Name

    Public Shared ReadOnly Property Count As Integer
        Get 'D: hit
            Return If(made > 100, 100, made) ': part 1/2 x1
        End Get 'D: hit
    End Property

    Public MustOverride Function Check(value As T, ByRef reason As String) As Boolean Implements IRule(Of T).Check

    Public Shared Operator And(a As Rule(Of T), b As Rule(Of T)) As Rule(Of T) 'D: hit
        Return New BothRule(a, b) ': hit x1
    End Operator ': hit

    Public Shared Operator Not(a As Rule(Of T)) As Rule(Of T) 'D: hit
        Return If(TypeOf a Is NotRule, DirectCast(a, NotRule).Inner, New NotRule(a)) ': part 1/2 x1
    End Operator 'D: hit

    Private NotInheritable Class BothRule
        Inherits Rule(Of T)

        Private ReadOnly first, second As Rule(Of T)

        Public Sub New(first As Rule(Of T), second As Rule(Of T)) 'D: hit
            MyBase.New("both") ': hit x1
            Me.first = first ': hit x1
            Me.second = second ': hit x1
        End Sub ': hit

        Public Overrides Function Check(value As T, ByRef reason As String) As Boolean 'D: hit
            Return first.Check(value, reason) AndAlso second.Check(value, reason) ': hit 2/2 2/2 x3
        End Function ': hit
    End Class

    Private NotInheritable Class NotRule
        Inherits Rule(Of T)

        Public ReadOnly Inner As Rule(Of T)

        Public Sub New(inner As Rule(Of T)) 'D: hit
            MyBase.New(Nothing) ': hit x1
            Me.Inner = inner ': hit x1
        End Sub ': hit

        Public Overrides Function Check(value As T, ByRef reason As String) As Boolean 'D: hit
            If Inner.Check(value, reason) Then ': hit 2/2 x2
                reason = "not " & Inner.Name ': hit x1
                Return False ': hit x1
            End If 'D: hit
            reason = Nothing ': hit x1
            Return True ': hit x1
        End Function ': hit
    End Class
End Class

Public Class Where(Of T)
    Inherits Rule(Of T)

    Private ReadOnly test As Func(Of T, Boolean)

    Public Sub New(name As String, test As Func(Of T, Boolean)) 'D: hit
        MyBase.New(name) ': hit x2
        Me.test = test ': hit x2
    End Sub ': hit

    Public Overrides Function Check(value As T, ByRef reason As String) As Boolean 'D: hit
        If test(value) Then Return True ': hit 2/2 x5
        reason = Name & " failed" ': hit x2
        Return False ': hit x2
    End Function ': hit
End Class

'- a user-defined enumerable with an indexer, a nested enumerator and Default
Public Class Grid
    Implements IEnumerable(Of Integer)

    Private ReadOnly cells(,) As Integer

    Public Sub New(rows As Integer, columns As Integer) ': hit
        If rows < 1 OrElse columns < 1 Then Throw New ArgumentException() ': part 1/2 1/2 x1
        ReDim cells(rows - 1, columns - 1) ': hit x1
    End Sub ': hit

    Default Public Property Item(row As Integer, Optional column As Integer = 0) As Integer
        Get 'D: hit
            Return cells(row, column) ': hit
        End Get ': hit
        Set(value As Integer) 'D: hit
            If value <> cells(row, column) Then cells(row, column) = value ': part 1/2 x2
        End Set ': hit
    End Property

    Public Iterator Function GetEnumerator() As IEnumerator(Of Integer) Implements IEnumerable(Of Integer).GetEnumerator 'D: hit
        For row = 0 To cells.GetUpperBound(0) ': hit 2/2 x1
            For column = 0 To cells.GetUpperBound(1) ': hit 2/2 x2
                If cells(row, column) <> 0 Then Yield cells(row, column) ': hit 2/2 x6
            Next ': hit
        Next ': hit
    End Function ': hit

    Private Function Plain() As IEnumerator Implements IEnumerable.GetEnumerator 'D: miss
        Return GetEnumerator() ': miss
    End Function ': miss
End Class

<Flags>
Public Enum Rights
    None = 0
    Read = 1
    Write = 2
    Share = 4
    All = Read Or Write Or Share
End Enum

Module TypeGenerics

    Private ReadOnly limits As New Dictionary(Of String, (Low As Integer, High As Integer)) From { ': hit x1
        {"a", (1, 5)}, ': hit x1
        {"b", (0, 9)}} ': hit x1
    Private calls As Integer = Keep(0) ': hit x1

    '- tuples with names, ByRef in conditions, TryGetValue
    Private Function Inside(key As String, value As Integer) As (Ok As Boolean, Reason As String) 'D: hit
        Dim limit As (Low As Integer, High As Integer) = Nothing ': hit x4
        If Not limits.TryGetValue(key, limit) Then Return (False, "key") ': hit 2/2 x4
        If value < limit.Low Then ': hit 2/2 x3
            Return (False, "low") ': hit x1
        ElseIf value > limit.High Then ': part 1/2 x2
            Return (False, "high") ': miss
        End If
        Return (True, Nothing) ': hit x2
    End Function ': hit

    '- flags: HasFlag, And in conditions, Select Case on combinations
    Private Function Show(rights As Rights) As String 'D: hit
        Dim text = "" ': hit x4
        If rights.HasFlag(Rights.Read) Then text &= "r" ': hit 2/2 x4
        If (rights And Rights.Write) = Rights.Write Then text &= "w" ': hit 2/2 x4
        If (rights And (Rights.Read Or Rights.Share)) <> 0 AndAlso text.Length < 2 Then text &= "+" ': hit 2/2 2/2 x4
        Select Case rights ': part 3/4 x4
            Case Rights.None 'D: hit
                Return "-" ': hit x1
            Case Rights.All, Rights.Read Or Rights.Write 'D: hit
                Return text.ToUpper() ': hit x1
            Case Else 'D: hit
                Return text ': hit x2
        End Select
    End Function ': hit

    '- generic methods with constraints, comparers, defaults
    Private Function Largest(Of T As {IComparable(Of T)})(items As IEnumerable(Of T), Optional fallback As T = Nothing) As T 'D: hit
        Dim best = fallback ': hit x2
        Dim any = False ': hit x2
        For Each item In items ': hit 2/2 x2
            If Not any OrElse item.CompareTo(best) > 0 Then ': hit 2/2 2/2
                best = item ': hit x2
                any = True ': hit x2
            End If 'D: hit
        Next 'D: hit
        Return best ': hit x2
    End Function ': hit

    Private Function Convert(Of T)(value As Object) As T 'D: hit
        If TypeOf value Is T Then Return CType(value, T) ': hit 2/2 x2
        Return Nothing ': hit x1
    End Function ': hit

    '- casts of Object to values, structures, enumerations and arrays
    Private Function Casts(value As Object) As Integer 'D: hit
        If TypeOf value Is Date Then Return CDate(value).Year ': hit 2/2 x5
        If TypeOf value Is Rights Then Return CInt(DirectCast(value, Rights)) ': hit 2/2 x4
        Dim list = TryCast(value, IList) ': hit x3
        If list?.Count > 1 Then Return CInt(list(0)) ': hit 2/2 2/2 x3
        If TypeOf value IsNot KeyValuePair(Of String, Integer) Then Return -1 ': hit 2/2 x2
        Dim pair = DirectCast(value, KeyValuePair(Of String, Integer)) ': hit x1
        Return pair.Value ': hit x1
    End Function ': hit

    '- a state machine with Static, nested Select Case, Exit and GoTo out of loops
    Private Function Machine(input As String) As String 'D: hit
        Static runs As Integer ': none
        runs += 1 ': hit x2
        Dim state = 0, output = "" ': hit x2
        For Each c In input ': part 1/2 x2
            Select Case state ': part 3/4
                Case 0 'D: hit
                    Select Case c ': part 3/4
                        Case "a"c 'D: hit
                            state = 1 ': hit
                        Case "!"c 'D: hit
                            GoTo Failed 'D: hit
                        Case "#"c 'D: miss
                            output &= "#" ': miss
                        Case Else 'D: hit
                            output &= c ': hit
                    End Select 'D: hit
                Case 1 'D: hit
                    If c = "a"c Then Continue For ': hit 2/2
                    state = If(c = "b"c, 2, 0) ': hit 2/2
                Case 2 'D: hit
                    Exit For 'D: hit
            End Select 'D: hit
        Next 'D: hit
        Return output & state & runs ': hit x1
Failed: 'D: hit
        Return "failed" ': hit x1
    End Function ': hit

    '- nested functions by lambdas that call themselves and take ByRef
    Private Delegate Function Stepper(ByRef value As Integer) As Boolean

    Private Function Walk(start As Integer) As Integer 'D: hit
        Dim halve As Stepper = Function(ByRef n As Integer) As Boolean ': hit
                                   If n Mod 2 <> 0 OrElse n = 0 Then Return False ': part 2/2 1/2 x4
                                   n \= 2 ': hit x3
                                   Return True ': hit x3
                               End Function ': hit
        Dim value = start ': hit x1
        While halve(value) : calls += 1 : End While ': hit 2/2
        Return value ': hit x1
    End Function ': hit

    Public Sub Run() 'D: hit
        Dim even As New Where(Of Integer)("even", Function(n) n Mod 2 = 0) ': hit
        Dim big As New Where(Of Integer)("big", Function(n) n > 10) ': hit
        Dim check = even And Not big ': hit x1
        Dim reason As String = Nothing ': hit x1
        For Each n In {3, 4, 12} ': hit 2/2 x1
            If Not check.Check(n, reason) Then Eat(reason) ': hit 2/2 x3
        Next 'D: hit
        Eat(Rule(Of Integer).Count) ': hit x1
        Dim grid As New Grid(2, 3) ': hit x1
        grid(0, 1) = 5 ': hit x1
        grid(1) = 7 ': hit x1
        Eat(grid.Sum() + grid(1)) ': hit x1
        Eat(Inside("a", 3).Ok & Inside("a", 0).Reason & Inside("z", 0).Reason & Inside("b", 9).Ok) ': hit x1
        Eat(Show(Rights.Read) & Show(Rights.All) & Show(Rights.None) & Show(Rights.Write)) ': hit x1
        Eat(Largest({3, 9, 4}) + Largest(New Integer() {}, 5)) ': hit x1
        Eat(Convert(Of String)("s") & Convert(Of Integer)("s")) ': hit x1
        Eat(Casts(#1/2/2024#) + Casts(Rights.All) + Casts({4, 5}) + Casts(New KeyValuePair(Of String, Integer)("k", 3)) + Casts("x")) ': hit x1
        Eat(Machine("xaacabz") & Machine("!")) ': hit x1
        Eat(Walk(24)) ': hit x1
    End Sub ': hit

End Module
