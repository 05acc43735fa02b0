import Basics

/// A part of a line: a word, digits, a space or a single symbol.
struct Token: Sendable, Equatable {
  enum Kind: UInt8, Sendable {
    /// Letters, with apostrophes between them.
    case word
    /// Decimal digits.
    case digits
    case space
    /// A single scalar of any other kind.
    case symbol
  }

  var kind: Kind
  /// The range of the token in the scalars of the line.
  var range: Range<Int>
}

/// Splits a line into tokens, in one pass.
enum Tokenizer {
  static func tokens(of scalars: [Unicode.Scalar]) -> [Token] {
    var tokens: [Token] = []
    tokens.reserveCapacity(scalars.count / 3 + 4)
    var place = 0
    while place < scalars.count {
      let kind = kind(of: scalars[place])
      var end = place + 1
      switch kind {
      case .word: end = wordEnd(scalars, from: end)
      case .digits: while end < scalars.count, scalars[end].isDigit { end += 1 }
      case .space: while end < scalars.count, scalars[end].isSpace { end += 1 }
      case .symbol: break
      }
      tokens.append(Token(kind: kind, range: place..<end))
      place = end
    }
    return tokens
  }

  private static func kind(of scalar: Unicode.Scalar) -> Token.Kind {
    if scalar.isWordLetter { return .word }
    if scalar.isSpace { return .space }
    return scalar.isDigit ? .digits : .symbol
  }

  private static func wordEnd(_ scalars: [Unicode.Scalar], from start: Int) -> Int {
    var end = start
    while end < scalars.count {
      let isJoin =
        scalars[end].isApostrophe && end + 1 < scalars.count && scalars[end + 1].isWordLetter
      guard scalars[end].isWordLetter || isJoin else { break }
      end += 1
    }
    return end
  }
}
