import Basics
package import Guion
public import Narration

/// The source of a book's cast.
///
/// The settings of a cast file override the settings of the document's front matter.
public enum CastSource: Sendable {
  /// The file `cast.json` next to the input, if it exists.
  case beside
  /// A cast file.
  case file(String)
  /// A cast that an app passes; the settings of the front matter are ignored.
  case cast(Cast)
  /// The contents of a cast file, saved or not yet saved, and its path.
  case contents([UInt8], of: String)
}

/// The cast of a book, and the diagnostics from reading it.
package struct BookCast: Sendable {
  /// The settings of the front matter, overridden by those of the cast file.
  package var cast: Cast
  /// The errors, warnings and notes about the settings.
  package var diagnostics: [Diagnostic]
  /// The path of the cast file; nil if there is none.
  package private(set) var file: String?

  /// Reads the cast of a manuscript.
  ///
  /// `input` is the source of the manuscript. Throws a `BookError` if the cast file cannot be read.
  package init(
    _ source: CastSource, beside input: BookInput, of manuscript: Manuscript
  ) throws(BookError) {
    (cast, diagnostics) = (Cast(), [])
    if let document = manuscript.settingsDocument, let settings = document.settings {
      let reader = CastReader(frontMatter: settings, file: document.path)
      (cast, diagnostics) = (reader.cast, reader.diagnostics)
    }
    switch source {
    case .cast(let own): cast = own
    case .file(let path): try read(path, isNamed: true, isRegular: input.readsOnlyRegularFiles)
    case .contents(let bytes, let path): read(bytes, of: path)
    case .beside:
      // The user has not named this file, so only a regular file is read: reading a pipe could block.
      try read(input.castFile, isNamed: false, isRegular: true)
    }
    readAnswers(input.voicesFile)
  }

  /// Reads the author's answers to who speaks, if there is such a file.
  private mutating func readAnswers(_ path: String) {
    do throws(FileError) {
      let bytes = try SourceFile.bytes(
        of: FilePath(path), shown: path, limit: .castFile, isRegular: true)
      cast.answers = VoicesFile(bytes, path: path)
    } catch {
      guard !error.isMissing else { return }
      diagnostics.append(
        Diagnostic(
          code: "unknown-speaker", severity: .warning, message: "cannot be read: \(error.reason)",
          file: path))
    }
  }

  private mutating func read(
    _ path: String, isNamed: Bool, isRegular: Bool
  ) throws(BookError) {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try SourceFile.bytes(
        of: FilePath(path), shown: path, limit: .castFile, isRegular: isRegular)
    } catch {
      if !isNamed, error.isMissing { return }
      if let tooLarge = error.tooLarge {
        diagnostics.append(tooLarge)
        return
      }
      throw BookError(.missingInput, "cannot read \(path): \(error.reason)", file: path)
    }
    read(bytes, of: path)
  }

  private mutating func read(_ bytes: [UInt8], of path: String) {
    file = path
    let reader = CastReader(bytes: bytes, file: path, over: cast)
    cast = reader.cast
    diagnostics += reader.diagnostics
  }

  /// Finds speaker names in the prose, and adds the ones that are not yet in the cast.
  /// If the prose has quotations, the characters who speak them are added too, and dialogue is switched on.
  package mutating func addSpeakers(of manuscript: Manuscript, language: String) {
    let known = Set(
      cast.characters.flatMap { [$0.name] + $0.aliases }.map(CharacterNormalizer.folded))
    cast.characters += SpeakerNames.likely(in: manuscript).map(\.name)
      .filter { !known.contains(CharacterNormalizer.folded($0)) }
      .map { Cast.Character(name: $0) }
    guard cast.ruleSet >= .v1_2, cast.dialogue.voices != false,
      QuotedSpeech.count(in: manuscript, language: language) >= 10
    else { return }
    let speech = QuotedSpeech(of: manuscript, cast: cast, language: language)
    let found = speech.attribution.people
    let people = found.indices.filter { found[$0].quotations > 2 }
      .sorted { (found[$1].quotations, $0) < (found[$0].quotations, $1) }
    guard cast.dialogue.voices == true || people.count > 1 else { return }
    cast.dialogue.voices = true
    let names = Set(cast.characters.map(\.name))
    cast.characters += people.filter { !names.contains(found[$0].name) }.map { number in
      Cast.Character(
        name: found[number].name, aliases: found[number].aliases,
        note: speech.note(onPerson: number), gender: found[number].gender,
        age: found[number].age == .child ? .child : nil)
    }
  }
}
