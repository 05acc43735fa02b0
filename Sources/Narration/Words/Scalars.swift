import Basics

/// Text in the form that cleaning uses.
/// The rules look at single letters. Splitting the text into Swift characters would take ten times as long.
typealias Scalars = [Unicode.Scalar]

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a digit, or a mark that belongs to the letter before it.
  var isWordPart: Bool {
    isLetterOrDigit || isMark
  }

  var isSentenceEnd: Bool { self == "." || self == "!" || self == "?" || self == "…" }
}

extension Scalars {
  var text: String { self[...].text }
}

extension ArraySlice<Unicode.Scalar> {
  /// The scalars as text.
  /// This code encodes the scalars directly, because the standard library's generic method takes five times as long.
  var text: String {
    let size = reduce(0) { $0 + UTF8.width($1) }
    return String(unsafeUninitializedCapacity: size) { buffer in
      var end = 0
      for scalar in self {
        if scalar.isASCII {
          buffer[end] = UInt8(truncatingIfNeeded: scalar.value)
          end += 1
        } else {
          for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
            buffer[end] = unit
            end += 1
          }
        }
      }
      return end
    }
  }
}

extension StringProtocol {
  /// Whether the text has anything that a voice can speak.
  var hasLetterOrDigit: Bool { unicodeScalars.contains(where: \.isLetterOrDigit) }

  /// The text with a capital first letter.
  /// All other letters stay unchanged.
  var capitalizedFirst: String {
    guard let first else { return "" }
    return first.uppercased() + dropFirst()
  }
}

extension Scalars {
  func has(_ pattern: StaticString, at index: Int) -> Bool {
    guard index + pattern.utf8CodeUnitCount <= count else { return false }
    return pattern.withUTF8Buffer { bytes in
      bytes.enumerated().allSatisfy { self[index + $0.offset].value == UInt32($0.element) }
    }
  }
}

/// Sorted ranges with fast search.
struct SortedRanges {
  /// The ranges in ascending order, without overlaps.
  let ranges: [Range<Int>]

  /// Sorts ranges.
  /// Overlapping ranges are merged.
  init(_ ranges: [Range<Int>]) {
    var outer: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = outer.last, range.lowerBound < last.upperBound {
        outer[outer.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        outer.append(range)
      }
    }
    self.ranges = outer
  }

  func contains(_ place: Int) -> Bool { found(place)?.contains(place) == true }

  /// Whether any range overlaps a given range.
  func meets(_ range: Range<Int>) -> Bool {
    found(range.lowerBound).map { $0.lowerBound < range.upperBound } == true
  }

  /// Returns the range that begins before `place` and ends after it, or nil if there is no such range.
  func around(_ place: Int) -> Range<Int>? {
    found(place).flatMap { $0.lowerBound < place ? $0 : nil }
  }

  /// Returns the first range that ends after a position, or nil if there is no such range.
  private func found(_ place: Int) -> Range<Int>? {
    let index = ranges.partitioningIndex { $0.upperBound > place }
    return index < ranges.count ? ranges[index] : nil
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index of a wanted element, or the end index if no element is wanted.
  /// All wanted elements must be at the end of the collection.
  func partitioningIndex(where isWanted: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if isWanted(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Pictographs in text.
enum Emoji {
  /// Returns the text with spaces in place of emoji.
  /// Digits stay. Some symbols are emoji only if a selector follows. Without a selector, these symbols stay.
  static func removed(from text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0xE2 }) else { return text }
    return String(text.map { isEmoji($0) ? " " : $0 })
  }

  /// Returns the text without the emoji in front of its words and of the words behind a colon: "📖 Guide", "Link: 🌐 Page".
  /// Such emoji decorate the words. Emoji with a meaning of their own stay.
  static func withoutDecoration(_ text: String) -> String {
    var last: (UInt8, UInt8) = (UInt8(ascii: ":"), UInt8(ascii: " "))
    let isDecorated = text.utf8.contains { byte in
      defer { last = (last.1, byte) }
      return byte >= 0xE2 && last == (UInt8(ascii: ":"), UInt8(ascii: " "))
    }
    guard isDecorated else { return text }
    return text.split(separator: ": ", omittingEmptySubsequences: false).map { part in
      guard let first = part.first, isEmoji(first) else { return part }
      let rest = part.drop { $0 == " " || isEmoji($0) && !signs.contains($0) }
      return rest.first.map { $0.isLetter || "¡¿“„«\"".contains($0) } == true ? rest : part
    }.joined(separator: ": ")
  }

  private static let signs: Set<Character> = [
    "✅", "❌", "⚠️", "❗", "❓", "❕", "❔", "‼️", "⁉️", "✔️", "✖️", "☑️", "🚫", "⛔", "⭐",
  ]

  /// Whether a character is displayed as a picture: by default, or because of a selector, a skin tone or a joiner
  /// (Unicode Technical Standard 51, section 1.4.3).
  private static func isEmoji(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first, !first.isASCII, first.properties.isEmoji
    else { return false }
    return first.properties.isEmojiPresentation
      || character.unicodeScalars.contains {
        $0 == "\u{FE0F}" || $0 == "\u{200D}" || $0.properties.isEmojiModifier
      }
  }
}
