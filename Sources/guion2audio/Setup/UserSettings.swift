import Guion
import Hablare
import Narration

/// The user's configuration file and switches of providers, where there are any.
enum UserSettings {
  /// Reads it; one that is wrong is said whole, and is exit 78.
  static func read(_ environment: [String: String]) throws(ExitCode) -> UserConfiguration {
    let reader = UserConfigurationReader.read(
      environment: environment, options: OptionSpec.all.map(\.defaultable), advice: .shell)
    for diagnostic in reader.diagnostics { Streams.error("\(diagnostic)\n") }
    guard reader.diagnostics.isEmpty else { throw .badConfiguration }
    let switches = ConfigurationFolder.path(environment: environment) + "/providers.json"
    do throws(TrustedPath.Exposure) {
      try TrustedPath.check(switches)
    } catch {
      let message = error.description(advice: .shell)
      Streams.error("\(switches): error: \(message) [exposed-configuration]\n")
      throw .badConfiguration
    }
    return reader.configuration
  }
}
