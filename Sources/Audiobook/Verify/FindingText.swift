/// A number for display, without trailing zeros.
struct Rounded: CustomStringConvertible {
  let description: String

  /// Rounds to a number of decimals.
  init(_ value: Double, decimals: Int) {
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    // Adding zero turns −0 into 0.
    let text = String(describing: (value * scale).rounded() / scale + 0)
    description = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}

/// Seconds for display: `12.5 s`, with at most three decimals.
struct Seconds: CustomStringConvertible {
  let description: String

  init(_ seconds: Double) { description = "\(Rounded(seconds, decimals: 3)) s" }
}

/// A word of a command line, quoted if a shell needs it.
package struct ShellWord: CustomStringConvertible {
  package let description: String

  package init(_ word: String) {
    let isPlain = word.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? scalar.properties.isAlphabetic || "0123456789-_.,:/@+=".unicodeScalars.contains(scalar)
        : scalar.properties.isAlphabetic
    }
    description = isPlain ? word : "'\(word.replacing("'", with: #"'\''"#))'"
  }
}

/// The beginning of a text, in quotes.
struct Quotation: CustomStringConvertible {
  private static let limit = 40
  let description: String

  init(_ text: String) {
    let words = text.prefix(Self.limit)
    description = "\"\(words)\(words.endIndex < text.endIndex ? "…" : "")\""
  }
}
