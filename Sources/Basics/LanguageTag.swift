/// The syntax of a BCP 47 language tag.
package enum LanguageTag {
  /// Whether a tag is well-formed: two or three letters, then subtags of one to eight letters or digits
  /// after hyphens.
  package static func isWellFormed(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let primary = parts.first, (2...3).contains(primary.count),
      primary.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
  }

  /// Returns a tag in its usual case: `en-us` as `en-US`, `zh-hant-tw` as `zh-Hant-TW` (RFC 5646, section
  /// 2.1.1).
  package static func cased(_ tag: String) -> String {
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
