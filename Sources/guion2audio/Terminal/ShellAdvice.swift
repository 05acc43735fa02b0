import Hablare

extension ProviderAdvice {
  /// Advice for users of the shell command.
  static let shell = ProviderAdvice { occasion in
    switch occasion {
    case .disabled(let id, let requiresKey):
      "run `guion2audio providers enable \(id)`"
        + (requiresKey ? ", or `guion2audio providers login \(id)` to save a key" : "")
    case .noKey(let id), .keyInConfiguration(let id): "run `guion2audio providers login \(id)`"
    case .keyRefused(let id): "save another with `guion2audio providers login \(id)`"
    case .readableKeyFile(let path):
      "run `chmod 600 \(path)`, and replace the key if other users may have read it"
    case .foreignKeyFile: "remove it and log in again"
    case .writableConfiguration(let path):
      "check its contents, then run `chmod go-w \(path)`"
    case .foreignConfiguration:
      "replace it with a file of your own, or take ownership with chown"
    case .noInstalledVoice(let id):
      "`guion2audio voices available \(id)` lists voices, and `guion2audio voices install` installs them"
    case .noNaturalVoice:
      "install the package guion2audio, which contains it, or run `make release`, which fetches it"
    case .unknownVoice: "`guion2audio voices` lists them"
    case .fullCache: "raise the limit with --cache-limit"
    }
  }
}
