/// Cuts long text where a reader would breathe, so that requests and clips have a limited size.
enum SpanCutter {
  /// The maximum number of characters in one request: about 100 seconds of speech, 4.4 MB of samples at 22,050 Hz.
  static let limit = 1500

  /// Returns the whole text, or pieces that end at a sentence, otherwise at a clause, otherwise at a word.
  static func pieces(of text: String) -> [String] {
    guard text.utf8.count > limit else { return [text] }
    let scalars = Array(text.unicodeScalars)
    var pieces: [String] = []
    var start = 0
    while scalars.count - start > limit {
      let end = cut(scalars, from: start)
      append(scalars[start..<end], to: &pieces)
      start = end
    }
    append(scalars[start...], to: &pieces)
    return pieces
  }

  private static func append(_ piece: ArraySlice<Unicode.Scalar>, to pieces: inout [String]) {
    let trimmed = piece.drop(while: \.isBlank)
    let text = trimmed[..<(trimmed.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? trimmed.startIndex)]
      .text
    if text.hasLetterOrDigit { pieces.append(text) }
  }

  private static func cut(_ scalars: Scalars, from start: Int) -> Int {
    let window = start..<(start + limit)
    let marks: [(Unicode.Scalar) -> Bool] = [
      { $0.isSentenceEnd || $0 == "。" || $0 == "！" || $0 == "？" },
      { $0 == ";" || $0 == ":" || $0 == "," || $0 == "，" },
    ]
    for isMark in marks {
      // A cut in the first third would only cause more requests.
      for index in window.reversed().prefix(limit * 2 / 3)
      where isMark(scalars[index]) && (scalars[index + 1].isBlank || !scalars[index].isASCII) {
        return index + 1
      }
    }
    return window.reversed().prefix(limit * 2 / 3).first { scalars[$0].isBlank }
      ?? window.upperBound
  }
}
