import Audiobook
import Basics

extension SettingNames {
  /// The command's options, as names of settings.
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
  /// The message with the command's options as names of settings.
  ///
  /// Each further line begins with the command's name.
  var shellMessage: String {
    message(.shell).replacing("\n", with: "\nguion2audio: ")
  }
}

extension RenderReason {
  /// Returns the reason as text.
  ///
  /// A reason that an option causes is the option's name.
  func shellText(_ documents: [String]) -> String {
    switch self {
    case .forced: "--force"
    case .retaken: "--retake"
    default: text(documents: documents)
    }
  }
}

extension Finding {
  /// The finding, with the command that requests a new take if a new take can help.
  var withCommand: Finding {
    guard let retake else { return self }
    var finding = self
    finding.message +=
      "; to request a new take, run guion2audio render SCRIPT --retake \(ShellWord(retake))"
    return finding
  }
}
