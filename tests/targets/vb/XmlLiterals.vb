' XML literals whose text has quotes and apostrophes.

Imports System.Xml.Linq

Friend Module XmlLiterals

    Public Sub Run() 'D: hit
        AfterSection(1) ': hit
        AfterText(1) ': hit
        AfterCode(1) ': hit
        Use(Section.Value.Length + Text.Value.Length + Code(3).Value.Length) ': hit
    End Sub ': hit

    Private ReadOnly Section As XElement = <a><![CDATA[ It's 5" ]]></a> ': hit

    '- a lambda after a section
    Private Sub AfterSection(n As Integer) 'D: hit
        Dim never = ': hit
            Function() ': miss
                Return 1 ': miss
            End Function ': miss
        Use(n) ': hit
    End Sub ': hit

    Private ReadOnly Text As XElement = <a b="it's">5" of it</a> ': hit

    '- a lambda after a text
    Private Sub AfterText(n As Integer) 'D: hit
        Dim never = ': hit
            Function() ': miss
                Return 1 ': miss
            End Function ': miss
        Use(n) ': hit
    End Sub ': hit

    '- code in a literal
    Private Function Code(n As Integer) As XElement 'D: hit
        Return <a c=<%= n %>><%= If(n = 3, <b>"</b>, <c/>) %></a> ': part 1/2
    End Function ': hit

    '- a lambda after code in a literal
    Private Sub AfterCode(n As Integer) 'D: hit
        Dim never = ': hit
            Function() ': miss
                Return 1 ': miss
            End Function ': miss
        Use(n) ': hit
    End Sub ': hit

End Module
