import Guion
import Hablare
import Narration

/// The user's configuration file and the file that enables and disables providers, if they exist.
enum UserSettings {
  /// Reads the configuration.
  /// Prints its errors and, if `showsNotes` is true, its notes. If there are errors, throws exit code
  /// 78.
  static func read(
    _ environment: [String: String], showsNotes: Bool
  ) throws(ExitCode) -> UserConfiguration {
    let reader = UserConfigurationReader.read(
      environment: environment, options: OptionSpec.all.map(\.defaultable), advice: .shell)
    let start = SourcePosition(line: 0, column: 0)
    let sorted = reader.diagnostics.sorted { ($0.position ?? start) < ($1.position ?? start) }
    for diagnostic in sorted where showsNotes || diagnostic.severity > .note {
      Streams.error("\(diagnostic)\n")
    }
    guard sorted.allSatisfy({ $0.severity < .error }) else { throw .badConfiguration }
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
