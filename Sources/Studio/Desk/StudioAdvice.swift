package import Hablare

extension ProviderAdvice {
  /// Advice that a user can follow on the pages of the studio.
  package static let studio = ProviderAdvice { occasion in
    switch occasion {
    case .disabled(_, let requiresKey):
      "enable it in the settings" + (requiresKey ? ", or log in there with a key" : "")
    case .noKey, .keyInConfiguration: "log in with the key in the settings"
    case .keyRefused: "log in with another key in the settings"
    case .readableKeyFile(let path):
      "run `chmod 600 \(path)`, and replace the key if others may have seen it"
    case .foreignKeyFile: "remove the file and log in again in the settings"
    case .writableConfiguration(let path):
      "check its contents, then run `chmod go-w \(path)`"
    case .foreignConfiguration: "replace it with a file of your own"
    case .noInstalledVoice: "install one in the settings, under \"Voices to install\""
    case .noNaturalVoice:
      "install the package guion2audio, or build the program with `make release`; both include the voice"
    case .unknownVoice: "choose another voice in the list"
    case .fullCache: "--cache-limit raises the limit"
    }
  }
}
