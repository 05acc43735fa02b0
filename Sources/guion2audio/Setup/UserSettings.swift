import Guion
import Hablare
import Narration

/// The user's configuration file and the file that enables and disables providers, if they exist.
enum UserSettings {
  /// Reads the configuration.
  ///
  /// If it has errors, prints them all and throws exit code 78.
  static func read(_ environment: [String: String]) throws(ExitCode) -> UserConfiguration {
    let reader = UserConfigurationReader.read(
      environment: environment, options: OptionSpec.all.map(\.defaultable), advice: .shell)
    let start = SourcePosition(line: 0, column: 0)
    let sorted = reader.diagnostics.sorted { ($0.position ?? start) < ($1.position ?? start) }
    for diagnostic in sorted { Streams.error("\(diagnostic)\n") }
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
