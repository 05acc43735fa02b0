/// Splits text at the ends of sentences and at line breaks.
enum Sentences {
  /// Returns the sentences without surrounding space.
  static func cut(_ text: MappedText, _ data: WrittenForms) -> [MappedText] {
    var sentences: [MappedText] = []
    var start = 0
    var place = 0
    func add(until end: Int) {
      let sentence = trimmed(text, start..<end)
      if !sentence.isEmpty { sentences.append(text[sentence]) }
    }
    while place < text.count {
      let symbol = text.symbols[place]
      if symbol == "\n" || symbol == "\r" || symbol == "\u{2029}" {
        add(until: place)
        start = place + 1
      } else if isStop(symbol), let next = nextSentence(text, after: place),
        ends(text, start, at: place, next, data)
      {
        add(until: place + 1)
        // Quotes and brackets after the stop have no sound, so they are skipped.
        start = next
      }
      place += 1
    }
    add(until: text.count)
    return sentences
  }

  private static func isStop(_ symbol: Unicode.Scalar) -> Bool {
    symbol == "." || symbol == "!" || symbol == "?" || symbol == "…"
  }

  /// Returns the start of the next sentence: the offset after a stop, any closing quotes or brackets, and
  /// space.
  /// Returns nil if no space follows, or if only spaces follow before the end of the line.
  private static func nextSentence(_ text: MappedText, after stop: Int) -> Int? {
    var place = stop + 1
    while let symbol = text.symbol(at: place),
      symbol == "\"" || symbol == "”" || symbol == "’" || symbol == ")" || symbol == "]"
    {
      place += 1
    }
    let space = place
    while let symbol = text.symbol(at: place), symbol.isSpace, symbol != "\n" { place += 1 }
    return place > space && place < text.count && text.symbols[place] != "\n" ? place : nil
  }

  /// Whether a sentence ends at a stop.
  /// A sentence does not end if a lowercase letter follows, or if the stop is a point that may belong to a title, to an
  /// initial, or to "No." before digits.
  private static func ends(
    _ text: MappedText, _ start: Int, at stop: Int, _ next: Int, _ data: WrittenForms
  ) -> Bool {
    if text.symbols[next].properties.isLowercase { return false }
    guard text.symbols[stop] == "." else { return true }
    var first = stop
    while first > start, text.symbols[first - 1] != " " { first -= 1 }
    while first < stop, "(\"“'‘".unicodeScalars.contains(text.symbols[first]) { first += 1 }
    let word = text.symbols[first..<stop]
    if word.count == 1, let letter = word.first, letter.isUpper { return false }
    // "No. 5", which `Normalizer` writes out
    if text.symbols[next].isDigit, numbered.contains(word.string) { return false }
    return !data.isTitle(word)
  }

  private static let numbered: Set<String> = ["No", "Nos", "no", "nos"]

  private static func trimmed(_ text: MappedText, _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, text.symbols[start].isSpace { start += 1 }
    while end > start, text.symbols[end - 1].isSpace { end -= 1 }
    return start..<end
  }
}
