import Foundation

/// Whom programs take for their user in tests.
package enum UserOfTests {
  /// What programs keep for their user is not to be kept for whoever runs the tests, and who runs them has no
  /// say in what they do.
  ///
  /// The usual voice is espeak's: it is on every machine that builds the package. Tests of the natural voice ask
  /// for it by a configuration of their own.
  static func environment(besides own: [String: String]) -> [String: String] {
    var result = [
      "XDG_CACHE_HOME": NSTemporaryDirectory() + "guion2audio-tests-cache",
      "XDG_DATA_HOME": NSTemporaryDirectory() + "guion2audio-tests-data",
    ]
    let names = ["XDG_CONFIG_HOME", "GUION2AUDIO_CONFIG"]
    if names.allSatisfy({ own[$0] == nil }) { result["GUION2AUDIO_CONFIG"] = configuration }
    return result
  }

  /// The path of the user configuration of tests; nil if it could not be written.
  package static let configuration: String? = {
    let path = NSTemporaryDirectory() + "guion2audio-tests-\(getpid()).json"
    let text = #"{ "providers": { "hibari": { "enabled": false } } }"#
    return (try? Data(text.utf8).write(to: URL(filePath: path))) == nil ? nil : path
  }()
}
