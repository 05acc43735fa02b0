import Foundation

/// The user that programs have in tests.
package enum UserOfTests {
  /// Returns an environment with separate folders for the user's files.
  ///
  /// Programs must not write into the folders of the person who runs the tests. The settings of this person
  /// must not affect the programs.
  ///
  /// The default voice is espeak's, which is on every machine that builds the package. Tests of the natural
  /// voice request it with their own configuration.
  static func environment(besides own: [String: String]) -> [String: String] {
    var result = [
      "XDG_CACHE_HOME": NSTemporaryDirectory() + "guion2audio-tests-cache",
      "XDG_DATA_HOME": NSTemporaryDirectory() + "guion2audio-tests-data",
    ]
    let names = ["XDG_CONFIG_HOME", "GUION2AUDIO_CONFIG"]
    if names.allSatisfy({ own[$0] == nil }) { result["GUION2AUDIO_CONFIG"] = configuration }
    return result
  }

  /// The path of the tests' user configuration, or nil if it could not be written.
  package static let configuration: String? = {
    let path = NSTemporaryDirectory() + "guion2audio-tests-\(getpid()).json"
    let text = #"{ "providers": { "hibari": { "enabled": false } } }"#
    return (try? Data(text.utf8).write(to: URL(filePath: path))) == nil ? nil : path
  }()
}
