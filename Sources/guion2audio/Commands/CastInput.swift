import Glibc
import Guion
import Narration
import Basics

/// The cast of a build: what the front matter says, and over it the cast file that was named, or
/// `cast.json` beside the input.
struct CastInput {
  var cast = Cast()
  var diagnostics: [Diagnostic] = []
  /// The cast file that was read; nil where there is none.
  private(set) var file: String?

  init(_ arguments: Arguments, beside input: ScriptInput, of manuscript: Manuscript) throws {
    if let document = manuscript.settingsDocument, let settings = document.settings {
      let reader = CastReader(frontMatter: settings, file: document.path)
      cast = reader.cast
      diagnostics = reader.diagnostics
    }
    let path = arguments[.cast] ?? input.castFile
    // One that nobody named may be a pipe that nobody writes to.
    if arguments[.cast] == nil, access(path, F_OK) == 0, !WholeFile.isThere(path) {
      throw CommandFailure(.noInput, "cannot read \(path): it is no file", file: path)
    }
    let bytes: [UInt8]
    do {
      bytes = try SourceFile.bytes(of: path, limit: .castFile)
    } catch {
      if arguments[.cast] == nil, error.isMissing { return }
      if let tooLarge = error.tooLarge {
        diagnostics.append(tooLarge)
        return
      }
      throw CommandFailure(.noInput, "cannot read \(path): \(error.reason)", file: path)
    }
    file = path
    let reader = CastReader(bytes: bytes, file: path, over: cast)
    cast = reader.cast
    diagnostics += reader.diagnostics
  }

  /// Adds the names that stand before speeches in prose and that nobody has cast yet.
  mutating func addSpeakers(of manuscript: Manuscript) {
    let known = Set(
      cast.characters.flatMap { [$0.name] + $0.aliases }.map(CharacterNormalizer.folded))
    cast.characters += SpeakerNames.likely(in: manuscript).map(\.name)
      .filter { !known.contains(CharacterNormalizer.folded($0)) }
      .map { Cast.Character(name: $0) }
  }
}
