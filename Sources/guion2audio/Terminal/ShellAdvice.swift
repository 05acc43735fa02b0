import Hablare

extension ProviderAdvice {
  /// What somebody at a shell can do.
  static let shell = ProviderAdvice { occasion in
    switch occasion {
    case .disabled(let id, let requiresKey):
      "run `guion2audio providers enable \(id)`"
        + (requiresKey ? ", or `providers login \(id)` with a key" : "")
    case .noKey(let id), .keyInConfiguration(let id): "run `guion2audio providers login \(id)`"
    case .keyRefused(let id): "`guion2audio providers login \(id)` takes another"
    case .readableKeyFile(let path):
      "run `chmod 600 \(path)`, and replace the key if others may have seen it"
    case .foreignKeyFile: "remove it and log in again"
    case .writableConfiguration(let path):
      "check what is there, then run `chmod go-w \(path)`"
    case .foreignConfiguration:
      "put a file of your own in its place, or take it over with chown"
    case .noInstalledVoice(let id):
      "`guion2audio voices available \(id)` lists voices, and `guion2audio voices install` installs them"
    case .noNaturalVoice: "it is part of the package guion2audio, and `make release` fetches it"
    case .unknownVoice: "`guion2audio voices` lists them"
    case .fullCache: "--cache-limit raises the limit"
    }
  }
}
