/// Inline emphasis (R17): recognizes marks and removes them from the text.
public enum FountainEmphasis {
  /// Returns the text as it is spoken, without marks and without the backslashes that escape sigils.
  ///
  /// Marks without a partner on their line remain, because they are plain text (R17.3).
  public static func plainText(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.contains(where: isStarUnderscoreOrBackslash) else { return nil }
      return plainText(bytes)
    } ?? text
  }

  /// Returns the styled spans, with offsets in the text as typed.
  /// The marks are outside their span.
  package static func spans(in text: String) -> [InlineSpan] {
    var text = text
    return text.withUTF8 { bytes in
      guard bytes.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "_") }) else {
        return []
      }
      return lines(of: bytes).flatMap { line in
        EmphasisMarks(bytes, line).styled.flatMap { styled in
          styled.kinds.map { InlineSpan($0, styled.range) }
        }
      }.sorted(by: InlineSpan.isInOrder)
    }
  }

  /// Returns the text as it is shown, without marks and backslashes, and the spans moved to fit.
  package static func shown(_ text: String, _ spans: [InlineSpan]) -> MarkedText {
    let bytes = Array(text.utf8)
    var kept: [UInt8] = []
    // For each byte of the typed text, its offset in the shown text.
    var places: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      for line in lines(of: bytes) {
        var dropped = EmphasisMarks(bytes, line).dropped[...]
        for offset in line.lowerBound..<min(line.upperBound + 1, bytes.count) {
          places.append(kept.count)
          while let first = dropped.first, first.upperBound <= offset { dropped.removeFirst() }
          if dropped.first?.contains(offset) != true { kept.append(bytes[offset]) }
        }
      }
    }
    places.append(kept.count)
    let moved = spans.map { span in
      InlineSpan(span.kind, places[span.range.lowerBound]..<places[span.range.upperBound])
    }
    return MarkedText(String(decoding: kept, as: UTF8.self), inlines: moved)
  }

  /// Returns the lines of a text, without their line ends.
  private static func lines(of text: Bytes) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    while true {
      let end = text.first(UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
      lines.append(start..<end)
      if end == text.count { return lines }
      start = end + 1
    }
  }

  private static func isStarUnderscoreOrBackslash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "\\")
  }

  private static func plainText(_ text: Bytes) -> String {
    var kept: [UInt8] = []
    kept.reserveCapacity(text.count)
    var start = 0
    while true {
      let end = text.first(UInt8(ascii: "\n"), in: start..<text.count) ?? text.count
      var next = start
      for dropped in EmphasisMarks(text, start..<end).dropped {
        kept.append(contentsOf: text[next..<dropped.lowerBound])
        next = dropped.upperBound
      }
      kept.append(contentsOf: text[next..<end])
      if end == text.count { break }
      kept.append(UInt8(ascii: "\n"))
      start = end + 1
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// The marks and backslashes of one line that are not shown (R17).
  /// Stars and underscores are paired separately, because they can be combined in any order (R17.1). A
  /// closing mark pairs with the nearest opening mark that fits. Unpaired marks between the two paired
  /// marks stay plain text. Each mark is examined a bounded number of times.
  struct EmphasisMarks {
    private let text: Bytes
    private let line: Range<Int>
    private var stars = OpenStars()
    private var openUnderscores: [Int] = []
    private var found: [Range<Int>] = []
    /// The text between the marks of each pair, with the styles of the pair.
    private(set) var styled: [(range: Range<Int>, kinds: [InlineSpan.Kind])] = []

    /// Reads a line without its line end.
    init(_ text: Bytes, _ line: Range<Int>) {
      (self.text, self.line) = (text, line)
      var offset = line.lowerBound
      while offset < line.upperBound {
        switch text[offset] {
        case UInt8(ascii: "\\"): offset = readBackslash(at: offset)
        case UInt8(ascii: "*"): offset = readStars(from: offset)
        case UInt8(ascii: "_"): offset = readUnderscores(from: offset)
        default: offset += 1
        }
      }
    }

    /// The ranges that are not shown, in ascending order.
    var dropped: [Range<Int>] { found.sorted { $0.lowerBound < $1.lowerBound } }

    // R17.4
    private mutating func readBackslash(at offset: Int) -> Int {
      guard offset + 1 < line.upperBound, Self.isSigil(text[offset + 1]) else { return offset + 1 }
      found.append(offset..<offset + 1)
      return offset + 2
    }

    /// Whether a backslash escapes this character: a mark, a forcing sigil, a bracket or the caret
    /// (R17.4).
    private static func isSigil(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "!"),
        UInt8(ascii: "@"), UInt8(ascii: "~"), UInt8(ascii: ">"), UInt8(ascii: "<"),
        UInt8(ascii: "#"), UInt8(ascii: "="), UInt8(ascii: "^"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "("), UInt8(ascii: ")"):
        true
      default: false
      }
    }

    // R17.1, R17.2
    private mutating func readStars(from start: Int) -> Int {
      let run = run(from: start)
      guard run.count <= 3 else { return run.upperBound }  // Four stars or more are no mark.
      var rest = run
      while canClose(run), !rest.isEmpty, let opener = stars.takePartner(for: rest.count) {
        found.append(opener)
        found.append(rest.lowerBound..<rest.lowerBound + opener.count)
        styled.append((opener.upperBound..<rest.lowerBound, Self.kinds(stars: opener.count)))
        rest = rest.lowerBound + opener.count..<rest.upperBound
      }
      if canOpen(run), !rest.isEmpty { stars.push(rest) }
      return run.upperBound
    }

    private static func kinds(stars: Int) -> [InlineSpan.Kind] {
      switch stars {
      case 1: [.emphasis]
      case 2: [.strong]
      default: [.strong, .emphasis]
      }
    }

    // R17.1, R17.2, R17.8
    private mutating func readUnderscores(from start: Int) -> Int {
      let run = run(from: start)
      // Several underscores are a blank to fill in, or part of an identifier.
      guard run.count == 1, !isInsideWord(run) else { return run.upperBound }
      if canClose(run), let opener = openUnderscores.popLast() {
        found.append(opener..<opener + 1)
        found.append(run)
        styled.append((opener + 1..<run.lowerBound, [.underline]))
      } else if canOpen(run) {
        openUnderscores.append(start)
      }
      return run.upperBound
    }

    private func run(from start: Int) -> Range<Int> {
      var end = start
      while end < line.upperBound, text[end] == text[start] { end += 1 }
      return start..<end
    }

    private func canOpen(_ run: Range<Int>) -> Bool {
      run.upperBound < line.upperBound
        && text.whiteSpace(at: run.upperBound, before: line.upperBound) == 0
    }

    private func canClose(_ run: Range<Int>) -> Bool {
      run.lowerBound > line.lowerBound
        && text.whiteSpace(before: run.lowerBound, from: line.lowerBound) == 0
    }

    private func isInsideWord(_ run: Range<Int>) -> Bool {
      guard run.lowerBound > line.lowerBound, run.upperBound < line.upperBound else { return false }
      return text.character(before: run.lowerBound, from: line.lowerBound).isPartOfWord
        && text.character(at: run.upperBound, before: line.upperBound).kind.isPartOfWord
    }
  }

  /// The runs of stars without a partner so far.
  private struct OpenStars {
    /// Every run that can still get a partner, in the order of the text.
    private var runs: [Range<Int>] = []
    /// The indices in `runs` of the runs of one, two and three stars.
    private var places: [[Int]] = [[], [], []]

    mutating func push(_ run: Range<Int>) {
      places[run.count - 1].append(runs.count)
      runs.append(run)
    }

    /// Removes and returns the opening stars for a closing run of `closing` stars; nil if no run fits.
    /// The stars come from the nearest run that fits.
    /// A run of one, two or three stars pairs with a run of the same length. A run of three also pairs with a
    /// run of one or two, and its remaining stars can pair with another run.
    mutating func takePartner(for closing: Int) -> Range<Int>? {
      let fitting = closing == 3 ? [1, 2, 3] : [closing, 3]
      guard let place = fitting.compactMap({ places[$0 - 1].last }).max() else { return nil }
      let run = runs[place]
      runs.removeLast(runs.count - place)
      for length in 0..<3 {
        while let last = places[length].last, last >= place { places[length].removeLast() }
      }
      guard run.count > closing else { return run }
      push(run.lowerBound..<run.upperBound - closing)
      return run.upperBound - closing..<run.upperBound
    }
  }
}
