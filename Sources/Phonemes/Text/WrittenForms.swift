/// What the tagger's table knows of written text: chunks, abbreviations, titles, Roman numbers, signs.
struct WrittenForms: Sendable {
  private let table: HashedTable
  /// The longest word or group of words that is looked up, in signs.
  static let longest = 20

  init(_ table: HashedTable) { self.table = table }

  private func hash(_ space: String, _ signs: some Sequence<Unicode.Scalar>) -> TableHash {
    var hash = TableHash(space)
    for sign in signs { hash.add(sign) }
    return hash
  }

  /// The lengths of the tokens of a chunk that no rule splits, or nil.
  func tokens(ofChunk chunk: ArraySlice<Unicode.Scalar>) -> [Int]? {
    guard chunk.count <= Self.longest,
      let range = table.range(of: hash(TableSpace.chunk, chunk))
    else { return nil }
    let lengths = range.map { Int(table.byte(at: $0)) }
    // The table is only a file: what it says must fit the chunk.
    guard lengths.reduce(0, +) == chunk.count, !lengths.contains(0) else { return nil }
    return lengths
  }

  /// Whether a word is a title before names, such as "Dr".
  func isTitle(_ word: ArraySlice<Unicode.Scalar>) -> Bool {
    word.count <= Self.longest && table.contains(hash(TableSpace.title, word))
  }

  /// The words of a sign such as "=", or nil.
  func words(ofSign sign: Unicode.Scalar) -> String? {
    table.text(of: hash(TableSpace.sign, CollectionOfOne(sign)))
  }

  /// Whether a Roman number that follows a word counts ("Chapter IV").
  func counts(_ words: ArraySlice<Unicode.Scalar>) -> Bool {
    table.contains(hash(TableSpace.cardinal, words))
  }

  /// Whether a Roman number that follows a name is an ordinal ("Henry VIII").
  func ranks(_ words: ArraySlice<Unicode.Scalar>) -> Bool {
    table.contains(hash(TableSpace.ordinal, words))
  }

  /// The longest title that begins at a place and is followed by a capital, with its point.
  func title(in text: MappedText, at place: Int) -> (length: Int, text: String)? {
    longest(TableSpace.title, in: text, at: place) { length in
      var next = place + length
      if text.sign(at: next) == "." { next += 1 }
      guard text.sign(at: next) == " ", let letter = text.sign(at: next + 1),
        letter.isASCII, letter.isCapital
      else { return nil }
      return next - place
    }
  }

  /// The longest abbreviation that begins at a place.
  func abbreviation(in text: MappedText, at place: Int) -> (length: Int, text: String)? {
    longest(TableSpace.abbreviation, in: text, at: place) { length in
      let next = text.sign(at: place + length)
      return next?.isWordSign == true || next == "_" ? nil : length
    }.map { found in
      let end = place + found.length
      // The point of an abbreviation at the end is the sentence's too.
      let isEnd = end == text.count && text.signs[end - 1] == "."
      return (found.length, found.text + (isEnd ? "." : ""))
    }
  }

  /// The longest key of a space whose surroundings `fit`, with the length that is replaced.
  private func longest(
    _ space: String, in text: MappedText, at place: Int, fit: (Int) -> Int?
  ) -> (length: Int, text: String)? {
    var found: (length: Int, text: String)?
    var hash = TableHash(space)
    for length in 1...Self.longest {
      guard let sign = text.sign(at: place + length - 1) else { break }
      hash.add(sign)
      // Most places do not fit, and to see that is faster than to look up.
      if let whole = fit(length), let words = table.text(of: hash) { found = (whole, words) }
    }
    return found
  }
}
