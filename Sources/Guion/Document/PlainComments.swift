import Basics

/// The private comments in a text without markup: `<!-- … -->`, `{>>…<<}`, `[[…]]`, those of templates, and whole lines
/// between `/*` and `*/`. Deletions of CriticMarkup and the marks of other programs for pauses and voices go with them;
/// its new words stay.
struct PlainComments {
  /// The text without the comments. Line ends stay.
  private(set) var text: [UInt8] = []
  private(set) var skipped = SkippedWords()

  private enum Place { case anywhere, behindBlank, ownLine }
  private struct Mark {
    let open: String
    let close: String
    var place = Place.anywhere
    var rule = SkippedWords.Rule.privateComment

    /// Whether a text begins with the mark. Those of programs can have capitals.
    func begins(_ text: Slice<Bytes>) -> Bool {
      rule == .markup
        ? text.starts(with: open.utf8) { $0 == $1 || $0 | 0x20 == $1 }
        : text.starts(with: open.utf8)
    }
  }

  private static let marks: [Mark] = [
    Mark(open: "<!--", close: "-->"), Mark(open: "{>>", close: "<<}"),
    Mark(open: "/*", close: "*/", place: .ownLine),
    Mark(open: "%%", close: "%%", place: .behindBlank),
    Mark(open: "[[", close: "]]"), Mark(open: "{# ", close: "#}"),
    Mark(open: "{{!--", close: "--}}"), Mark(open: "{{/*", close: "*/}}"),
    Mark(open: "<%", close: "%>"), Mark(open: "\\comment{", close: "}"),
    Mark(open: "{% comment", close: "endcomment %}"),
    Mark(open: "{%- comment", close: "endcomment -%}"),
    Mark(open: "{--", close: "--}", rule: .deletion), Mark(open: "{++", close: "++}"),
    Mark(open: "{==", close: "==}"), Mark(open: "{~~", close: "~~}", rule: .deletion),
    Mark(open: "<<voice:", close: ">>", rule: .markup),
    Mark(open: "<<chapter_marker:", close: ">>", rule: .markup),
    Mark(open: "<<metadata_", close: ">>", rule: .markup),
    Mark(open: "[pause:", close: "]", rule: .markup),
    Mark(open: "[pause]", close: "", rule: .markup),
    Mark(open: "[break]", close: "", rule: .markup),
    Mark(open: "[voice:", close: "]", rule: .markup),
    Mark(open: "[/voice]", close: "", rule: .markup),
  ]
  /// The length of the longest comment, in bytes.
  private static let limit = 10_000

  /// Finds the comments; nil if there are none.
  init?(in source: [UInt8]) {
    let kept = source.withUnsafeBufferPointer { bytes -> Int in
      var (kept, starts) = (0, true)
      var offset = 0
      var closings: [String: Int] = [:]
      while offset < bytes.count {
        let byte = bytes[offset]
        if byte.isOne(of: "<{/%[\\"),
          let (end, words, rule) = Self.comment(bytes, offset, startsLine: starts, &closings)
        {
          text += bytes[kept..<offset]
          let hidden = [offset..<words.lowerBound, words.upperBound..<end]
          text += bytes[hidden[0]].lazy.filter { $0 == 0x0A || $0 == 0x0D }
          text += bytes[words]
          text += bytes[hidden[1]].lazy.filter { $0 == 0x0A || $0 == 0x0D }
          for range in hidden {
            skipped.add(Bytes(rebasing: bytes[range]), rule)
            skipped.endWord()
          }
          (kept, offset) = (end, end)
          continue
        }
        starts = byte == 0x0A || byte == 0x0D || starts && byte <= 0x20
        offset += 1
      }
      return kept
    }
    guard kept > 0 else { return nil }
    text += source[kept...]
  }

  /// Returns the end of the comment at an offset, and the words in it that stay.
  private static func comment(
    _ text: Bytes, _ open: Int, startsLine: Bool, _ closings: inout [String: Int]
  ) -> (end: Int, words: Range<Int>, rule: SkippedWords.Rule)? {
    for mark in marks where mark.begins(text[open...]) {
      switch mark.place {
      case .anywhere: break
      // "100%% of 20%%" is no comment.
      case .behindBlank where startsLine || CommentSigns.isFree(text, open): break
      case .ownLine where startsLine: break
      default: return nil
      }
      let start = min(open + mark.open.utf8.count, text.count)
      guard !mark.close.isEmpty else { return (start, start..<start, mark.rule) }
      var close = closings[mark.open] ?? 0
      if close < start {
        close = text.first(of: mark.close, in: start..<text.count) ?? text.count
        closings[mark.open] = close
      }
      guard close < text.count, close - open < limit else { return nil }
      let end = close + mark.close.utf8.count
      let isDivided = text.first(of: mark.open, in: start..<close) != nil
      guard !isDivided || mark.open == mark.close else { return nil }
      if !CommentSigns.isComment(text, start..<close, mark.open) { return nil }
      // A mark of a program is short; `%%` in a line is one, and a line of `%%` begins lines.
      if mark.rule == .markup || mark.open == "\\comment{" || mark.open == "%%" && !startsLine,
        text.first(0x0A, in: start..<close) != nil
      {
        return nil
      }
      switch mark.open {
      case "{++", "{==": return (end, start..<close, .markup)
      case "[[":
        let words = CommentSigns.link(text, start..<close)
        return (end, words ?? end..<end, words == nil ? mark.rule : .markup)
      case "{~~":
        guard let turn = text.first(of: "~>", in: start..<close) else { return nil }
        return (end, turn + 2..<close, mark.rule)
      case "%%" where startsLine && text.first(0x0A, in: start..<close) != nil, "/*":
        let line = text[end...].first { $0 == 0x0A || $0 > 0x20 } ?? 0x0A
        return line == 0x0A ? (end, end..<end, mark.rule) : nil
      default: return (end, end..<end, mark.rule)
      }
    }
    return nil
  }
}

/// Front matter in YAML with a title, an author or a date above a text without markup.
struct PlainFrontMatter {
  /// The text with empty lines for the front matter.
  let text: [UInt8]
  let words: String
  let titlePage: [TitlePageEntry]
  let settings: JSONNode?
  let diagnostics: [Diagnostic]

  init?(in source: [UInt8]) {
    let front = source.withUnsafeBufferPointer { bytes -> FrontMatter? in
      guard bytes.starts(with: "---".utf8) else { return nil }
      return FrontMatter(in: bytes, from: 0, .second)
    }
    guard let front, front.end > 0, !front.diagnostics.contains(where: { $0.severity == .error }),
      front.titlePage.contains(where: { Self.keys.contains($0.key.lowercased()) })
    else { return nil }
    let block = source[..<front.end]
    words = String(decoding: block, as: UTF8.self)
    text = block.filter { $0 == 0x0A || $0 == 0x0D } + source[front.end...]
    (titlePage, settings, diagnostics) = (front.titlePage, front.settings, front.diagnostics)
  }

  /// The keys without which lines of names and words are text.
  private static let keys: Set = ["title", "author", "date"]
}
