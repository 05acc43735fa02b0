import Basics

/// pandoc's footnotes within a paragraph, `^[words]`, as footnotes whose definitions are below the text.
/// A label has as many bytes as the words on its line, so that no word moves.
struct InlineNotes {
  /// The text with labels and definitions.
  private(set) var text: [UInt8]
  private var places: [SourcePosition] = []
  /// The line of the first definition.
  private let firstLine: Int

  /// Reads a text; nil if it has no such notes, or if its end is code.
  init?(in source: Bytes) {
    guard source.first(of: "^[", in: 0..<source.count) != nil else { return nil }
    text = Array(source)
    var (definitions, positions) = (
      [UInt8](), PositionCounter(source, from: source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
    )
    var (start, lineCount, fence) = (0, 0, UInt8?.none)
    while start < source.count {
      let end = source.first(UInt8(ascii: "\n"), in: start..<source.count) ?? source.count
      let indent = source[start..<end].prefix { $0 == 0x20 || $0 == 0x09 }
      let sign = source[indent.endIndex..<end].prefix(3)
      if let first = sign.first, sign.count == 3,
        first == UInt8(ascii: "`") || first == UInt8(ascii: "~"),
        sign.allSatisfy({ $0 == first })
      {
        fence = fence == nil ? first : fence == first ? nil : fence
      } else if fence == nil, indent.count < 4 {
        for note in Note.all(in: source, start..<end) {
          let number = String(places.count + 1, radix: 36)
          guard number.utf8.count <= note.labelLength else { continue }
          let label = String(repeating: "0", count: note.labelLength - number.utf8.count) + number
          places.append(positions.position(of: note.range.lowerBound))
          definitions += "[^\(label)]: ".utf8 + note.words + "\n\n".utf8
          for place in note.range where text[place] != UInt8(ascii: "\n") { text[place] = 0x20 }
          let mark = Array("[^\(label)]".utf8)
          text.replaceSubrange(
            note.range.lowerBound..<note.range.lowerBound + mark.count, with: mark)
        }
      }
      lineCount += 1
      start = end + 1
    }
    guard !places.isEmpty, fence == nil else { return nil }
    firstLine = lineCount + (source.last == UInt8(ascii: "\n") ? 3 : 2)
    text += "\n\n".utf8 + definitions
  }

  /// Returns the elements with the definitions where the notes are; nil if a note did not become a footnote.
  func placed(_ elements: [GuionElement]) -> [GuionElement]? {
    var found = 0
    let placed = elements.map { element in
      guard let range = element.sourceRange, range.start.line >= firstLine else { return element }
      let index = (range.start.line - firstLine) / 2
      guard places.indices.contains(index) else { return element }
      found += 1
      var moved = element
      moved.sourceRange = SourceRange(start: places[index], end: places[index])
      return moved
    }
    return found == places.count ? placed : nil
  }

  private struct Note {
    /// The note with its signs.
    var range: Range<Int>
    var words: [UInt8]
    /// The length of a label that fills the first line of the note.
    var labelLength: Int

    /// Returns the notes that begin in a line. Code, formulas and quotations of several lines have none.
    static func all(in source: Bytes, _ line: Range<Int>) -> [Self] {
      var (notes, place) = ([Self](), line.lowerBound)
      var (isCode, isFormula) = (false, false)
      while place < line.upperBound {
        switch source[place] {
        case UInt8(ascii: "`"): isCode.toggle()
        case UInt8(ascii: "$"): isFormula.toggle()
        case UInt8(ascii: "\\"): place += 1
        case UInt8(ascii: "^") where !isCode && !isFormula:
          guard let note = Self(source, at: place, lineEnd: line.upperBound) else { break }
          notes.append(note)
          place = note.range.upperBound - 1
        default: break
        }
        place += 1
      }
      return notes
    }

    private init?(_ source: Bytes, at start: Int, lineEnd: Int) {
      guard start + 1 < lineEnd, source[start + 1] == UInt8(ascii: "[") else { return nil }
      var (depth, end) = (0, start + 1)
      let limit = min(source.count, start + 2_000)
      repeat {
        guard end < limit else { return nil }
        switch source[end] {
        case UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\n"):
          let below = source[(end + 1)..<limit].first { $0 != 0x20 && $0 != 0x09 }
          guard let below, !below.isOne(of: "\r\n>|") else { return nil }
        default: break
        }
        end += 1
      } while depth > 0
      guard !Self.leavesBlankLine(source, start..<end) else { return nil }
      range = start..<end
      labelLength = min(end, lineEnd) - start - 3
      let inner = source[start + 2..<end - 1].split { $0 <= 0x20 }
      guard labelLength > 2, let first = inner.first?.first else { return nil }
      words = Array(inner.joined(separator: [0x20]))
      // The words are no list and no heading.
      if first.isOne(of: "#-+*>") { words.insert(UInt8(ascii: "\\"), at: 0) }
    }

    /// Whether a paragraph would have a blank line in it without a note of several lines.
    private static func leavesBlankLine(_ source: Bytes, _ note: Range<Int>) -> Bool {
      let breaks = source[note].count { $0 == UInt8(ascii: "\n") }
      guard breaks > 0 else { return false }
      let isWord: (UInt8) -> Bool = { $0 > 0x20 }
      let rest = source[note.upperBound...].prefix { $0 != UInt8(ascii: "\n") }
      if rest.contains(where: isWord) { return breaks > 1 }
      let below = source[rest.endIndex...].dropFirst().prefix { $0 != UInt8(ascii: "\n") }
      return below.contains(where: isWord)
    }
  }
}
