/// The categories at the end of a page of a wiki: `[[Category:Tools]]`, `<Kategorie:Werkzeuge>`.
enum WikiCategories {
  /// Whether categories are all that a paragraph has, each without a blank behind its colon. They are not read.
  static func fill(
    _ inline: InlineText, _ edition: ReadingEdition, _ leftOut: inout SkippedWords
  ) -> Bool {
    guard edition == .second, let first = inline.bytes.first, inline.bytes.count < 2_000,
      first == UInt8(ascii: "C") || first == UInt8(ascii: "K")
    else { return false }
    let isFilled = inline.bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      names.contains { line.starts(with: $0) && line.dropFirst($0.count).first != 0x20 }
    }
    if isFilled { leftOut.add(inline.text, .markup) }
    return isFilled
  }

  private static let names = ["Category:", "Kategorie:", "Catégorie:", "Categoría:"].map {
    Array($0.utf8)
  }
}
