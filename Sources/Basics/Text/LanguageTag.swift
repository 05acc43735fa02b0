package enum RomanNumeral {
  /// The maximum number of letters, as in MMMDCCCLXXXVIII.
  package static let longest = 15

  /// Returns the value of a capital letter that is a Roman digit; nil for other letters.
  package static func figure(_ scalar: Unicode.Scalar) -> Int? {
    switch scalar {
    case "I": 1
    case "V": 5
    case "X": 10
    case "L": 50
    case "C": 100
    case "D": 500
    case "M": 1000
    default: nil
    }
  }

  /// Returns the value of a numeral; nil if it does not follow the rules.
  package static func value(of scalars: some Sequence<Unicode.Scalar>) -> Int? {
    var figures: [Int] = []
    for scalar in scalars {
      guard let figure = figure(scalar), figures.count < longest else { return nil }
      figures.append(figure)
    }
    var value = 0
    for (figure, after) in zip(figures, figures.dropFirst() + [0]) {
      value += figure < after ? -figure : figure
    }
    return value > 0 && value < 4000 && written(value) == figures ? value : nil
  }

  /// Returns the values of a number's Roman digits, in order.
  private static func written(_ value: Int) -> [Int] {
    var (rest, figures): (Int, [Int]) = (value, [])
    for (one, five, ten) in [(1000, 0, 0), (100, 500, 1000), (10, 50, 100), (1, 5, 10)] {
      let digit = rest / one
      rest -= digit * one
      switch digit {
      case 9: figures += [one, ten]
      case 5...8: figures += [five] + Array(repeating: one, count: digit - 5)
      case 4: figures += [one, five]
      default: figures += Array(repeating: one, count: digit)
      }
    }
    return figures
  }
}

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

/// An edition of the ways in which documents and numbers are read.
///
/// A rule set selects its edition before a document is read. The results of a released edition never change, because
/// the keys of paid clips and the ids of elements depend on them.
public enum ReadingEdition: Sendable {
  /// Rule sets 1.0 and 1.1.
  case first
  /// Rule set 1.2.
  case second
}
