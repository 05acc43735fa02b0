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
