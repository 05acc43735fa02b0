import Basics

/// The language of a book's text.
struct EPUBLanguage: Equatable {
  /// The language tag (BCP 47); `und` if the book names no language.
  let tag: String

  /// Reads a language tag or a locale name such as `en_US`.
  init(_ language: String) {
    let tag = String(language.map { $0 == "_" ? "-" : $0 })
    self.tag = LanguageTag.isWellFormed(tag) ? LanguageTag.cased(tag) : "und"
  }

  /// Whether the language is written from right to left.
  var isRightToLeft: Bool {
    let parts = tag.split(separator: "-")
    if parts.contains("Latn") || parts.contains("Cyrl") { return false }
    if parts.contains("Arab") || parts.contains("Hebr") { return true }
    return parts.first.map { Self.rightToLeft.contains($0) } ?? false
  }

  /// Languages whose usual script is Arabic, Hebrew, Syriac, Thaana or N'Ko (Unicode CLDR, `layout.orientation`).
  private static let rightToLeft: Set<Substring> = [
    "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "nqo", "ps", "sd", "syr", "ug", "ur", "yi",
  ]
}
