import Basics

/// The private comments of Obsidian and CriticMarkup on a line of a script: `%%…%%`, `{>>…<<}`.
/// Fountain does not know them, but programs in which people write scripts hide them.
struct ScriptComments {
  /// The text with blanks for the comments, so that all columns stay.
  private(set) var text: [UInt8]
  private(set) var skipped = SkippedWords()

  /// Reads a script; nil if it has no such comments.
  init?(in source: [UInt8]) {
    text = source
    let ranges = source.withUnsafeBufferPointer { source -> [Range<Int>] in
      let signs = [("{>>", "<<}"), ("%%", "%%")].filter {
        source.first(of: $0.0, in: 0..<source.count) != nil
      }
      guard !signs.isEmpty else { return [] }
      var (ranges, lines) = ([Range<Int>](), TableLines(source, from: 0))
      while !lines.isAtEnd {
        let line = lines.next()
        for (open, close) in signs {
          var offset = line.lowerBound
          while let start = source.first(of: open, in: offset..<line.upperBound),
            let end = source.first(
              of: close, in: min(start + open.utf8.count, line.upperBound)..<line.upperBound)
          {
            // "100%% of 20%%" is no comment.
            let isFree = start == line.lowerBound || source[start - 1] <= 0x20
            let isEmpty = end == start + open.utf8.count
            offset = isFree || open != "%%" ? end + close.utf8.count : start + open.utf8.count
            if !isEmpty, isFree || open != "%%" { ranges.append(start..<offset) }
          }
        }
      }
      return ranges
    }
    guard !ranges.isEmpty else { return nil }
    source.withUnsafeBufferPointer { source in
      for range in ranges {
        skipped.add(Bytes(rebasing: source[range]), .privateComment)
        skipped.endWord()
      }
    }
    for range in ranges { for offset in range { text[offset] = 0x20 } }
  }
}
