import Audiobook
import Guion
import Hablare
import HablareTesting
import Narration
import TestSupport
import Testing

/// Tests that there is only one path from elements to audio.
///
/// An app that uses the speakables with the same casting gets the same speech as a build.
@Suite struct OneRoadTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var format: DocumentFormat
    var source: String
    var testDescription: String { name }
  }

  private static let cast = """
    {"narrator": "tone://bass", "default": "tone://soprano",
     "characters": {"ANN": {"voice": "tone://alto", "rate": 1.1, "aliases": ["YOUNG ANN"]},
                    "DEV": "tone://tenor?pitch=2"},
     "speech": {"announceLevels": true, "footnotes": "end", "quotes": "announce", "credits": false},
     "pronunciations": [{"text": "dance", "say": "dahnce", "character": "ANN"},
                        {"text": "gif", "say": "jif"}]}
    """

  static let rows: [Row] = [
    Row(
      name: "a screenplay", format: .fountain,
      source: """
        # Act One

        The FBI waits. *Gifs* and a gif. [[not this]]

        INT. COFFEE SHOP / BAR - DAY

        DEV SLAMS the door & leaves.

        ANN (V.O.)
        (quickly)
        I dance.
        (beat)
        ...or not!!!

        YOUNG ANN
        I dance --

        BEN ^
        ~La la

        # Act Two

        = A synopsis

        EXT. YARD - NIGHT

        ANN AND BEN
        Us.

        BOTH
        Yes.

        DEV
        No.

        CUT TO:

        > THE END <
        """),
    Row(
      name: "a screenplay without sections", format: .fountain,
      source: "FADE IN:\n\nINT. A\n\nDEV\nHi.\n\nEXT. B\n\nDEV\nHo.\n\nBEN\n(to DEV)\nHm."),
    Row(
      name: "a document", format: .markdown,
      source: """
        # The Book

        Before[^1] all. IT IS OVER.

        ## One

        **ANN:** (quickly) I dance[^2].
        DEV: I ~~dance~~ run.

        1. first
           - `a[0]`
        2. [x](y.md)

        > A quotation.
        >
        > > Deeper.

        | A | B |
        |---|---|
        | a gif | `*` |

        ### Deep

        ```swift
        let a
        ```

        ## Two

        Where $x$ is.[^1] See https://a.example.org/b.

        ![A picture](p.png) 🎉

        [^1]: First.
        [^2]: Second.
        """),
    Row(
      name: "a document of one chapter", format: .markdown,
      source: "---\ntitle: T\n---\n\nA.\n\nYoung Ann: I dance.\n\nBEN: Me.\n\n- b"),
    Row(name: "plain text", format: .text, source: "One & two.\n\nANN: I dance.\n\u{C}\nDEV said."),
  ]

  /// The speech of a build, chapter by chapter, and the same speech through an app's interfaces.
  private struct Roads {
    let plan: BookPlan
    let planned: PlannedBook
    let manuscript: Manuscript
    let mapper: CharacterVoiceMapper

    init(_ row: Row, _ split: SplitMode) async throws {
      let book = ToneBook(row.source, cast: OneRoadTests.cast) {
        $0.format = row.format
        $0.options.split = split
      }
      planned = try await book.planned()
      (plan, manuscript) = (planned.plan, try book.manuscript)
      mapper = CharacterVoiceMapper(casting: planned.casting, elements: planned.elements)
    }

    var elements: [GuionElement] { planned.elements }
    var outline: DocumentOutline { DocumentOutline(elements, format: manuscript.format) }

    /// The requests of a build, in the order in which they are rendered.
    var built: [String] {
      plan.chapters.flatMap { $0.read.speakables(planned.directory) }.map(line)
    }

    /// Returns the requests for the items of a group, in order.
    func said(_ group: some SpeakableGroup) -> [String] {
      group.getGroupedElements().compactMap { $0 as? SpeakableSpan }.map(line)
    }

    private func line(_ item: SpeakableSpan) -> String {
      "\(item.voiceProvider.providerId) \(item.engineRequest) \(item.span.pauseBefore)"
    }

    func chapter(_ heading: Int?, _ elements: some Sequence<GuionElement>) -> ChapterSpeakable {
      ChapterSpeakable(
        chapterHeading: heading.map { self.elements[$0] }, elements: Array(elements),
        voiceMapping: { mapper.voice(for: $0) }, voiceProvider: ToneVoiceProvider(),
        languageCode: planned.casting.language, format: manuscript.format,
        cast: planned.cast)
    }

    func scene(_ heading: Int, _ elements: Range<Int>) -> SceneSpeakable {
      SceneSpeakable(
        sceneHeading: self.elements[heading],
        elements: elements.filter { $0 != heading }.map { self.elements[$0] },
        voiceMapping: { mapper.voice(for: $0) }, voiceProvider: ToneVoiceProvider(),
        languageCode: planned.casting.language, cast: planned.cast)
    }

    /// The whole document in one voice, with the same words as in a build.
    var document: MarkdownDocumentSpeakable {
      MarkdownDocumentSpeakable(
        filename: "b.md", elements: elements, voiceProvider: ToneVoiceProvider(),
        defaultVoiceId: "alto", languageCode: planned.casting.language, cast: planned.cast)
    }
  }

  @Test(arguments: rows) func theWholeDocumentIsSpokenAsInABuild(_ row: Row) async throws {
    let roads = try await Roads(row, .document)
    #expect(roads.said(roads.chapter(nil, roads.elements)) == roads.built)
    #expect(roads.built.count > 2)
  }

  @Test(arguments: rows) func aChapterIsSpokenAsInABuild(_ row: Row) async throws {
    let roads = try await Roads(row, .auto)
    guard let parts = roads.outline.chapters(of: roads.elements) else { return }
    let said = parts.flatMap { part in
      roads.said(roads.chapter(part.heading, roads.elements[part.elements]))
    }
    #expect(said == roads.built)
    #expect(roads.plan.chapters.count == parts.count { !$0.elements.isEmpty })
  }

  @Test(arguments: rows) func aSceneIsSpokenAsInABuild(_ row: Row) async throws {
    let roads = try await Roads(row, .scene)
    let said = roads.outline.scenes(of: roads.elements).flatMap { part in
      part.heading.map { roads.said(roads.scene($0, part.elements)) }
        ?? roads.said(roads.chapter(nil, roads.elements[part.elements]))
    }
    #expect(said == roads.built)
  }

  @Test(arguments: rows) func theScenesOfAChapterAreSpokenAlike(_ row: Row) async throws {
    let roads = try await Roads(row, .document)
    let whole = roads.chapter(nil, roads.elements)
    let scenes = whole.scenes.flatMap(roads.said)
    #expect(scenes == roads.said(whole).suffix(scenes.count))
    #expect(row.format != .fountain || !scenes.isEmpty)
  }

  @Test(arguments: rows.filter { $0.format == .markdown })
  func aDocumentInOneVoiceHasTheSameWords(_ row: Row) async throws {
    let roads = try await Roads(row, .document)
    let words = roads.plan.chapters.flatMap { $0.read.passages.flatMap(\.items).flatMap(\.spans) }
      .map(\.text)
    #expect(roads.document.getGroupedElements().map(\.textToSpeak) == words)
    let chapters = try await Roads(row, .auto)
    #expect(
      chapters.document.chapters.map { $0.getGroupedElements().map(\.textToSpeak) }
        == chapters.plan.chapters.map {
          $0.read.passages.flatMap(\.items).flatMap(\.spans).map(\.text)
        })
  }
}
