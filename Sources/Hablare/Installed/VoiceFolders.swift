import Basics
public import FoundationEssentials
import Glibc

/// The folders that contain natural voices.
public struct VoiceFolders: Sendable, Equatable {
  /// The environment variable that names the folder to install voices into.
  ///
  /// If the variable is not set, voices are installed into `guion2audio/voices` in the user's data
  /// folder.
  public static let variable = "GUION2AUDIO_VOICES"

  /// The folder that voices are installed into.
  public let own: String
  /// All folders, in the order of reading.
  ///
  /// A voice in an earlier folder hides a voice with the same name in a later folder.
  public let all: [String]

  /// Creates the list from given folders.
  ///
  /// Voices are installed into `own`, which is read first.
  public init(own: String, others: [String] = []) {
    self.own = own
    var seen = Set<String>()
    all = ([own] + others).filter { seen.insert($0).inserted }
  }

  /// Creates the list from the environment: `GUION2AUDIO_VOICES`, the user's data folder, the
  /// system's data folders, `GUION2AUDIO_NATURAL`, and the folders of the program itself.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(
      environment: environment,
      program: ProgramFolder.realpath(of: "/proc/self/exe").map(ProgramFolder.folder(of:)))
  }

  /// Creates the list for the program in the folder `program`, which is part of an installation or
  /// a build.
  init(environment: [String: String], program: String?) {
    let named = environment[Self.variable].flatMap { $0.isEmpty ? nil : Self.absolute($0) }
    let user = XDGFolders.path(XDGFolders(environment: environment).data, Self.name)
    let listed = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
    let system = (listed ?? "/usr/local/share:/usr/share").split(separator: ":")
      .filter { $0.hasPrefix("/") }.map { XDGFolders.path(String($0), Self.name) }
    let installed = program.map { ["\($0)/../share/\(Self.name)", "\($0)/../../natural"] } ?? []
    let natural = environment["GUION2AUDIO_NATURAL"].flatMap { $0.isEmpty ? nil : [$0] } ?? []
    self.init(own: named ?? user, others: [user] + system + natural + installed)
  }

  private static let name = "guion2audio/voices"

  /// Returns a path as an absolute path.
  ///
  /// A relative path is relative to the working folder.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return XDGFolders.path(String(cString: folder), path)
  }
}
