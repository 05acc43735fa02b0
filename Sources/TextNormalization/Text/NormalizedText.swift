import Basics

/// A text in words, with the source range of each word.
package struct NormalizedText: Sendable, Equatable {
  /// The text, with the replacements inserted.
  package private(set) var scalars: [Unicode.Scalar] = []
  /// Each word of a replacement: its range in `scalars`, and the source range that it reads.
  package private(set) var words: [(place: Range<Int>, source: Range<Int>)] = []
  /// The parts of the source that were not replaced: the start of each in `scalars` and in the source, and its length.
  private var kept: [(place: Int, source: Int, count: Int)] = []

  package var sources: [Range<Int>] {
    var sources = [Range<Int>?](repeating: nil, count: scalars.count)
    for (place, source, count) in kept {
      for offset in 0..<count { sources[place + offset] = source + offset..<source + offset + 1 }
    }
    for word in words {
      for place in word.place { sources[place] = word.source }
    }
    // Scalars that join words belong to the word after them.
    var next = sources.last.flatMap { $0 } ?? 0..<0
    for index in sources.indices.reversed() {
      next = sources[index] ?? next.lowerBound..<next.lowerBound
      sources[index] = next
    }
    return sources.map { $0 ?? 0..<0 }
  }

  package var text: String { scalars.text }

  /// Inserts replacements into a text.
  /// The replacements must be in order and must not overlap.
  /// `source` is the text for which the replacements were created. `shown` has the same number of scalars and replaces
  /// `source` between the replacements, for example with the same words in lower case.
  package init(
    replacing replacements: [Replacement], in source: [Unicode.Scalar],
    keeping shown: [Unicode.Scalar]? = nil
  ) {
    var shownScalars = source
    if let shown, shown.count == source.count { shownScalars = shown }
    scalars.reserveCapacity(source.count + 16)
    var place = 0
    for replacement in replacements where replacement.range.lowerBound >= place {
      keep(shownScalars[place..<replacement.range.lowerBound])
      append(replacement, source: source)
      place = replacement.range.upperBound
      appendSpace(before: place, in: source, after: replacement)
    }
    keep(shownScalars[place...])
  }

  private mutating func keep(_ stretch: ArraySlice<Unicode.Scalar>) {
    guard !stretch.isEmpty else { return }
    kept.append((scalars.count, stretch.startIndex, stretch.count))
    scalars += stretch
  }

  private mutating func append(_ replacement: Replacement, source: [Unicode.Scalar]) {
    guard !replacement.words.isEmpty else { return }
    if let last = scalars.last, let first = replacement.words.first?.text.unicodeScalars.first,
      last.isWordLetter || last.isDigit || last == "." || last == ",",
      first.isWordLetter || first.isDigit, !last.isIdeograph, !first.isIdeograph
    {
      scalars.append(Self.glue(replacement, source, last))
    }
    for (index, word) in replacement.words.enumerated() {
      if index > 0 { scalars.append(" ") }
      let start = scalars.count
      scalars += word.text.unicodeScalars
      words.append((start..<scalars.count, word.range))
    }
  }

  /// Returns the scalar between a replacement and the letter or digit before it: a hyphen or a space.
  /// "A4" becomes "A-four", so that engines do not read the letter as an article.
  private static func glue(
    _ replacement: Replacement, _ source: [Unicode.Scalar], _ last: Unicode.Scalar
  ) -> Unicode.Scalar {
    let start = replacement.range.lowerBound
    let isAlone = start < 2 || !source[start - 2].isWordLetter
    return last == "A" && isAlone && start > 0 && source[start - 1] == "A" ? "-" : " "
  }

  /// Appends a space if a word of the source directly follows a replacement.
  private mutating func appendSpace(
    before place: Int, in source: [Unicode.Scalar], after replacement: Replacement
  ) {
    guard place < source.count, let last = scalars.last, !last.isSpace else { return }
    let next = source[place]
    guard next.isWordLetter || next.isDigit, !next.isIdeograph else { return }
    if !replacement.words.isEmpty || last.isWordLetter || last.isDigit { scalars.append(" ") }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.scalars == right.scalars && left.sources == right.sources
  }
}

