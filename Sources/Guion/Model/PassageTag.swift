import Basics

/// The tag of the language of a passage, as authors write it.
package enum PassageTag {
  /// Returns the tag in its usual form: `fr-CA` for `fr_ca`, and nothing for `und` and other tags of no language.
  /// A text that is no tag is returned as written.
  static func tag(_ written: String) -> String {
    let words = written.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let tag = words.replacing("_", with: "-")
    guard LanguageTag.isWellFormed(tag) else { return String(words.prefix(80)) }
    return none.contains(primary(of: tag)) ? "" : LanguageTag.cased(tag)
  }

  /// Whether a language is a tag. Otherwise, it is what an author wrote in place of one.
  package static func isTag(_ language: String) -> Bool { LanguageTag.isWellFormed(language) }

  /// Returns the primary subtag, in lower case: `fr` for `fr-CA`.
  package static func primary(of tag: String) -> String {
    tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
  }

  private static let none: Set<String> = ["und", "mul", "mis", "zxx"]

  /// Returns the tag that the attributes of an element name, such as `lang="fr"`; nil if they name none.
  static func attribute(in attributes: String) -> String? {
    let bytes = Array(attributes.utf8)
    for name in ["lang=", "xml:lang="] {
      var start = 0
      while let place = bytes.first(of: name, from: start) {
        start = place + name.utf8.count
        if place == 0 || bytes[place - 1] <= 0x20 { return value(bytes[start...]) }
      }
    }
    return nil
  }

  private static func value(_ text: ArraySlice<UInt8>) -> String {
    guard let first = text.first else { return "" }
    let isQuoted = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
    let value = isQuoted ? text.dropFirst().prefix { $0 != first } : text.prefix(while: isBare)
    return tag(String(decoding: value, as: UTF8.self))
  }

  private static func isBare(_ byte: UInt8) -> Bool { byte > 0x20 && !byte.isOne(of: ">/}") }
}

extension [UInt8] {
  fileprivate func first(of word: String, from start: Int) -> Int? {
    let word = Array(word.utf8)
    guard start + word.count <= count else { return nil }
    return (start...(count - word.count)).first { self[$0...].starts(with: word) }
  }
}

/// Words that a text borrows from another language.
enum BorrowedWords {
  /// Whether a passage in italics or an abbreviation is only one or two words, such as "tête-à-tête".
  /// Books mark such words by their language, but they belong to the sentence around them.
  static func areAll(of passage: some Sequence<UInt8>, in element: String) -> Bool {
    guard ["i", "em", "cite", "dfn", "var", "abbr"].contains(element) else { return false }
    return passage.split(maxSplits: 3, whereSeparator: { $0 <= 0x20 }).count < 3
  }
}
