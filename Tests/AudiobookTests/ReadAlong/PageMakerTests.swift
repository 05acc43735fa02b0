import Foundation
import Guion
import TestSupport
import Testing

@testable import Audiobook

/// Tests of a chapter as its author wrote it, with the times of its sentences.
@Suite struct PageMakerTests {
  private func outline(
    _ script: String, _ change: (inout ToneBook) -> Void = { _ in }
  ) async throws -> [String] {
    try await ReadAlongChapters(script, change).outline
  }

  private func markdown(_ text: String) async throws -> [String] {
    try await outline(text) {
      $0.format = .markdown
      $0.file = "notes.md"
      $0.options.split = .document
      $0.cast = #"{"speech": {"footnotes": "end"}}"#
    }
  }

  @Test func `a scene is shown as it is written`() async throws {
    let script = """
      Title: Two _Rooms_

      # Act One

      = Nobody reads this.

      INT. HALL - DAY #1A#

      It is **dark**. [[Do not show this.]] Mr. Ash waits: $5 on the table.

      ANN (V.O.)
      (softly)
      Who *is* there? Wait --
      (beat)
      -- Ben?

      /* Nor this. */

      BEN ^
      Nobody.

      > CUT TO:

      > THE END <
      """
    let shown = try await outline(script)
    #expect(
      shown == [
        "credits: Two Rooms.",
        "sceneHeading: INT. HALL - DAY",
        "action: It is dark. | Mr. Ash waits: $5 on the table.",
        "dual character!: (ANN (V.O.))",
        "dual parenthetical: ((softly))",
        "dual dialogue: Who is there? | Wait --",
        "dual parenthetical: ((beat))",
        "dual dialogue: -- Ben?",
        "dual character!: (BEN)",
        "dual dialogue: Nobody.",
        "transition: (CUT TO:)",
        "action: THE END",
      ])
  }

  @Test func `speeches side by side in a PDF have times of their own`() async throws {
    let page = """
               INT. ROOM - DAY

               Rain falls on the window of a room that is so long
               that the line goes on.

                                   BEN
                         Good morning to all of you, my dear
                         friends.

                                   ANNA
                         The weather is not fine at all.

                     ANNA                         BEN
                Nine minutes.                Nine.
      """
    let shown = try await outline(String(decoding: MadePDF([page]).bytes, as: UTF8.self)) {
      $0.format = .pdf
      $0.file = "s.pdf"
    }
    #expect(
      shown.suffix(4) == [
        "dual character: (ANNA)", "dual dialogue: Nine minutes.", "dual character: (BEN)",
        "dual dialogue: Nine.",
      ])
  }

  @Test func `a document is shown as it is written`() async throws {
    let text = """
      # Bread

      Flour[^1] and
      *water*, ~~milk~~ 10<sup>3</sup> loaves.

      1. Knead.
         - Fold `it` twice.

         Again.
      2. Bake.

      - [x] Eat.

      > Quoted words.

      | Oven | Time |
      | --- | --- |
      | 250 °C | 20 min. Then rest. |
      | off | |

      ```swift
      let x = 1
      ```

      ![a loaf](loaf.png)

      ![no file](gone.gif)

      See [this](https://example.org/a), [that](javascript:alert(1)) and <b>bold</b>.

      [^1]: Strong flour. Not cake flour.
      """
    let shown = try await markdown(text)
    #expect(
      shown == [
        "sectionHeading!: (Bread)",
        "action: Flour and water, milk 10³ loaves.",
        "item: Knead.",
        "item: Fold it twice.",
        "item: Again.",
        "item: Bake.",
        "item: Eat.",
        "action: Quoted words.",
        "header: Oven, Time",
        "row: 250 °C, 20 min. | Then rest.",
        "row: off, ()",
        "code!: (let x = 1)",
        "image: a loaf",
        "action: no file",
        "action: See this, that and bold.",
        "footnote: Strong flour. | Not cake flour.",
      ])
  }

  @Test func `words keep their styles`() async throws {
    let chapters = try await ReadAlongChapters(
      "A **b *c* d** [e](https://example.org) [f](javascript:x) `g` ~~h~~ i[^1]\n\n[^1]: J."
    ) {
      $0.format = .markdown
    }
    let text = try #require(chapters.texts.first)
    #expect(
      text.formatting.map { "\($0.kind) \(text.words($0.range))" } == [
        "strong b c d", "emphasis c", #"link("https://example.org") e"#, "code g",
        "strikethrough h", "footnote(number: 1) ",
      ])
    let script = try await ReadAlongChapters("She is **very _very_** *late* \\*now\\*. 😀 *é*")
    let action = try #require(script.texts.first)
    #expect(action.text == "She is very very late *now*. 😀 é")
    #expect(
      action.formatting.map { "\($0.kind) \(action.words($0.range))" }
        == ["strong very very", "underline very", "emphasis late", "emphasis é"])
  }

  @Test func `struck-through text has no times`() async throws {
    let book = try await ReadAlongChapters("One ~~two~~ three.") { $0.format = .markdown }
    let text = try #require(book.texts.first)
    #expect(text.sentences.flatMap(\.words).map { text.words($0.range) } == ["One", "three."])
    let said = try await ReadAlongChapters("One ~~two~~ three.") {
      $0.format = .markdown
      $0.cast = #"{"speech": {"strikethrough": "speak"}}"#
    }
    #expect(said.texts.first?.sentences.flatMap(\.words).count == 3)
  }

  @Test func `speakers have the book's numbers`() async throws {
    let book = try await ReadAlongChapters(ToneBook.threeScenes)
    let numbers = book.chapters.map { chapter in
      chapter.blocks.compactMap { block -> Int? in
        if case .character(let speaker) = block.kind { speaker } else { nil }
      }
    }
    #expect(numbers == [[0, 1], [0, 1], [0, 1]])
  }

  @Test func `quotations in prose have their speakers' numbers, and the narration has none`()
    async throws
  {
    let text = """
      Tom Reed met Ann Lee. Tom smiled.

      “Are *you* ready?” asked Tom. “It is late.”

      “No,” said Ann.
      """
    let book = try await ReadAlongChapters(text) {
      $0.format = .markdown
      $0.file = "n.md"
      $0.cast = #"{"dialogue": {"voices": true}}"#
    }
    let said = book.texts.map { text in
      text.formatting.compactMap { part -> String? in
        guard case .voice(let speaker) = part.kind else { return nil }
        return "\(speaker) \(text.words(part.range))"
      }
    }
    let numbers = book.plan.speakerNumbers
    let (tom, ann) = (numbers["Tom Reed"] ?? -1, numbers["Ann Lee"] ?? -1)
    #expect(
      said == [[], ["\(tom) “Are you ready?”", "\(tom) “It is late.”"], ["\(ann) “No,”"]])
    #expect(tom != ann && book.texts[1].formatting.contains { $0.kind == .emphasis })
  }

  // MARK: Any script

  /// Checks that every spoken word is in one sentence, and that every sentence has a time within its line.
  private func expectWhole(_ book: ReadAlongChapters, _ comment: Comment) throws -> Int {
    var sentences = 0
    for (chapter, plan) in zip(book.chapters, book.plan.chapters) {
      #expect(chapter.title == plan.title, comment)
      for text in chapter.blocks.flatMap(\.texts) where !text.sentences.isEmpty {
        sentences += text.sentences.count
        var place = 0
        let count = text.text.unicodeScalars.count
        for sentence in text.sentences {
          #expect(place <= sentence.range.lowerBound, comment)
          #expect(!text.words(place..<sentence.range.lowerBound).hasWord, comment)
          #expect(!sentence.time.isEmpty && sentence.time.upperBound <= chapter.duration, comment)
          #expect(sentence.words.allSatisfy { sentence.time.contains($0.start) }, comment)
          place = sentence.range.upperBound
        }
        #expect(!text.words(place..<count).hasWord, comment)
        let times = text.sentences.map(\.time)
        #expect(
          zip(times, times.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound }, comment)
      }
    }
    return sentences
  }

  @Test func `the examples have complete sentences`() async throws {
    let examples = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Examples").standardized
    let files = try #require(FileManager.default.enumerator(atPath: examples.path))
    var sentences = 0
    for case let name as String in files {
      guard ["fountain", "md"].contains(URL(filePath: name).pathExtension) else { continue }
      let path = examples.appending(path: name)
      let script = try String(contentsOf: path, encoding: .utf8)
      let book = try await ReadAlongChapters(script) {
        $0.format = name.hasSuffix("md") ? .markdown : .fountain
        $0.file = name
      }
      sentences += try expectWhole(book, "\(name)")
    }
    #expect(sentences > 400)
  }

  @Test(arguments: 1...UInt64(Strength.rounds(240)))
  func `every spoken word is in a sentence`(seed: UInt64) async throws {
    let script = MarkedScript(seed: seed)
    guard !script.spoken.isEmpty else {
      let error = await #expect(throws: (any Error).self) {
        _ = try await ReadAlongChapters(script.source)
      }
      #expect("\(String(describing: error))".contains("nothing-spoken"))
      return
    }
    let book = try await ReadAlongChapters(script.source)
    _ = try expectWhole(book, "seed \(seed)")
    let spoken = book.texts.flatMap { text in text.sentences.map { text.words($0.range) } }
      .joined(separator: " ").lowercased()
    for word in script.spoken {
      // Cues are announced and have no sentence.
      let isCue = book.texts.contains {
        $0.sentences.isEmpty && $0.text.lowercased().contains(word)
      }
      #expect(isCue || spoken.ranges(of: word).count == 1, "\(word) of seed \(seed)")
    }
  }
}

extension String {
  /// Whether the text has a letter or a digit.
  fileprivate var hasWord: Bool { contains { $0.isLetter || $0.isNumber } }
}
