import Guion
import Narration

/// The cast file of a build: the one that was named, or `cast.json` beside the input, or none.
struct CastInput {
  var cast = Cast()
  /// The path as shown in diagnostics; nil where there is no cast file.
  var path: String?
  var diagnostics: [Diagnostic] = []

  init(_ arguments: Arguments, beside input: ScriptInput) throws {
    let path = arguments[.cast] ?? (input.folder == "." ? "cast.json" : input.folder + "/cast.json")
    let bytes: [UInt8]
    do {
      bytes = try SourceFile.bytes(of: path)
    } catch {
      if arguments[.cast] == nil, error.isMissing { return }
      throw CommandFailure(.noInput, "cannot read \(path): \(error.reason)")
    }
    let reader = CastReader(bytes: bytes)
    self.path = path
    cast = reader.cast
    diagnostics = reader.diagnostics.map { $0.inFile(path) }
  }
}
