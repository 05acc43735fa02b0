import Audiobook
import Basics

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
