import FoundationEssentials
import Guion
import Hablare
import Narration

/// The user's configuration file, where there is one.
enum UserSettings {
  /// Reads the file that `GUION2AUDIO_CONFIG` names, else `config.json` of the user's folder.
  ///
  /// A file that was named must be there; one that is wrong is said whole, and is exit 78.
  static func read(_ environment: [String: String]) throws -> UserConfiguration {
    let named = environment["GUION2AUDIO_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
    let path = named ?? ConfigurationFolder.path(environment: environment) + "/config.json"
    let bytes: [UInt8]
    do {
      bytes = try SourceFile.bytes(of: path)
    } catch {
      if named == nil, error.isMissing { return UserConfiguration() }
      throw CommandFailure(.badConfiguration, "cannot read \(path): \(error.reason)")
    }
    let reader = UserConfigurationReader(bytes: bytes, file: path)
    for diagnostic in reader.diagnostics { Streams.error("\(diagnostic)\n") }
    if reader.diagnostics.contains(where: { $0.severity == .error }) {
      throw ExitCode.badConfiguration
    }
    return reader.configuration
  }
}
