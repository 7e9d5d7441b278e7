' Lambdas and queries.

Imports System
Imports System.Collections.Generic
Imports System.Linq

Public Module LambdasAndQueries

    Private Class Person
        Public Property Name As String
        Public Property Age As Integer
        Public Property City As String
    End Class

    Private Function People() As List(Of Person) 'D: hit
        Return New List(Of Person) From { ': hit
            New Person With {.Name = "Ann", .Age = 30, .City = "Rome"}, ': hit
            New Person With {.Name = "Bob", .Age = 17, .City = "Oslo"}, ': hit
            New Person With {.Name = "Cid", .Age = 45, .City = "Rome"}} ': hit
    End Function ': hit

    Public Sub Run() 'D: hit
        Say(Adults()) ': hit x1
        Say(Grouped()) ': hit x1
        Say(Joined()) ': hit x1
        Say(Aggregates()) ': hit x1
        Say(Lambdas(5)) ': hit x1
        Say(Closures()) ': hit x1
        Say(Methods()) ': hit x1
        Say(Paged()) ': hit x1
        Say(Kept()) ': hit x1
    End Sub ': hit

    '- Where, Order By, Select
    Private Function Adults() As String 'D: hit
        Dim names = From p In People() ': hit
                    Where p.Age >= 18 AndAlso p.City = "Rome" ': part 2/2 1/2 x3
                    Order By p.Age Descending ': hit x2
                    Select p.Name ': hit x2
        Return String.Join(",", names) ': hit x1
    End Function ': hit

    '- Group By
    Private Function Grouped() As Integer 'D: hit
        Dim cities = From p In People() ': hit
                     Group p By p.City Into Members = Group, Count() ': hit x3
                     Where Count > 1 ': hit x2
                     Select City, Count, Oldest = Members.Max(Function(m) m.Age) ': hit x2
        Dim total = 0 ': hit x1
        For Each c In cities ': hit 2/2 x1
            total += c.Count + c.Oldest ': hit x1
        Next 'D: hit
        Return total ': hit x1
    End Function ': hit

    '- Join, Let, Distinct
    Private Function Joined() As Integer 'D: hit
        Dim codes = {New With {.City = "Rome", .Code = 1}, New With {.City = "Oslo", .Code = 2}} ': hit x1
        Dim q = From p In People() ': hit
                Join c In codes On p.City Equals c.City ': hit x3
                Let value = p.Age * c.Code ': hit x3
                Where value > 30 ': hit x3
                Select value Distinct ': hit x2
        Return q.Sum() ': hit x1
    End Function ': hit

    '- Aggregate
    Private Function Aggregates() As Integer 'D: hit
        Dim oldest = Aggregate p In People() Into Max(p.Age) ': hit
        Dim many = Aggregate p In People() Where p.Age > 18 Into Count() ': hit
        Dim every = Aggregate p In People() Into All(p.Age > 20) ': hit
        Return oldest + many + If(every, 1, 0) 'D: part 1/2 x1 'R: hit x1
    End Function ': hit

    '- lambdas with a body, with If, recursive
    Private Function Lambdas(n As Integer) As Integer 'D: hit
        Dim square = Function(x As Integer) x * x ': hit
        Dim sign = Function(x As Integer) If(x < 0, -1, 1) ': part 1/2
        Dim fact As Func(Of Integer, Integer) = Nothing ': hit x1
        fact = Function(x) If(x <= 1, 1, x * fact(x - 1)) ': hit 2/2
        Dim log = Sub(x As Integer) ': hit
                      If x > 10 Then ': part 1/2 x1
                          Say("big") ': hit x1
                      Else 'D: miss
                          Say("small") ': miss
                      End If ': hit
                  End Sub 'D: hit
        log(square(n)) ': hit x1
        Dim never = Sub() ': hit
                        Say("no") ': miss
                    End Sub ': miss
        Return sign(n) + fact(4) ': hit x1
    End Function ': hit

    '- closures in a loop
    Private Function Closures() As Integer 'D: hit
        Dim actions As New List(Of Func(Of Integer)) ': hit x1
        For i = 1 To 3 ': hit 2/2 x1
            Dim copy = i ': hit x3
            actions.Add(Function() copy * 2) ': hit x3
        Next ': hit x3
        Dim sum = 0 ': hit x1
        For Each a In actions ': hit 2/2 x1
            sum += a() ': hit x3
        Next 'D: hit
        Return sum ': hit x1
    End Function ': hit

    '- methods instead of query clauses
    Private Function Methods() As Integer 'D: hit
        Dim ages = People(). ': hit
            Where(Function(p) p.Age > 18). ': hit
            Select(Function(p) ': hit
                       If p.Name = "Ann" Then Return 1 ': hit 2/2 x2
                       Return p.Age ': hit x1
                   End Function). ': hit
            ToList() ': hit
        Return ages.Aggregate(0, Function(a, b) a + b) + ages.FirstOrDefault(Function(x) x > 100) ': hit
    End Function ': hit

    '- Skip While, Take, two sources
    Private Function Paged() As Integer 'D: hit
        Dim q = From a In {1, 2, 3}, b In {10, 20} ': hit
                Skip While a + b < 12 ': hit x4
                Take 3 ': hit
                Select a * b ': hit x6
        Return q.Count() + q.Max() * 0 ': hit x1
    End Function ': hit

    '- a query that is kept and run twice
    Private Function Kept() As Integer 'D: hit
        Dim source As New List(Of Integer) From {1, 2} ': hit x1
        Dim q = From n In source Where n > 1 ': hit x5
        Dim first = q.Count() ': hit x1
        source.Add(5) ': hit x1
        Return first + q.Count() ': hit x1
    End Function ': hit

End Module
