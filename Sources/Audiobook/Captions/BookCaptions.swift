import Audio

/// The captions of a book in one file, joined from the caption files of its chapters.
///
/// The files are joined as text, because `assemble` gets only the caption files of the shards. The caption writers
/// replace `-->` in the text of captions, so no text looks like a timing line.
struct BookCaptions {
  let format: CaptionFormat
  private var count = 0

  /// Creates captions without chapters.
  init(_ format: CaptionFormat) { self.format = format }

  /// The text before the captions of the first chapter.
  var head: String { format == .vtt ? "WEBVTT\n" : "" }

  /// Returns a chapter's captions with times counted from the start of the book.
  ///
  /// The chapter begins at `start` and the next chapter at `end`, both in milliseconds.
  mutating func chapter(_ text: String, start: Int, end: Int) -> String {
    var result = ""
    var isNumber = format == .srt
    // Split by bytes, because Swift treats a carriage return and a line feed as one character.
    for (index, bytes) in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      if index > 0 { result += "\n" }
      let line = String(Substring(bytes))
      if format == .vtt, index == 0 { continue }
      if isNumber, !line.isEmpty {
        count += 1
        result += "\(count)\r"
      } else {
        result += shifted(line, start: start, end: end) ?? line
      }
      isNumber = format == .srt && line == "\r"
    }
    // The book has its own header. The chapter's header was skipped, so the line end of that header is dropped too.
    return format == .vtt ? String(result.dropFirst()) : result
  }

  private func shifted(_ line: String, start: Int, end: Int) -> String? {
    let isEnded = line.utf8.last == 0x0D
    let parts = (isEnded ? String(line.unicodeScalars.dropLast()) : line).split(separator: " ")
    guard parts.count == 3, parts[1] == "-->", let from = Timecode.milliseconds(parts[0]),
      let to = Timecode.milliseconds(parts[2])
    else { return nil }
    let point: Character = format == .vtt ? "." : ","
    // Both times are rounded, so their sum may be one millisecond too large.
    let first = min(start + from, end - 1)
    let last = max(first + 1, min(start + to, end))
    return Timecode.text(first, point: point) + " --> " + Timecode.text(last, point: point)
      + (isEnded ? "\r" : "")
  }
}
