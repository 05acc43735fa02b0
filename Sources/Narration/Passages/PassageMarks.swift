import Guion

/// Marks in a text that is being read: where the language changes that the author names, and where stress begins and
/// ends.
/// A mark of a language is Unicode's language tag (U+E0001, then the letters of the tag as U+E0020…). No mark is a word
/// or a space.
enum PassageMarks {
  /// The marks at which stressed words begin and end.
  static let stress: Unicode.Scalar = "\u{E0002}"
  static let stressEnd: Unicode.Scalar = "\u{E0003}"
  private static let start: Unicode.Scalar = "\u{E0001}"
  private static let cancel: Unicode.Scalar = "\u{E007F}"

  /// Whether a scalar is a part of a mark.
  static func contain(_ scalar: Unicode.Scalar) -> Bool { scalar.value & 0xFFF80 == 0xE0000 }

  /// Returns the mark at which a language begins; none is named if the tag is empty.
  static func mark(_ tag: String) -> [UInt8] {
    var mark = String.UnicodeScalarView([start])
    if tag.isEmpty { mark.append(cancel) }
    for byte in tag.utf8 {
      if 0x20..<0x7F ~= byte, let sign = Unicode.Scalar(0xE0000 + UInt32(byte)) {
        mark.append(sign)
      }
    }
    return Array(String(mark).utf8)
  }

  /// Returns the parts of a text, each with its language; nil if the author names none.
  static func parts(of text: String) -> [(text: String, tag: String?)] {
    guard text.utf8.contains(0xF3) else { return [(text, nil)] }
    var parts: [(text: String, tag: String?)] = []
    var (words, tag, isMark) = (String.UnicodeScalarView(), "", false)
    func end() {
      if !words.isEmpty { parts.append((String(words), tag.isEmpty ? nil : tag)) }
      words = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      if scalar == start {
        end()
        (tag, isMark) = ("", true)
      } else if isMark, contain(scalar), scalar != stress, scalar != stressEnd {
        if scalar != cancel, let letter = Unicode.Scalar(scalar.value - 0xE0000) {
          tag.unicodeScalars.append(letter)
        }
      } else {
        isMark = false
        words.append(scalar)
      }
    }
    end()
    return parts
  }

  static func removed(from text: String) -> String {
    guard text.utf8.contains(0xF3) else { return text }
    return parts(of: text).map { unstressed($0.text).text }.joined()
  }

  /// Returns a text without marks of stress, and the ranges between them in Unicode scalars.
  static func unstressed(_ text: String) -> (text: String, stressed: [Range<Int>]) {
    guard text.utf8.contains(0xF3) else { return (text, []) }
    var (kept, stressed) = (String.UnicodeScalarView(), [Range<Int>]())
    var (place, starts) = (0, [Int]())
    for scalar in text.unicodeScalars {
      switch scalar {
      case stress: starts.append(place)
      case stressEnd: if let start = starts.popLast() { stressed.append(start..<place) }
      default:
        kept.append(scalar)
        place += 1
      }
    }
    return (String(kept), stressed)
  }

  /// Writes a text with marks.
  struct Writer {
    private(set) var bytes: [UInt8] = []
    private var changes: ArraySlice<(place: Int, tag: String)>
    private var tag = ""

    init(_ changes: [(place: Int, tag: String)]) { self.changes = changes[...] }

    /// Appends a part of the source, whose indices are the places of the changes.
    mutating func copy(_ part: ArraySlice<UInt8>) {
      var rest = part
      while let change = changes.first, change.place < part.endIndex {
        changes.removeFirst()
        let place = max(change.place, rest.startIndex)
        append(lines: rest[..<place])
        rest = rest[place...]
        tag = change.tag
        bytes += PassageMarks.mark(tag)
      }
      append(lines: rest)
    }

    /// Appends words of the narrator, which may have marks of their own.
    mutating func append(_ words: String) {
      bytes += words.utf8
      if !tag.isEmpty { bytes += PassageMarks.mark(tag) }
    }

    /// Ends the last passage, because other words can follow the text.
    mutating func finish() {
      if !tag.isEmpty { bytes += PassageMarks.mark("") }
    }

    /// Appends lines. Each line has its own mark, because the lines of a speech can be read apart.
    private mutating func append(lines: ArraySlice<UInt8>) {
      guard !tag.isEmpty else { return bytes += lines }
      for byte in lines {
        bytes.append(byte)
        if byte == UInt8(ascii: "\n") { bytes += PassageMarks.mark(tag) }
      }
    }
  }
}
