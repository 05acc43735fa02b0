import Basics

/// Cuts long text where a reader would breathe.
/// This limits the size of requests and clips.
enum SpanCutter {
  /// The maximum number of Unicode scalars in one request.
  /// This is about 100 seconds of speech, or 4.4 MB of 16-bit samples at 22,050 Hz.
  static let limit = 1500

  /// Returns the text as one piece if it is short enough, otherwise as several pieces.
  /// A piece ends at the end of a sentence if possible, otherwise at the end of a clause, otherwise at the end of a
  /// word.
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
    let trimmed = piece.drop(while: \.isSpace)
    let text = trimmed[..<(trimmed.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? trimmed.startIndex)]
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
      where isMark(scalars[index]) && (scalars[index + 1].isSpace || !scalars[index].isASCII) {
        return index + 1
      }
    }
    return window.reversed().prefix(limit * 2 / 3).first { scalars[$0].isSpace }
      ?? window.upperBound
  }
}
