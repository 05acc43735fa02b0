import Guion
import Hablare
import Narration

/// The user's configuration file, where there is one.
enum UserSettings {
  /// Reads it; one that is wrong is said whole, and is exit 78.
  static func read(_ environment: [String: String]) throws(ExitCode) -> UserConfiguration {
    let reader = UserConfigurationReader.read(environment: environment)
    for diagnostic in reader.diagnostics { Streams.error("\(diagnostic)\n") }
    guard reader.diagnostics.isEmpty else { throw .badConfiguration }
    return reader.configuration
  }
}
