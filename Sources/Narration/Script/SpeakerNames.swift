public import Guion

/// Names that stand before speeches in prose, for whoever has no cast yet: without one nobody's name is a label.
public enum SpeakerNames {
  /// A name, and the paragraph in which it stands first.
  public struct Appearance: Sendable {
    /// The name, as it is written there.
    public var name: String
    /// The paragraph.
    public var element: GuionElement
  }

  /// The names that begin lines of a manuscript's prose with a colon behind them, in the order of the text.
  ///
  /// A name stands so twice, or in capitals; and there are at least two such lines, for one is no conversation.
  public static func likely(in manuscript: Manuscript) -> [Appearance] {
    var names: [Appearance] = []
    var counts: [String: Int] = [:]
    for element in manuscript.elements {
      guard element.elementType == .action, element.standsAlone,
        let document = manuscript.document(of: element), document.format != .fountain
      else { continue }
      for line in element.elementText.split(separator: "\n") {
        guard let name = name(of: line) else { continue }
        let folded = CharacterNormalizer.folded(name)
        if counts[folded] == nil { names.append(Appearance(name: name, element: element)) }
        counts[folded, default: 0] += 1
      }
    }
    let count = { (name: String) in counts[CharacterNormalizer.folded(name)] ?? 0 }
    let likely = names.filter { count($0.name) > 1 || $0.name.isInCapitals }
    let lines = likely.reduce(0) { $0 + count($1.name) }
    return lines > 1 ? likely : []
  }

  /// A name of few words with capitals, and a colon and a blank behind it; a direction may stand between.
  private static func name(of line: Substring) -> String? {
    guard let colon = line.prefix(60).firstIndex(where: { $0 == ":" || $0 == "：" }) else {
      return nil
    }
    let rest = line[line.index(after: colon)...]
    guard rest.isEmpty || rest.first?.isWhitespace == true || line[colon] == "：" else { return nil }
    let label = line[..<colon].prefix { $0 != "(" }
    let words = label.split(separator: " ")
    guard 1...3 ~= words.count, words.allSatisfy({ $0.first?.isLowercase == false }),
      label.allSatisfy({ $0.isLetter || $0.isNumber || " -.'’".contains($0) })
    else { return nil }
    let name = CharacterNormalizer.name(of: String(label))
    // "Then:" before a list is no one's.
    guard !rest.isEmpty || name.isInCapitals else { return nil }
    let isName = name.first?.isLetter == true && name.unicodeScalars.count > 1
    return isName && !remarks.contains(CharacterNormalizer.folded(name)) ? name : nil
  }

  /// What documents begin remarks with.
  private static let remarks: Set<String> = [
    "note", "notes", "warning", "tip", "hint", "important", "caution", "danger", "info", "example",
    "examples",
    "figure", "table", "todo", "see", "see also", "update", "question", "answer", "summary",
    "source",
    "sources", "author", "authors", "date", "title", "copyright", "license", "remark", "result",
    "output",
    "input", "usage", "default", "defaults", "nota", "ejemplo", "aviso", "remarque", "exemple",
    "attention",
    "hinweis", "beispiel", "achtung", "anmerkung",
  ]
}
