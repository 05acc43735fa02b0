public import Basics

/// Why a folder cannot be looked at.
public enum VerifyError: Error, Equatable, Sendable {
  /// The folder, or its manifest, is not there or cannot be read.
  case unreadable(path: String, reason: String)
  /// The manifest is none of this program's.
  case notOurs(path: String, reason: String)
  /// The manifest is above its limit.
  case tooLarge(path: String, limit: InputLimit)
}

extension VerifyError: CustomStringConvertible {
  /// One sentence for people.
  public var description: String {
    switch self {
    case .tooLarge(let path, let limit): "\(path): \(limit.message)"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .notOurs(let path, let reason):
      "\(path) is no manifest that this version of guion2audio knows: \(reason)"
    }
  }
}
