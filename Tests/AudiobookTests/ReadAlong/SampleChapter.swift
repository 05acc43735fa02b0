@testable import Audiobook

/// Creates the texts of a chapter.
///
/// Its sentences are heard one after the other and take a second each.
final class SampleSpeaker {
  /// The end of the latest sentence, in milliseconds.
  private(set) var now: Int

  init(at now: Int = 0) { self.now = now }

  /// Returns a text with these sentences.
  ///
  /// Spaces at their edges belong to no sentence.
  func text(_ sentences: String..., formatting: [PageFormatting] = []) -> PageText {
    var text = PageText(text: sentences.joined(), formatting: formatting)
    var start = 0
    for sentence in sentences {
      let scalars = Array(sentence.unicodeScalars)
      let before = scalars.prefix { $0.properties.isWhitespace }.count
      let behind = scalars.reversed().prefix { $0.properties.isWhitespace }.count
      let range = start + before..<start + scalars.count - behind
      text.sentences.append(
        PageSentence(
          range: range, time: now..<now + 1000,
          words: Self.words(scalars[before..<scalars.count - behind], at: range.lowerBound, now)))
      start += scalars.count
      now += 1000
    }
    return text
  }

  private static func words(
    _ scalars: ArraySlice<Unicode.Scalar>, at start: Int, _ now: Int
  ) -> [PageWord] {
    let words = scalars.split(separator: " ")
    return words.enumerated().map { number, word in
      let place = start + word.startIndex - scalars.startIndex
      return PageWord(
        range: place..<place + word.count, start: now + number * 1000 / words.count)
    }
  }

  /// Returns a block of a kind.
  func block(
    _ kind: PageBlock.Kind, _ sentences: String..., formatting: [PageFormatting] = [],
    isAnnounced: Bool = false
  ) -> PageBlock {
    var announcement: Range<Int>?
    if isAnnounced {
      announcement = now..<now + 500
      now += 500
    }
    var text = PageText(text: sentences.joined(), formatting: formatting)
    if let only = sentences.first, sentences.count == 1 {
      text = self.text(only, formatting: formatting)
    }
    if sentences.count == 2 { text = self.text(sentences[0], sentences[1], formatting: formatting) }
    return PageBlock(kind: kind, text: text, announcement: announcement)
  }
}

/// Chapters for tests.
enum SampleChapter {
  /// Text that must not become markup, with characters that XML does not allow.
  static let hostile =
    "</p><script>alert(1)</script> ]]> & \"a\" 'b' \u{0}\u{8}\u{B}\u{1B}\u{FFFE}\u{FFFF}\u{7F}\u{85}\u{2028} "
    + "👩‍👩‍👧 עברית العربية 漢字 e\u{301}"

  /// Returns a chapter with a heading and a paragraph of two sentences.
  static func plain(_ number: Int = 1, title: String = "One") -> PageChapter {
    let speaker = SampleSpeaker()
    let blocks = [
      speaker.block(.sectionHeading(level: 1), title),
      speaker.block(.action, "It is dark. ", "Nobody sees it."),
    ]
    return PageChapter(number: number, title: title, duration: speaker.now + 250, blocks: blocks)
  }

  static func item(_ depth: Int, _ isOrdered: Bool, _ number: Int? = nil) -> PageBlock.Kind {
    .item(PageListItem(depth: depth, isOrdered: isOrdered, number: number))
  }

  /// Returns a chapter with every kind of block.
  static func full(_ number: Int = 1) -> PageChapter {
    let speaker = SampleSpeaker(at: 120)
    let opening = speech(speaker) + lists(speaker)
    var quoted = speaker.block(.action, "Quoted words.")
    quoted.isQuoted = true
    var centered = speaker.block(.action, "The end.")
    centered.isCentered = true
    let blocks =
      opening + [
        quoted, centered, dual(speaker), table(speaker),
        speaker.block(.code(language: "swift \"x\""), "let a = 1 < 2\n  && b", isAnnounced: true),
        speaker.block(.image(file: "fish.png"), "A fish & more."),
        PageBlock(kind: .image(file: "none.svg"), text: speaker.text("A drawing.")),
        PageBlock(kind: .pageBreak),
        speaker.block(.transition, "CUT TO:"), speaker.block(.lyrics, "La la.\nLa."),
        speaker.block(.action, hostile), PageBlock(kind: .action),
        PageBlock(kind: .sectionHeading(level: 2)),
        speaker.block(.sectionHeading(level: 5), "Deep"),
        speaker.block(.footnote(number: 1), "A note. ", "More of it."),
        speaker.block(.footnote(number: 1), "Its second paragraph."),
        speaker.block(.footnote(number: 3), "Nobody leads here."),
      ]
    return PageChapter(
      number: number, title: "INT. HOUSE - DAY", duration: speaker.now + 333, blocks: blocks)
  }

  private static func speech(_ speaker: SampleSpeaker) -> [PageBlock] {
    [
      speaker.block(.sceneHeading(number: "12"), "INT. HOUSE - DAY"),
      speaker.block(.credits, "Big Fish by John August."),
      speaker.block(
        .action, "Crossing looks, ", "and a link.",
        formatting: [
          PageFormatting(kind: .strong, range: 0..<12),
          PageFormatting(kind: .emphasis, range: 9..<22),
          PageFormatting(kind: .link("https://example.org/a b?c=<d>&e=%zz"), range: 20..<27),
          PageFormatting(kind: .link("javascript:alert(1)"), range: 20..<24),
          PageFormatting(kind: .footnote(number: 1), range: 15..<15),
          PageFormatting(kind: .footnote(number: 1), range: 27..<27),
          PageFormatting(kind: .footnote(number: 9), range: 3..<3),
          PageFormatting(kind: .image(file: "fish.png"), range: 9..<14),
          PageFormatting(kind: .underline, range: 0..<1),
          PageFormatting(kind: .strikethrough, range: 1..<2),
          PageFormatting(kind: .code, range: 2..<4),
        ]),
      speaker.block(.character(speaker: 9), "EDWARD (V.O.)", isAnnounced: true),
      speaker.block(.parenthetical, "(quietly)"),
      speaker.block(.dialogue, "Hello. ", "It is me."),
    ]
  }

  private static func lists(_ speaker: SampleSpeaker) -> [PageBlock] {
    var (more, task) = (
      PageListItem(depth: 1, isOrdered: true), PageListItem(depth: 1, isOrdered: false)
    )
    more.isContinued = true
    task.isDone = true
    return [
      speaker.block(item(3, false), "Deep at once."), speaker.block(item(1, true, 4), "Four."),
      speaker.block(.item(more), "Still four."), speaker.block(item(2, false), "Within."),
      speaker.block(item(1, true, 5), "Five."), speaker.block(.item(task), "Done."),
    ]
  }

  /// Returns a block in which two characters speak at the same time.
  private static func dual(_ speaker: SampleSpeaker) -> PageBlock {
    let other = SampleSpeaker(at: speaker.now)
    let columns = [speaker, other].enumerated().map { number, speaker in
      [
        speaker.block(.character(speaker: number), "VOICE \(number)", isAnnounced: true),
        speaker.block(.dialogue, "One. ", "Two."),
      ]
    }
    return PageBlock(kind: .dual(columns))
  }

  private static func table(_ speaker: SampleSpeaker) -> PageBlock {
    PageBlock(
      kind: .table(
        header: [speaker.text("Name"), speaker.text("Age")],
        rows: [[speaker.text("Ann"), speaker.text("7")], [], [PageText()]]))
  }
}
