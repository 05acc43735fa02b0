import Basics
public import FoundationEssentials
import Glibc

/// The folders that contain natural voices.
public struct VoiceFolders: Sendable, Equatable {
  /// The variable that names the user's folder of voices, instead of the one in the data folder.
  public static let variable = "GUION2AUDIO_VOICES"

  /// The folder that voices are installed into.
  public let own: String
  /// All folders, in the order of reading.
  ///
  /// A voice in an earlier folder hides one in a later folder.
  public let all: [String]

  /// Creates the list from given folders.
  ///
  /// Voices are installed into the first one.
  public init(own: String, others: [String] = []) {
    self.own = own
    var seen = Set<String>()
    all = ([own] + others).filter { seen.insert($0).inserted }
  }

  /// Creates the list from the environment: `GUION2AUDIO_VOICES`, the user's data folder, the
  /// system's data folders, and the folders of the program itself.
  public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.init(
      environment: environment,
      program: ProgramFolder.realpath(of: "/proc/self/exe").map(ProgramFolder.folder(of:)))
  }

  /// Creates the list for a program in this folder, which belongs to an installation or a build.
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

  /// Returns an absolute path.
  ///
  /// A relative path starts at the folder in which the program was started.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return XDGFolders.path(String(cString: folder), path)
  }
}
