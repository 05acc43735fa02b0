import Guion
import TestSupport
import Testing

/// Tests of elements whose text looks like another kind of element.
///
/// They are written and read back.
@Suite struct GeneratedScriptTests {
  private static let hostile = [
    "INT. BAR", "CUT TO:", "JOHN", "JOHN (V.O.)", "@mary", "!bang", "~la", "> right", "> mid <",
    "# one", "= two", "===", ".45 calibre", "...", "(beat)", "1. first", "2) second", "- item",
    "*star*", "**two**", "_under_", "a_b_c", "[one]", "[[two]]", "[[open", "close]]", "/*", "*/",
    "/* x */", "\\", "\\*", "\\#", "a \\[ b", "^", "B ^", "Title: x", "x: y", "#1#", "é", "日本",
    "<b>",
    "&amp;", "a < b", "“quoted”", "***", "****", "**a", "a**", "Hi.", "and so on", "2 * 3 * 4",
  ]

  private var random: SeededGenerator

  init() { random = SeededGenerator(seed: 21) }

  private mutating func words(_ count: ClosedRange<Int> = 1...4) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in
      Self.hostile[Int.random(in: 0..<Self.hostile.count, using: &random)]
    }.joined(separator: " ")
  }

  private mutating func styled(_ type: ElementType, _ text: String) -> GuionElement {
    var spans: [InlineSpan] = []
    let kinds: [InlineSpan.Kind] = [.strong, .emphasis, .underline]
    if Bool.random(using: &random) {
      // Spans cover whole words, so that no character is cut.
      let first = text.split(separator: " ").first.map { $0.utf8.count } ?? 0
      let kind = kinds[Int.random(in: 0..<3, using: &random)]
      if first > 0 { spans = [InlineSpan(kind, 0..<first)] }
    }
    return GuionElement(elementType: type, elementText: text, inlines: spans)
  }

  private mutating func script() -> [GuionElement] {
    var elements = [GuionElement(elementType: .sceneHeading, elementText: "INT. HALL - DAY")]
    var followsSpeech = false
    for _ in 0..<Int.random(in: 3...12, using: &random) {
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1, 2:
        var cue = GuionElement(
          elementType: .character,
          elementText: "ANNE \(words(1...1).filter(\.isLetter).uppercased())".trimmed)
        cue.isDualDialogue = followsSpeech && Bool.random(using: &random)
        if Bool.random(using: &random) { cue.extension = "(V.O.)" }
        elements.append(cue)
        if Bool.random(using: &random) {
          elements.append(GuionElement(elementType: .parenthetical, elementText: "beat"))
        }
        elements.append(styled(.dialogue, words() + "\n" + words()))
        followsSpeech = true
        continue
      case 3: elements.append(GuionElement(elementType: .transition, elementText: words()))
      case 4:
        elements.append(GuionElement(elementType: .sectionHeading(level: 2), elementText: words()))
      case 5: elements.append(GuionElement(elementType: .synopsis, elementText: words()))
      case 6:
        elements.append(
          GuionElement(
            elementType: .comment, elementText: "why \(words(1...2).filter(\.isLetter))".trimmed))
      case 7:
        elements.append(GuionElement(elementType: .action, elementText: words(), isCentered: true))
      default: elements.append(styled(.action, words() + "\n" + words()))
      }
      if elements.last?.elementType != .comment { followsSpeech = false }
    }
    return elements
  }

  @Test mutating func hostileScriptsStayTheSame() {
    var lost: [String: Int] = [:]
    for round in 0..<Strength.rounds(3000) {
      let elements = script()
      for target in [DocumentFormat.fountain, .fdx] {
        let conversion = DocumentConversion(
          ConversionSource(elements: elements, isMarked: false), to: target)
        for loss in conversion.losses {
          lost["\(target) \(loss.code)", default: 0] += 1
          // Styles that Fountain cannot distinguish may be lost, but not words.
          guard target == .fountain, loss.code == "lost-span" else {
            Issue.record(
              "round \(round), \(loss): \(String(decoding: conversion.bytes, as: UTF8.self))")
            return
          }
        }
      }
    }
    print("generated scripts: \(lost)")
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
