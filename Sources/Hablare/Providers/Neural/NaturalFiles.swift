import FoundationEssentials
import Glibc

/// Where the files of natural voices are: installed beside the program, or made by a build of it.
enum NaturalFiles {
  static let modelName = "heart.onnx"
  static let libraryName = "libonnxruntime.so"
  static let folderVariable = "GUION2AUDIO_NATURAL"

  /// The folder with model, vocabulary and lexicons of heart; nil if it is not installed.
  static func folder(candidates: [String] = folderCandidates()) -> String? {
    candidates.first { access("\($0)/\(modelName)", F_OK) == 0 }
  }

  /// ONNX Runtime's file: in the folder that is asked first, beside the worker, or with the voice in a build's folder.
  static func libraryPath(
    first folder: String? = nil, candidates: [String] = libraryCandidates()
  ) throws(VoiceProviderError) -> String {
    let candidates = (folder.map { ["\($0)/\(libraryName)"] } ?? []) + candidates
    guard let path = candidates.first(where: { access($0, F_OK) == 0 }) else {
      throw .engineUnavailable(
        "\(libraryName) is not installed (looked for " + candidates.joined(separator: ", ")
          + "); \(folderVariable) can name its folder")
    }
    return path
  }

  /// What the environment says, else the share folder of an installation and the folder of a build.
  static func folderCandidates(
    programs: [String] = programFolders(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    named(environment)
      ?? programs.flatMap { ["\($0)/../share/guion2audio/voices/heart"] + buildFolders(of: $0) }
  }

  /// As `folderCandidates`, of the library.
  static func libraryCandidates(
    programs: [String] = programFolders(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    let folders =
      named(environment)
      ?? programs.flatMap { ["\($0)/../libexec/guion2audio"] + buildFolders(of: $0) }
    return folders.map { "\($0)/\(libraryName)" }
  }

  /// The folder of the program's file, and that of the name by which it was called (a test runner's products).
  private static func programFolders() -> [String] {
    let argument = CommandLine.arguments.first.flatMap { $0.contains("/") ? $0 : nil }
    let folders = ["/proc/self/exe", argument].compactMap { path in
      path.flatMap(ProgramFolder.realpath(of:)).map(ProgramFolder.folder(of:))
    }
    return folders.first == folders.last ? Array(folders.prefix(1)) : folders
  }

  /// A program of a build is in `.build/TRIPLE/KIND`.
  private static func buildFolders(of program: String) -> [String] {
    ["\(program)/../../natural"]
  }

  /// The one folder that counts if the user names it.
  private static func named(_ environment: [String: String]) -> [String]? {
    environment[folderVariable].flatMap { $0.isEmpty ? nil : [$0] }
  }
}
