import Audiobook
import Basics
import Hablare

extension SettingNames {
  /// The names of settings in messages: the command's options.
  static let shell = SettingNames { setting in
    switch setting {
    case .format: "--from"
    case .only: "--only"
    case .overwrite: "--overwrite"
    case .shard: "--shard"
    case .wait: "--wait"
    case .retake: "--retake"
    case .role: "--role"
    case .maximumCost: "--max-cost"
    case .listened: "--listen"
    case .singleFile: "--single-file"
    case .cover: "--cover"
    case .feedTitle: "--title"
    case .feedDate: "--date"
    case .feedCategory: "--category"
    case .rehearsed: "--rehearse"
    case .onlyWith: "--only-with"
    }
  }
}

extension BookError {
  /// The message, in which settings have the names of options.
  /// Each line after the first begins with the program's name.
  var shellMessage: String {
    message(.shell).replacing("\n", with: "\nguion2audio: ")
  }
}

extension RenderReason {
  /// Returns the reason as text.
  /// If an option is the reason, the text is the option's name.
  func shellText(_ documents: [String]) -> String {
    switch self {
    case .forced: "--force"
    case .retaken: "--retake"
    default: text(documents: documents)
    }
  }
}

extension Finding {
  /// The finding.
  /// If a new take can help, the message also has the command that requests a new take.
  var withCommand: Finding {
    guard let retake else { return self }
    var finding = self
    finding.message +=
      "; to request a new take, run guion2audio render SCRIPT --retake \(ShellWord(retake))"
    return finding
  }
}

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
