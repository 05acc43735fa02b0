import Guion
import TestSupport
import Testing

/// Tests of blocks and spans whose text looks like Markdown.
///
/// They are written and read back.
@Suite struct GeneratedDocumentTests {
  private static let hostile = [
    "# one", "1. first", "2) second", "- item", "+ item", "* item", "> quote", "***", "---", "===",
    "*star*", "**two**", "_under_", "a_b_c", "`code`", "``", "[a](b)", "![a](b)", "[^1]", "[x] ",
    "<b>", "</b>", "<!-- x -->", "&amp;", "&", "a < b", "\\", "\\*", "| a | b |", "|---|", "~~a~~",
    "~~~", "```", "$a$", "$$", "$5", "www.a.org", "http://a.org/x_(y)", "a@b.org", "é", "日本", "Hi.",
    "and so on", "1986. A year", "!", ":---:", "[a]: /url", "{#id}", "2*3*4", "snake_case_x",
  ]

  private var random: SeededGenerator

  init() { random = SeededGenerator(seed: 22) }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  private mutating func text(_ most: Int = 4) -> MarkedText {
    var text = ""
    var spans: [InlineSpan] = []
    let kinds: [InlineSpan.Kind] = [
      .strong, .emphasis, .underline, .raised, .strikethrough, .code,
      .link(target: "a_(b)<c>\\d e"), .link(target: "#x"),
    ]
    for index in 0...pick(most) {
      if index > 0 { text += " " }
      let start = text.utf8.count
      text += Self.hostile[pick(Self.hostile.count)].trimmed
      if pick(3) == 0 {
        spans.append(InlineSpan(kinds[pick(kinds.count)], start..<text.utf8.count))
      }
    }
    let contents = spans.filter { $0.kind == .link(target: "#x") }
    spans += contents.map { InlineSpan(.contentsLink, $0.range) }
    return MarkedText(text, inlines: spans)
  }

  private mutating func paragraph(_ mark: Mark?, quotes: Int = 0) -> GuionElement {
    var words = text()
    if pick(4) == 0 {
      let more = text()
      let start = words.text.utf8.count
      if pick(2) == 0 { words.inlines.append(InlineSpan(.lineBreak, start..<start + 1)) }
      words.text += "\n" + more.text
      words.inlines += more.inlines.map {
        InlineSpan($0.kind, $0.range.lowerBound + start + 1..<$0.range.upperBound + start + 1)
      }
    }
    return GuionElement(
      elementType: .action, elementText: words.text, mark: mark, inlines: words.inlines,
      quoteDepth: quotes)
  }

  private mutating func list(quotes: Int) -> [GuionElement] {
    var elements: [GuionElement] = []
    var depth = 1
    let isOrdered = pick(2) == 0
    var number = pick(3)
    for _ in 0...pick(5) {
      if depth > 1 || pick(3) > 0 {
        let task: Bool? = pick(4) == 0 ? pick(2) == 0 : nil
        if depth == 1, isOrdered {
          elements.append(
            paragraph(.list(ordered: true, number: number, depth: 1, task: task), quotes: quotes))
          number += 1
          if pick(3) == 0 {
            if pick(2) == 0 { elements.append(code(quotes: quotes)) }
            elements.append(
              paragraph(.list(ordered: true, number: nil, depth: 1, task: nil), quotes: quotes))
          }
        } else {
          elements.append(
            paragraph(.list(ordered: false, number: nil, depth: depth, task: task), quotes: quotes))
        }
      }
      depth = 1 + pick(2)
    }
    return elements
  }

  private mutating func code(quotes: Int) -> GuionElement {
    let lines = (0...pick(3)).map { _ in pick(4) == 0 ? "" : "  " + text(1).text }
    return GuionElement(
      elementType: .action, elementText: "x\n" + lines.joined(separator: "\n"),
      mark: .code(language: pick(2) == 0 ? "swift" : nil), quoteDepth: quotes)
  }

  private mutating func table() -> [GuionElement] {
    let headers = (0...pick(2)).map { _ in text(2) }
    return (0...pick(3)).map { _ in
      let cells = headers.map { header in
        let words = text(2)
        return TableCell(
          header: header.text, headerInlines: header.inlines, text: words.text,
          inlines: words.inlines)
      }
      return GuionElement(
        elementType: .action, elementText: cells.map(\.text).joined(separator: ", "),
        mark: .row(cells: cells))
    }
  }

  private mutating func document() -> [GuionElement] {
    var elements: [GuionElement] = []
    for _ in 0..<1 + pick(6) {
      switch pick(8) {
      case 0:
        let words = text()
        elements.append(
          GuionElement(
            elementType: .sectionHeading(level: 1 + pick(6)), elementText: words.text,
            inlines: words.inlines))
      case 1: elements.append(GuionElement(elementType: .pageBreak, elementText: ""))
      case 2: elements.append(code(quotes: pick(2)))
      case 3: elements += table()
      case 4: elements.append(paragraph(.quote, quotes: 1 + pick(2)))
      case 5, 6: elements += list(quotes: pick(3) / 2)
      default: elements.append(paragraph(nil))
      }
    }
    return elements
  }

  @Test mutating func hostileDocumentsStayTheSame() {
    for round in 0..<Strength.rounds(6000) {
      let elements = document()
      let conversion = DocumentConversion(
        ConversionSource(elements: elements, isMarked: false), to: .markdown, edition: .first)
      guard let loss = conversion.losses.first else { continue }
      let outline = GuionParsedElementCollection(
        bytes: conversion.bytes, format: .markdown, edition: .first
      )
      .elements
      .markdownOutline
      Issue.record(
        """
        round \(round), \(loss)
        \(elements.markdownOutline)
        \(outline)
        \(String(decoding: conversion.bytes, as: UTF8.self))
        """)
      return
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
