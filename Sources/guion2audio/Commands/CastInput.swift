import Guion
import Narration

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
    let bytes: [UInt8]
    do {
      bytes = try SourceFile.bytes(of: path)
    } catch {
      if arguments[.cast] == nil, error.isMissing { return }
      throw CommandFailure(.noInput, "cannot read \(path): \(error.reason)", file: path)
    }
    file = path
    let reader = CastReader(bytes: bytes, file: path, over: cast)
    cast = reader.cast
    diagnostics += reader.diagnostics
  }
}
