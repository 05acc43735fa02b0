import Glibc
import Guion

/// A script as it was named on the command line.
struct ScriptInput {
  /// The path as typed, `-` for standard input.
  let path: String

  /// Names an input; `--from` says its format where the name does not.
  init(_ arguments: Arguments) throws {
    guard let path = arguments.inputs.first else { throw UsageError("no input is named") }
    if arguments.inputs.count > 1 {
      throw UsageError("one input at a time: \"\(arguments.inputs[1])\" is one too many")
    }
    self.path = path
    try Self.checkFormat(path, from: arguments[.from])
  }

  /// Reads it.
  ///
  /// The bytes are the caller's to let go of: a build needs them only for its plan.
  func read() throws -> [UInt8] {
    do {
      return try SourceFile.bytes(of: path == "-" ? "/dev/stdin" : path)
    } catch {
      throw CommandFailure(.noInput, "cannot read \(path): \(error.reason)")
    }
  }

  /// The name without folders.
  var name: String { path == "-" ? "-" : path.split(separator: "/").last.map(String.init) ?? path }

  /// The name without folders and extension.
  var stem: String {
    if path == "-" { return "standard-input" }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The folder the input stands in.
  var folder: String {
    guard path != "-", let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static let formats = ["fountain"]
  private static let extensions = [".fountain", ".spmd"]

  private static func checkFormat(_ path: String, from format: String?) throws {
    if let format {
      guard formats.contains(format) else {
        throw UsageError("--from \(format): this version reads \(formats.joined(separator: ", "))")
      }
    } else if path == "-" {
      throw UsageError("standard input needs --from fountain")
    } else if !extensions.contains(where: path.lowercased().hasSuffix) {
      var status = stat()
      guard stat(path, &status) == 0 else {
        throw CommandFailure(.noInput, "cannot read \(path): \(String(cString: strerror(errno)))")
      }
      throw CommandFailure(
        .badInput,
        "\(path): not a format this version reads (\(extensions.joined(separator: ", "))); "
          + "--from fountain reads it as Fountain")
    }
  }
}
