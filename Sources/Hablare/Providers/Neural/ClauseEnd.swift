/// The end of a clause in its text, and the punctuation there.
///
/// espeak's phonemes have no punctuation.
struct ClauseEnd: Equatable {
  /// The position after the clause, in Unicode scalars.
  var place: Int
  /// One of `.,:;?!`, or nil if the clause ends without punctuation.
  var mark: Unicode.Scalar?

  private static let marks: [Unicode.Scalar: Unicode.Scalar] = [
    ".": ".", "…": ".", "。": ".", "।": ".", "?": "?", "？": "?", "؟": "?", "\u{37E}": "?", "!": "!",
    "！": "!", ",": ",", "，": ",", "、": ",", "،": ",", "—": ",", "–": ",", ";": ";", "؛": ";",
    ":": ":", "：": ":",
  ]

  /// Finds the end of a clause that begins at `start`.
  ///
  /// espeak has read the text before `end`. Because espeak reads ahead, this text may include the
  /// first character of the next clause. `isLast` means that there is no next clause.
  init(_ text: [Unicode.Scalar], from start: Int, readUntil end: Int, isLast: Bool) {
    var place = min(end, text.count)
    var others = isLast ? 0 : 1
    while place > start {
      let symbol = text[place - 1]
      if Self.marks[symbol] != nil {
        (self.place, mark) = (place, Self.mark(text[start..<place]))
        return
      }
      if !Self.isSilent(symbol) {
        if others == 0 { break }
        others -= 1
      }
      place -= 1
    }
    self.place = isLast ? text.count : Self.wordEnd(text, from: start, before: min(end, text.count))
    mark = nil
  }

  /// Returns whether a character is not spoken and can follow the punctuation at the end of a
  /// clause.
  private static func isSilent(_ symbol: Unicode.Scalar) -> Bool {
    symbol.properties.isWhitespace || symbol.properties.isQuotationMark
      || ")]}*_".unicodeScalars.contains(symbol)
  }

  /// Returns the punctuation at the end of a clause.
  ///
  /// If the clause ends with several marks, as in `?!`, returns the mark that changes the melody
  /// most.
  private static func mark(_ clause: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
    let found = clause.reversed().prefix { marks[$0] != nil || isSilent($0) }.compactMap {
      marks[$0]
    }
    for mark in ["?", "!"] as [Unicode.Scalar] where found.contains(mark) { return mark }
    return found.first
  }

  /// Returns the end of the last whole word.
  ///
  /// A character that espeak has read ahead belongs to the next word.
  private static func wordEnd(_ text: [Unicode.Scalar], from start: Int, before end: Int) -> Int {
    guard end < text.count, !text[end].properties.isWhitespace else { return end }
    for place in stride(from: end, to: max(start, end - 3), by: -1)
    where text[place - 1].properties.isWhitespace {
      return place
    }
    return end
  }
}
