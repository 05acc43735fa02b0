/// Language tags as BCP 47 writes them.
enum LanguageTag {
  /// `en-us` as `en-US`, `zh-hant-tw` as `zh-Hant-TW` (RFC 5646, section 2.1.1).
  static func cased(_ tag: String) -> String {
    var isPlain = false
    return tag.lowercased().split(separator: "-").enumerated().map { index, subtag in
      defer { if subtag.count == 1 { isPlain = true } }
      if index == 0 || isPlain { return String(subtag) }
      switch subtag.count {
      case 2: return subtag.uppercased()
      case 4 where subtag.first?.isLetter == true: return subtag.capitalizedFirst
      default: return String(subtag)
      }
    }.joined(separator: "-")
  }
}

extension Substring {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