/// Words that replace a part of a line.
package struct Replacement: Sendable, Hashable {
  /// A word, with the part of the line that it reads.
  package struct Word: Sendable, Hashable {
    package var text: String
    /// The source range of the word in the scalars of the line.
    package var range: Range<Int>

    package init(text: String, range: Range<Int>) {
      self.text = text
      self.range = range
    }
  }

  /// The range of scalars that the words replace.
  package var range: Range<Int>
  /// The words in order; empty for a symbol that is not spoken.
  package var words: [Word]

  package init(range: Range<Int>, words: [Word]) {
    self.range = range
    self.words = words
  }
}

/// A builder for the words of a reading.
struct SpokenWords: Sendable, Equatable {
  private(set) var list: [Replacement.Word] = []

  init() {}

  init(_ text: String, from range: Range<Int>) { add(text, from: range) }

  /// Adds a text, split at its spaces.
  mutating func add(_ text: String, from range: Range<Int>) {
    for word in text.split(separator: " ") {
      list.append(Replacement.Word(text: String(word), range: range))
    }
  }

  mutating func add(_ other: SpokenWords) { list += other.list }

  /// Adds a punctuation mark, such as a comma, to the last word.
  mutating func close(with symbol: String) {
    guard !list.isEmpty else { return }
    list[list.count - 1].text += symbol
  }

  mutating func capitalize() {
    guard !list.isEmpty else { return }
    list[0].text = list[0].text.capitalizedFirst
  }

  var isEmpty: Bool { list.isEmpty }
}

/// The kinds of scalars in a line.
extension Unicode.Scalar {
  /// Whether the scalar is a letter, or a mark that belongs to the letter before it.
  /// The superscript letters of "1.º" are symbols here.
  var isWordLetter: Bool {
    isASCII ? isLetter : self != "º" && self != "ª" && (isLetter || isMark)
  }

  var isClosingQuote: Bool {
    self == "\"" || self == "”" || self == "’" || self == "»" || self == "'" || self == "“"
  }

  /// Whether the scalar opens a quotation or a bracket.
  var opensGroup: Bool {
    switch self {
    case "\"", "“", "„", "«", "(", "[", "'", "‘", "¿", "¡", "»": true
    default: false
    }
  }

  /// Whether the scalar is a hyphen or a dash that can be between two numbers.
  var isDash: Bool { self == "-" || self == "–" || self == "\u{2011}" || self == "‒" }

  /// Whether the scalar belongs to a writing system without spaces between words.
  var isIdeograph: Bool {
    !isASCII && (properties.isIdeographic || (0x3040...0x30FF).contains(value))
  }

  var plainDigit: Unicode.Scalar {
    if isASCII { return self }
    let digit = UInt32(properties.numericValue ?? 0)
    return Unicode.Scalar(0x30 + digit) ?? "0"
  }
}

extension Sequence<Unicode.Scalar> {
  var text: String {
    let whole = withContiguousStorageIfAvailable { scalars in
      // Appending scalar by scalar takes several times as long.
      let count = scalars.reduce(0) { $0 + UTF8.width($1) }
      return String(unsafeUninitializedCapacity: count) { bytes in
        var end = 0
        for scalar in scalars {
          if scalar.isASCII {
            bytes[end] = UInt8(truncatingIfNeeded: scalar.value)
            end += 1
            continue
          }
          for byte in scalar.utf8 {
            bytes[end] = byte
            end += 1
          }
        }
        return end
      }
    }
    return whole ?? Array(self).text
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalizedFirst: String {
    guard let first else { return "" }
    return first.uppercased() + dropFirst()
  }
}
