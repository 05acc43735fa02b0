/// A text in words, with the place in the source that each word comes from.
package struct NormalizedText: Sendable, Equatable {
  /// The text in which replacements stand for parts of the source.
  package private(set) var scalars: [Unicode.Scalar] = []
  /// For each word of a replacement its range in `scalars`, and the range of the source that it reads.
  package private(set) var words: [(place: Range<Int>, source: Range<Int>)] = []
  /// The stretches of the source that are kept: where each begins in `scalars` and in the source, and its length.
  private var kept: [(place: Int, source: Int, count: Int)] = []

  /// For each scalar of the text the range of the source that it comes from.
  package var sources: [Range<Int>] {
    var sources = [Range<Int>?](repeating: nil, count: scalars.count)
    for (place, source, count) in kept {
      for offset in 0..<count { sources[place + offset] = source + offset..<source + offset + 1 }
    }
    for word in words {
      for place in word.place { sources[place] = word.source }
    }
    // What glues words belongs to the word behind it.
    var next = sources.last.flatMap { $0 } ?? 0..<0
    for index in sources.indices.reversed() {
      next = sources[index] ?? next.lowerBound..<next.lowerBound
      sources[index] = next
    }
    return sources.map { $0 ?? 0..<0 }
  }

  package var text: String { scalars.text }

  /// Puts replacements, which are in order and do not overlap, into a text.
  ///
  /// `source` is the text that replacements were made for; `shown` has as many scalars and is what is kept of it
  /// between them, such as the same words in small letters.
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
      appendSpace(before: place, in: source, behind: replacement)
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
      last.isLetter || last.isFigure || last == "." || last == ",",
      first.isLetter || first.isFigure, !last.isIdeograph, !first.isIdeograph
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

  /// "A4" is "A-four", so that the letter is no article; Chinese and Japanese have no spaces.
  private static func glue(
    _ replacement: Replacement, _ source: [Unicode.Scalar], _ last: Unicode.Scalar
  ) -> Unicode.Scalar {
    let start = replacement.range.lowerBound
    let isAlone = start < 2 || !source[start - 2].isLetter
    return last == "A" && isAlone && start > 0 && source[start - 1] == "A" ? "-" : " "
  }

  /// A space where a word of the source follows a replacement directly.
  private mutating func appendSpace(
    before place: Int, in source: [Unicode.Scalar], behind replacement: Replacement
  ) {
    guard place < source.count, let last = scalars.last, !last.isSpace else { return }
    let next = source[place]
    guard next.isLetter || next.isFigure, !next.isIdeograph else { return }
    if !replacement.words.isEmpty || last.isLetter || last.isFigure { scalars.append(" ") }
  }

  package static func == (left: Self, right: Self) -> Bool {
    left.scalars == right.scalars && left.sources == right.sources
  }
}
