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
