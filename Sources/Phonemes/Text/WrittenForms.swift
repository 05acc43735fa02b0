/// The written forms in the tagger's table: chunks, abbreviations, titles, Roman numerals, symbols.
struct WrittenForms: Sendable {
  private let table: HashedTable
  /// The maximum length of a word or group of words that is looked up, in symbols.
  static let longest = 20

  init(_ table: HashedTable) { self.table = table }

  private func hash(_ space: String, _ symbols: some Sequence<Unicode.Scalar>) -> TableHash {
    var hash = TableHash(space)
    for symbol in symbols { hash.add(symbol) }
    return hash
  }

  /// Returns the lengths of the tokens of a chunk that no rule splits; nil if the chunk is unknown.
  func tokens(ofChunk chunk: ArraySlice<Unicode.Scalar>) -> [Int]? {
    guard chunk.count <= Self.longest,
      let range = table.range(of: hash(TableSpace.chunk, chunk))
    else { return nil }
    let lengths = range.map { Int(table.byte(at: $0)) }
    // The table may be damaged, so its lengths are checked against the chunk.
    guard lengths.reduce(0, +) == chunk.count, !lengths.contains(0) else { return nil }
    return lengths
  }

  /// Whether a word is a title before names, such as "Dr".
  func isTitle(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    word.count <= Self.longest && table.contains(hash(TableSpace.title, word))
  }

  /// Returns the words of a symbol such as "="; nil if the symbol is unknown.
  func words(ofSymbol symbol: Unicode.Scalar) -> String? {
    table.text(of: hash(TableSpace.symbol, CollectionOfOne(symbol)))
  }

  /// Whether a Roman numeral after a word is a cardinal number ("Chapter IV").
  func counts(_ words: ArraySlice<Unicode.Scalar>) -> Bool {
    table.contains(hash(TableSpace.cardinal, words))
  }

  /// Whether a Roman numeral after a name is an ordinal number ("Henry VIII").
  func ranks(_ words: ArraySlice<Unicode.Scalar>) -> Bool {
    table.contains(hash(TableSpace.ordinal, words))
  }

  /// Returns the words of the longest title that begins at an index and is followed by a capital, and its length with
  /// its point.
  func title(in text: MappedText, at place: Int) -> (length: Int, text: String)? {
    longest(TableSpace.title, in: text, at: place) { length in
      var next = place + length
      if text.symbol(at: next) == "." { next += 1 }
      guard text.symbol(at: next) == " ", let letter = text.symbol(at: next + 1),
        letter.isASCII, letter.isCapital
      else { return nil }
      return next - place
    }
  }

  /// Returns the words of the longest abbreviation that begins at an index, and its length.
  func abbreviation(in text: MappedText, at place: Int) -> (length: Int, text: String)? {
    longest(TableSpace.abbreviation, in: text, at: place) { length in
      let next = text.symbol(at: place + length)
      return next?.isLetterOrDigit == true || next == "_" ? nil : length
    }.map { found in
      let end = place + found.length
      // The point of an abbreviation at the end also ends the sentence.
      let isEnd = end == text.count && text.symbols[end - 1] == "."
      return (found.length, found.text + (isEnd ? "." : ""))
    }
  }

  /// Returns the words of the longest key for which `fit` returns a length, and that length.
  /// It is the length of the text to replace.
  private func longest(
    _ space: String, in text: MappedText, at place: Int, fit: (Int) -> Int?
  ) -> (length: Int, text: String)? {
    var found: (length: Int, text: String)?
    var hash = TableHash(space)
    for length in 1...Self.longest {
      guard let symbol = text.symbol(at: place + length - 1) else { break }
      hash.add(symbol)
      // Checking whether a key fits is faster than a lookup, and most keys do not fit.
      if let whole = fit(length), let words = table.text(of: hash) { found = (whole, words) }
    }
    return found
  }
}
