import Guion

/// Lines of action that come from screenwriting programs or printed pages.
/// Such a line is page furniture (`CONTINUED`, a page number), or a transition or heading that is not marked in
/// Fountain's syntax.
struct PageLines: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    let rules = script.cast.ruleSet
    let last = script.elements.last { $0.elementType != .comment }
    return script.elements.flatMap { element -> [Diagnostic] in
      guard script.isScreenplay(element), element.elementType == .action, !element.isCentered,
        !element.isForced
      else { return [] }
      let lines = element.lines
      let hasStyles = script.manuscript.document(of: element)?.format == .officeScript
      return lines.compactMap { line in
        // Nearly every script ends so.
        let isEnd = rules >= .v1_1 && element == last && line.position == lines.last?.position
        if isEnd, line.text.trimmed.hasPrefix("FADE OUT") { return nil }
        return finding(on: line, isAlone: lines.count == 1, rules, hasStyles: hasStyles).map {
          code, message in
          script.finding(code, message, at: element, line.position)
        }
      }
    }
  }

  private func finding(
    on line: GuionElement.Line, isAlone: Bool, _ rules: RuleSet, hasStyles: Bool
  ) -> (LintCode, String)? {
    let text = String(line.text)
    switch PageLine(text) {
    case .words: return nil
    case .furniture:
      let use = rules >= .v1_1 ? "is silent" : "is read aloud"
      return (.pageFurniture, "\"\(text)\" belongs to a printed page and \(use); remove it")
    case .transition:
      return (
        .unforcedTransition,
        "\"\(text)\" does not have the form of a transition; "
          + (hasStyles ? "give the paragraph the style Transition" : "write > \(text)")
      )
    case .heading(let heading):
      guard isAlone else { return nil }
      let forced = "\(heading) #\(Self.number(of: text))#"
      return (
        .numberedHeading,
        "\"\(text)\" does not have the form of a scene heading, because the number comes first; "
          + "write \(forced)"
      )
    }
  }

  /// Returns the number before a heading, without its full stop.
  private static func number(of text: String) -> Substring {
    let number = text.prefix { !$0.isWhitespace }
    return number.hasSuffix(".") ? number.dropLast() : number
  }
}

/// The number of macros that are not read aloud, in one finding for each document.
struct SilentMacros: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    // Rule set 1.0 reads macros aloud.
    guard script.cast.ruleSet >= .v1_1 else { return [] }
    var counts: [Int: Int] = [:]
    var firsts: [GuionElement] = []
    var header: [TableCell] = []
    for element in script.elements {
      guard script.manuscript.document(of: element)?.format != .text else { continue }
      let count = count(in: element) + newHeader(of: element, after: &header)
      guard count > 0 else { continue }
      if counts[element.source] == nil { firsts.append(element) }
      counts[element.source, default: 0] += count
    }
    return firsts.map { element in
      let count = counts[element.source] ?? 0
      let macros = count == 1 ? "1 macro in {{…}} is" : "\(count) macros in {{…}} are"
      return script.finding(
        .silentMacros, "\(macros) silent; write the words that a listener needs", at: element)
    }
  }

  /// Returns the number of macros in the header of a table if the element is the first row of the table, otherwise 0.
  /// Every row contains the header, but the macros in the header are counted only once.
  private func newHeader(of element: GuionElement, after header: inout [TableCell]) -> Int {
    guard case .row(let cells) = element.mark else {
      header = []
      return 0
    }
    let isNew = header.map(\.header) != cells.map(\.header)
    header = cells
    return isNew ? cells.reduce(0) { $0 + count(in: $1.header, $1.headerInlines) } : 0
  }

  private func count(in element: GuionElement) -> Int {
    switch element.elementType {
    case .comment, .boneyard: return 0
    default: break
    }
    switch element.mark {
    case .code: return 0
    case .row(let cells): return cells.reduce(0) { $0 + count(in: $1.text, $1.inlines) }
    default: return count(in: element.elementText, element.inlines)
    }
  }

  /// Returns the number of macros in text, without those in code.
  /// In code, braces are ordinary text.
  private func count(in text: String, _ inlines: [InlineSpan]) -> Int {
    let all = Macros.count(in: text)
    let code = inlines.filter { $0.kind == .code }
    guard all > 0, !code.isEmpty else { return all }
    var bytes = Array(text.utf8)
    for span in code {
      for place in span.range.clamped(to: bytes.indices) { bytes[place] = UInt8(ascii: " ") }
    }
    return Macros.count(in: String(decoding: bytes, as: UTF8.self))
  }
}
