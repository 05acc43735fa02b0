import FoundationEssentials
import Basics

/// Checks once that the program is Piper's speech engine.
struct PiperProgram: Sendable {
  /// The limits for the `--help` check.
  ///
  /// The check takes 0.3 s (measured), or longer if the program is not yet in the system's file
  /// cache.
  private static let limits = ProgramRunner.Limits(
    seconds: 60, bytes: InputLimit.programText.maximum)

  private let command: [String]
  private let checked: FetchOnce<String>

  init(command: [String]) {
    self.command = command
    checked = FetchOnce { try await Self.check(command) }
  }

  /// The arguments before Piper's own options.
  var leadingArguments: [String] { Self.leadingArguments(of: command) }

  /// Returns the path of the program's file without checking the program.
  func path() throws(VoiceProviderError) -> String { try Self.path(of: command) }

  private static func leadingArguments(of command: [String]) -> [String] {
    command.dropFirst().map { UserPath.expanded($0) }
  }

  private static func path(of command: [String]) throws(VoiceProviderError) -> String {
    guard let name = command.first, !name.isEmpty else {
      throw .engineUnavailable("'program' is empty")
    }
    return try ExecutablePath.find(name)
  }

  /// Returns the path of the program's file.
  ///
  /// Throws `engineUnavailable` if the program is not Piper.
  func checkedPath() async throws -> String { try await checked.value() }

  private static func check(_ command: [String]) async throws -> String {
    let path = try path(of: command)
    let folder = try PrivateFolder()
    let help = ChildCommand(
      path: path, arguments: leadingArguments(of: command) + ["--help"], folder: folder.path)
    let text: [UInt8]
    do {
      text = try await ProgramRunner.run(help, limits: limits)
    } catch let error as VoiceProviderError {
      if case .engineUnavailable = error { throw error }
      throw VoiceProviderError.engineUnavailable(
        "\(path) --help does not work (\(error.description)); " + advice)
    }
    withExtendedLifetime(folder) {}
    if let problem = problem(help: String(decoding: text, as: UTF8.self)) {
      throw VoiceProviderError.engineUnavailable("\(path) \(problem)")
    }
    return path
  }

  /// Returns the problem with the program that has this help text, or nil if the program is
  /// piper-tts.
  static func problem(help: String) -> String? {
    if help.contains("--length-scale"), help.contains("--output-raw") { return nil }
    if help.contains("--length-scale") || help.contains("--length_scale") {
      return
        "is the C++ version of Piper, which works differently; install piper-tts, or configure the C++ "
        + "version as a \"command\" with \"keepRunning\": true and the arguments \"--output_dir\", \"{output}\""
    }
    return "is not the speech engine Piper (Debian's package piper is a tool for mice); "
      + advice
  }

  private static let advice =
    "install piper-tts with `python3 -m venv ~/piper && ~/piper/bin/pip install piper-tts`, "
    + "and set \"program\" to [\"~/piper/bin/piper\"]"

  /// Returns the versions of the packages that render the audio, from the names of pip's folders
  /// beside the program.
  ///
  /// Empty if there are no such folders.
  ///
  /// The names are needed because the program has no `--version`, and because the program's file
  /// has the same few lines in every version.
  func packages() -> [String] {
    guard let path = try? path() else { return [] }
    let folders = path.split(separator: "/").dropLast()
    guard folders.last == "bin" else { return [] }
    let library = "/" + folders.dropLast().joined(separator: "/") + "/lib"
    let pythons = FolderListing.names(in: library).filter { $0.hasPrefix("python3") }
    return pythons.flatMap { python in
      ["site-packages", "dist-packages"].flatMap {
        FolderListing.names(in: "\(library)/\(python)/\($0)")
      }
    }.filter { name in
      name.hasSuffix(".dist-info")
        && (name.hasPrefix("piper_tts-") || name.hasPrefix("onnxruntime-"))
    }.sorted()
  }
}
