import Guion
import Testing

/// Tests of code that is never closed and hides the rest of a text.
@Suite struct UnclosedCodeTests {
  static let open: [(text: String, line: Int)] = [
    ("One.\n\n```\nls\n\nThen two.\n\nThree.\n", 3), ("One.\n\n~~~~\nls\n~~~\n\nTwo.\n", 3),
    ("> a\n\n```sh\r\nls\r\n\r\nTwo.\n", 3), ("One.\n\n<script>\nvar a;\n\nTwo.\n", 3),
    ("<STYLE>\na\n\nTwo.\n", 1), ("```\na\n```\n\n```\nb\n\nTwo.\n", 5),
  ]

  @Test(arguments: open) func `code that hides the rest has a warning`(_ text: String, _ line: Int)
  {
    let parser = CommonMarkParser(string: text)
    #expect(parser.diagnostics.map(\.code) == ["unclosed-code"])
    #expect(parser.diagnostics.first?.position?.line == line)
    let first = GuionParsedElementCollection(string: text, format: .markdown, edition: .first)
    #expect(!first.diagnostics.contains { $0.code == "unclosed-code" })
  }

  @Test(arguments: [
    "```\nls\n\nx\n```\n\nOne.\n", "One.\n\n```\nls\n", "> ```\n> ls\n\nOne.\n\nTwo.\n",
    "- a\n\n  ```\n  ls\n\nOne.\n\nTwo.\n", "<style>\na\n\nb\n</STYLE>\n\nOne.\n\nTwo.\n",
    "<!-- ```\n-->\n\nOne.\n\nTwo.\n", "$$\na\n\nOne.\n\nTwo.\n",
    "1. a\n\n    ```\n    ls\n\nOne.\n\nTwo.\n",
  ])
  func `code that ends has none`(_ text: String) {
    #expect(!CommonMarkParser(string: text).diagnostics.contains { $0.code == "unclosed-code" })
  }

  @Test(arguments: [
    ("<script>", "unclosed-code"), ("<style>", "unclosed-code"), ("<!--", "unclosed-comment"),
  ])
  func `a page has the warning too`(_ sign: String, _ code: String) {
    let page = "<p>One</p>\n\(sign)\nx\n<p>Two</p>"
    let parsed = GuionParsedElementCollection(string: page, format: .html)
    #expect(parsed.elements.map(\.elementText) == ["One"])
    #expect(parsed.diagnostics.map(\.code) == [code])
    #expect(parsed.diagnostics.first?.position == SourcePosition(line: 2, column: 1))
  }

  @Test(arguments: [
    "{# x #}", "{#- x\ny -#}", "{% comment 'a' %}<b>x</b>{% endcomment %}", "<%-- <p>x</p> --%>",
    "<%# x %>", "<% if a > 3 %>", "{{!-- x {{y}} --}}", "{{! x }}", "{{-- x --}}", "{{/* x */}}",
    "@* x *@", "<?php // x -> y ?>", "<? x > 3 ?>",
  ])
  func `comments of templates in a page are not read`(_ comment: String) {
    let page = "<p>One \(comment)two</p>\(comment)<p>Thr\(comment)ee <code>{# x #}</code></p>"
    let parsed = GuionParsedElementCollection(string: page, format: .html)
    #expect(parsed.elements.map(\.elementText) == ["One two", "Three {# x #}"])
  }

  @Test(arguments: ["{#id} a #}", "{# a", "<% a", "@a *@ b", "a <? b"])
  func `signs that are no comment stay`(_ text: String) {
    let parsed = GuionParsedElementCollection(string: "<p>One \(text)</p><p>Two</p>", format: .html)
    #expect(parsed.elements.first?.elementText.hasPrefix("One") == true)
    #expect(parsed.elements.last?.elementText == "Two")
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "```\n", "<script>\n", "<style>a\n", "<!-- ", "</script", "<!--\n", "~~~\n\n",
    ])
  func `many marks take linear time`(_ mark: String) {
    _ = CommonMarkParser(string: String(repeating: mark, count: 20_000))
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "{# ", "{#a", "{% comment ", "<% ", "<? ", "{{! ", "<script>", "<code>", "@* ", "<!-- ",
    ])
  func `many marks of a page take linear time`(_ mark: String) {
    for end in ["", "#} %} %> ?> }} *@"] {
      let page = "<p>" + String(repeating: mark, count: 20_000) + end
      _ = GuionParsedElementCollection(string: page, format: .html)
    }
  }

  @Test func `private comments of other programs are not read in Fountain`() {
    let text = "One %%x%% two {>>y<<}.\n\nANNA %%x%%\nHello.\n\n%%x%%\n\n100%% or 20%% of it.\n"
    let parsed = GuionParsedElementCollection(string: text, format: .fountain)
    let words = parsed.elements.map { $0.elementText.split(separator: " ").joined(separator: " ") }
    #expect(words == ["One two .", "ANNA", "Hello.", "100%% or 20%% of it."])
    let first = GuionParsedElementCollection(string: text, format: .fountain, edition: .first)
    #expect(first.elements.first?.elementText == "One %%x%% two {>>y<<}.")
  }
}
