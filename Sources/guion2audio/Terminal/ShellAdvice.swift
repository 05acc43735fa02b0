import Hablare

extension ProviderAdvice {
  /// Returns the words about the environment variable that enables a provider and holds its key.
  private static func orSetVariable(of id: String) -> String {
    ProviderFacts.of(id)?.keyVariables.first.map { ", or set \($0)" } ?? ""
  }

  /// Advice for users of the shell command.
  static let shell = ProviderAdvice { occasion in
    switch occasion {
    case .disabled(let id, true):
      "run `guion2audio providers login \(id)` to save a key"
        + ProviderAdvice.orSetVariable(of: id)
        + "; if a key is already saved or set, run `guion2audio providers enable \(id)`"
    case .disabled(let id, false): "run `guion2audio providers enable \(id)`"
    case .noKey(let id):
      "run `guion2audio providers login \(id)`"
        + ProviderAdvice.orSetVariable(of: id)
    case .keyInConfiguration(let id): "run `guion2audio providers login \(id)`"
    case .keyRefused(let id): "save another key with `guion2audio providers login \(id)`"
    case .readableKeyFile(let path):
      "run `chmod 600 \(path)`, and replace the key if other users may have read it"
    case .foreignKeyFile: "remove the file and log in again"
    case .writableConfiguration(let path):
      "check its contents, then run `chmod go-w \(path)`"
    case .foreignConfiguration:
      "replace it with a file of your own, or take ownership with chown"
    case .noInstalledVoice(let id):
      "`guion2audio voices available \(id)` lists voices to install"
    case .noNaturalVoice:
      "install the package guion2audio, or build the program with `make release`; both include the voice"
    case .unknownVoice(let id): "`guion2audio voices --provider \(id)` lists its voices"
    case .fullCache: "raise the limit with --cache-limit"
    }
  }
}
