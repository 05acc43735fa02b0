import Audiobook
import Basics

extension SettingNames {
  /// The options of the command.
  static let shell = SettingNames { setting in
    switch setting {
    case .format: "--from"
    case .only: "--only"
    case .overwrite: "--overwrite"
    case .shard: "--shard"
    case .retake: "--retake"
    case .role: "--role"
    case .maximumCost: "--max-cost"
    case .listened: "--listen"
    case .singleFile: "--single-file"
    case .cover: "--cover"
    case .feedTitle: "--title"
    case .feedDate: "--date"
    case .feedCategory: "--category"
    }
  }
}

extension BookError {
  /// The message with the options of the command; each line of several begins with the command's name.
  var shellMessage: String {
    message(.shell).replacing("\n", with: "\nguion2audio: ")
  }
}

extension RenderReason {
  /// The reason in words; what an option asks for has the option's name.
  func shellText(_ documents: [String]) -> String {
    switch self {
    case .forced: "--force"
    case .retaken: "--retake"
    default: text(documents: documents)
    }
  }
}

extension Finding {
  /// The finding with the command that asks for a new take, if one can help.
  var withCommand: Finding {
    guard let retake else { return self }
    var finding = self
    finding.message +=
      "; guion2audio render SCRIPT --retake \(ShellWord(retake)) asks for a new take"
    return finding
  }
}
