import Audio
import Audiobook
import Testing

/// Tests that a change renders only the affected chapters again.
@Suite struct FingerprintTests {
  private let cast =
    #"{"narrator": "tone://bass", "characters": {"ANN": "tone://alto", "BEN": "tone://tenor"}}"#

  private func plan(
    _ script: String = ToneBook.threeScenes, _ change: (inout ToneBook) -> Void = { _ in }
  )
    async throws -> BookPlan
  {
    try await ToneBook(script, cast: cast, change).plan()
  }

  /// Returns the chapters, counted from 1, whose audio differs in another plan.
  private func changed(_ other: BookPlan) async throws -> [Int] {
    let base = try await plan()
    try #require(base.chapters.count == other.chapters.count)
    return zip(base.chapters, other.chapters).filter { $0.fingerprint != $1.fingerprint }.map(
      \.0.index)
  }

  @Test func plansAreReproducible() async throws {
    let one = try await plan()
    let two = try await plan()
    #expect(one.fingerprints == two.fingerprints)
    #expect(one.tagsFingerprints == two.tagsFingerprints)
    #expect(Set(one.fingerprints).count == 3)
  }

  @Test func aFingerprintIsSixtyFourHexadecimalDigits() async throws {
    for fingerprint in try await plan().fingerprints + plan().tagsFingerprints {
      #expect(fingerprint.count == 64)
      #expect(fingerprint.allSatisfy { "0123456789abcdef".contains($0) })
    }
  }

  @Test func aWordChangesOnlyItsChapter() async throws {
    let script = ToneBook.threeScenes.replacing("Three.", with: "Thrice.")
    #expect(try await changed(plan(script)) == [2])
  }

  @Test func aWordThatIsNotSpokenChangesNothing() async throws {
    let script = ToneBook.threeScenes.replacing("Three.", with: "Three. [[a note]]")
      .replacing("INT. CELLAR", with: "= synopsis\n\nCUT TO:\n\n/* gone */\n\nINT. CELLAR")
    #expect(try await changed(plan(script)) == [])
  }

  @Test func linesMayMove() async throws {
    let script = "\n\n\n" + ToneBook.threeScenes.replacing("INT. CELLAR", with: "\n\n\nINT. CELLAR")
    let other = try await plan(script)
    #expect(try await changed(other) == [])
    #expect(try await plan().tagsFingerprints == other.tagsFingerprints)
  }

  @Test(arguments: [
    (#""tone://tenor""#, #""tone://soprano""#),
    (#""tone://tenor""#, #""tone://tenor?rate=1.1""#),
    (#""tone://tenor""#, #""tone://tenor?pitch=1""#),
    (#""tone://tenor""#, #""tone://tenor?gain=-1""#),
    (#""tone://tenor""#, #""tone://tenor?lang=en-GB""#),
  ])
  func aVoiceChangesTheChaptersItSpeaksIn(_ old: String, _ new: String) async throws {
    // BEN speaks only in the second scene.
    let script = ToneBook.threeScenes.replacing("BEN\nTwo.\n\n", with: "").replacing(
      "BEN\nSix.\n\n", with: "")
    let base = try await plan(script)
    let other = try await plan(script) { $0.cast = $0.cast.replacing(old, with: new) }
    #expect(zip(base.fingerprints, other.fingerprints).map { $0 == $1 } == [true, false, true])
    #expect(base.tagsFingerprints == other.tagsFingerprints)
  }

  @Test func aPauseChangesTheChaptersThatHaveIt() async throws {
    let script = ToneBook.threeScenes.replacing("Three.", with: "Three.\n\n===\n\nWords.")
    let base = try await plan(script)
    let other = try await plan(script) {
      $0.cast = $0.cast.dropLast() + #", "pauses": {"pageBreak": 9000}}"#
    }
    #expect(zip(base.fingerprints, other.fingerprints).map { $0 == $1 } == [true, false, true])
  }

  @Test func settingsOfTheWholeBookChangeAllChapters() async throws {
    let changes: [(inout ToneBook) -> Void] = [
      { $0.options.rate = 1.1 }, { $0.options.formats = [.flac] },
      { $0.options.formats = [.wav, .flac] }, { $0.options.bitrate = 64 },
      { $0.sampleRate = 16_000 }, { $0.engineVersion = "2" },
      { $0.options.generator = "guion2audio 0.0.1" },
      { $0.cast = $0.cast.dropLast() + #", "pauses": {"chapterEnd": 2001}}"# },
      { $0.cast = $0.cast.dropLast() + #", "language": "en-GB"}"# },
    ]
    var seen: Set<String> = []
    for change in changes {
      let other = try await plan(ToneBook.threeScenes, change)
      #expect(try await changed(other) == [1, 2, 3])
      #expect(seen.insert(other.fingerprints[0]).inserted)
    }
  }

  @Test func optionsOfTheRunChangeNothing() async throws {
    let other = try await plan {
      $0.options.jobs = 7
      $0.options.force = true
      $0.options.overwrite = true
      $0.options.keepGoing = true
      $0.options.only = ChapterSelection("2")
    }
    #expect(try await changed(other) == [])
    #expect(try await plan().tagsFingerprints == other.tagsFingerprints)
  }

  @Test func titleAndAuthorOfTheBookAreOnlyTags() async throws {
    // The cast switches the credits off, because credits speak the title.
    let cast = String(cast.dropLast()) + #", "speech": {"credits": false}}"#
    let base = try await plan { $0.cast = cast }
    let titled = try await plan {
      $0.cast = cast
      $0.options.title = "Other"
    }
    let authored = try await plan {
      $0.cast = cast
      $0.options.authors = ["Somebody"]
    }
    for other in [titled, authored] {
      #expect(base.fingerprints == other.fingerprints)
      #expect(zip(base.tagsFingerprints, other.tagsFingerprints).allSatisfy { $0 != $1 })
    }
    #expect(titled.tagsFingerprints != authored.tagsFingerprints)
  }

  @Test func aMovedSceneKeepsItsAudioUnderAnotherName() async throws {
    let scenes = ToneBook.threeScenes.split(separator: "INT. ").map { "INT. " + $0 }
    let base = try await plan()
    let moved = try await plan(scenes[2] + scenes[0] + scenes[1])
    #expect(moved.fingerprints == [2, 0, 1].map { base.fingerprints[$0] })
    #expect(Set(moved.tagsFingerprints).isDisjoint(with: base.tagsFingerprints))
    #expect(moved.chapters.map(\.fileStem).first == "001 INT. CELLAR - NIGHT")
  }
}
