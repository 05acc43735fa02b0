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

extension EditorMarks {
  /// Reads `#word` within a text, which is the word. A line of tags is left out.
  mutating func readTag() -> Bool {
    guard next == 0 || isBlank(text[next - 1]), beginsName(next + 1) else { return false }
    // A heading of tags has no other words.
    if startsLine, !isHeading {
      let end = text.first(UInt8(ascii: "\n"), in: next..<text.count) ?? text.count
      let words = text[next..<end].split(separator: 0x20)
      if words.allSatisfy({ isTag($0.startIndex..<$0.endIndex) }) {
        remove(next..<end, .tag)
        return true
      }
    }
    drop(next..<next + 1)
    return true
  }

  /// Reads `++ctrl+alt++`: keys of a keyboard.
  mutating func readKeys() -> Bool {
    guard next == 0 || !isTyped(text[next - 1]), next + 2 < text.count, isWord(text[next + 2]),
      let close = first("++", from: next + 3),
      close - next < 60,
      text[next + 2..<close].allSatisfy({
        isWord($0) || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
      })
    else { return false }
    keep(from: next + 2, to: close, 2)
    return true
  }

  /// Reads the mark of a source that chat programs write: `【14†source】`.
  mutating func readSource() -> Bool {
    guard let close = first("】", from: next), close - next < 200,
      text.string(next..<close).contains("†")
    else { return false }
    remove(next..<close + 3, .markup)
    return true
  }

  func isWord(_ byte: UInt8) -> Bool { byte >= 0x80 || isLetter(byte) || isDigit(byte) }
}
