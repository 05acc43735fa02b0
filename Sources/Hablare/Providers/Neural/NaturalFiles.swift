import FoundationEssentials
import Glibc

/// The locations of the natural voices' files: installed beside the program, or in the build folder
/// of this package.
enum NaturalFiles {
  static let modelName = "heart.onnx"
  static let libraryName = "libonnxruntime.so"
  static let folderVariable = "GUION2AUDIO_NATURAL"

  /// Returns the folder with the model, vocabulary and lexicons of heart, or nil if heart is not
  /// installed.
  static func folder(candidates: [String] = folderCandidates()) -> String? {
    candidates.first { access("\($0)/\(modelName)", F_OK) == 0 }
  }

  /// Returns whether an error is about a file of the natural voice that exists and cannot be used.
  static func areDamaged(_ error: any Error, folder: String? = folder()) -> Bool {
    guard let folder else { return false }
    let reason = "\(error)"
    return reason.contains("\(folder)/") && !reason.contains("\(libraryName) is not installed")
  }

  /// Returns the path of ONNX Runtime, which is searched for in `folder` and then at the paths in
  /// `candidates`.
  static func libraryPath(
    first folder: String? = nil, candidates: [String] = libraryCandidates()
  ) throws(VoiceProviderError) -> String {
    let candidates = (folder.map { ["\($0)/\(libraryName)"] } ?? []) + candidates
    guard let path = candidates.first(where: { access($0, F_OK) == 0 }) else {
      throw .engineUnavailable(
        "\(libraryName) is not installed (tried " + candidates.joined(separator: ", ")
          + "); set \(folderVariable) to its folder")
    }
    return path
  }

  /// Returns the folders in which heart is searched for.
  /// If the environment names a folder, only this folder is searched. Otherwise the share folder of
  /// an installation and the folder of a build are searched.
  static func folderCandidates(
    programs: [String] = programFolders(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    named(environment)
      ?? programs.flatMap { ["\($0)/../share/guion2audio/voices/heart"] + buildFolders(of: $0) }
  }

  /// Returns the paths at which ONNX Runtime is searched for.
  static func libraryCandidates(
    programs: [String] = programFolders(),
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [String] {
    let folders =
      named(environment)
      ?? programs.flatMap { ["\($0)/../libexec/guion2audio"] + buildFolders(of: $0) }
    return folders.map { "\($0)/\(libraryName)" }
  }

  /// Returns the folder of the running program's file, and the folder of the path in the command
  /// line.
  /// Under a test runner, the path in the command line leads to the folder of the build's products.
  private static func programFolders() -> [String] {
    let argument = CommandLine.arguments.first.flatMap { $0.contains("/") ? $0 : nil }
    let folders = ["/proc/self/exe", argument].compactMap { path in
      path.flatMap(ProgramFolder.realpath(of:)).map(ProgramFolder.folder(of:))
    }
    return folders.first == folders.last ? Array(folders.prefix(1)) : folders
  }

  /// Returns the folder of natural voices, `.build/natural`, for a program in `.build/TRIPLE/KIND`.
  private static func buildFolders(of program: String) -> [String] {
    ["\(program)/../../natural"]
  }

  /// Returns the folder that the user names in the environment, as the only candidate; nil if the
  /// user names no folder.
  private static func named(_ environment: [String: String]) -> [String]? {
    environment[folderVariable].flatMap { $0.isEmpty ? nil : [$0] }
  }
}
