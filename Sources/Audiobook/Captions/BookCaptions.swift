import Audio

/// The captions of a book in one file, joined from those that lie beside its chapters.
///
/// They are joined as text: shares leave the files, and `assemble` has nothing else of them. Only captions that
/// this program wrote come here, in which no text looks like a line of times.
struct BookCaptions {
  let format: CaptionFormat
  private var count = 0

  /// The captions of no chapter yet.
  init(_ format: CaptionFormat) { self.format = format }

  /// What stands before the first chapter's.
  var head: String { format == .vtt ? "WEBVTT\n" : "" }

  /// A chapter's captions as they stand in the book's, where the chapter begins at `start` and the next one
  /// at `end`, both in milliseconds.
  mutating func chapter(_ text: String, start: Int, end: Int) -> String {
    var result = ""
    var isNumber = format == .srt
    // By bytes: a carriage return and a line feed are one character.
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
    // The header's own line is the book's.
    return format == .vtt ? String(result.dropFirst()) : result
  }

  private func shifted(_ line: String, start: Int, end: Int) -> String? {
    let isEnded = line.utf8.last == 0x0D
    let parts = (isEnded ? String(line.unicodeScalars.dropLast()) : line).split(separator: " ")
    guard parts.count == 3, parts[1] == "-->", let from = Timecode.milliseconds(parts[0]),
      let to = Timecode.milliseconds(parts[2])
    else { return nil }
    let point: Character = format == .vtt ? "." : ","
    // Two roundings may be one millisecond more than one.
    let first = min(start + from, end - 1)
    let last = max(first + 1, min(start + to, end))
    return Timecode.text(first, point: point) + " --> " + Timecode.text(last, point: point)
      + (isEnded ? "\r" : "")
  }
}
