import Basics

/// The marks of programs that make audiobooks: pauses, voices and chapters (abogen, ebook2audiobook).
extension EditorMarks {
  /// Reads `[pause:1]` and `[break]`. A voice of another program, `[voice:…]`, has no effect.
  mutating func readPause() -> Bool {
    let word = text[(next + 1)...].prefix(5)
    if ["pause", "break"].contains(where: { word.elementsEqual($0.utf8) { $0 | 0x20 == $1 } }),
      let close = first("]", from: next + 1), close - next < 20,
      let mark = ReadingMark.comment(ofPause: text.string(next + 1..<close).lowercased())
    {
      readOther(to: close + 1, as: mark)
      return true
    }
    guard has("[voice:") || has("[/voice]"), let close = first("]", from: next + 1),
      isOneLine(to: close)
    else { return false }
    remove(next..<close + 1, .markup)
    return true
  }

  /// Reads the mark of another program for a voice: `<<VOICE:heart>>`.
  /// CommonMark takes the inner signs for those of an address.
  mutating func readVoice() -> Bool {
    guard let close = first(">", from: next), close - next < 80 else { return false }
    let name = text.string(next + "<VOICE:".utf8.count..<close)
    readOther(to: close + 1, as: "<!-- voice \(name) -->")
    return true
  }

  /// Reads `<<CHAPTER_MARKER:One>>` and `<<METADATA_TITLE:One>>` of abogen, which no voice says.
  mutating func readMarker() -> Bool {
    guard has("<<CHAPTER_MARKER:") || has("<<METADATA_"), let close = first(">>", from: next),
      isOneLine(to: close)
    else { return false }
    remove(next..<close + 2, .markup)
    return true
  }

  /// Reads the mark of another program, which a comment of our own says.
  mutating func readOther(to end: Int, as comment: String) {
    others.append((next, comment))
    remove(next..<end, .markup)
  }
}
