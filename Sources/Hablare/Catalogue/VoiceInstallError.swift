import Basics

/// Why a voice was not installed or removed.
public struct VoiceInstallError: Error, Sendable, Equatable {
  /// The kinds of reasons.
  public enum Kind: Sendable, Equatable {
    /// The address cannot be reached, or has no such file.
    case network
    /// The file is not the file that was published.
    case wrongFile
    /// The file cannot be written or removed.
    case disk
    /// There is no such file or voice in the place that was named.
    case missing
  }

  /// What kind of reason it is.
  public let kind: Kind
  /// What happened and what to do, as one sentence.
  public let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  /// The error of a download of a file that can also be placed at a path by hand.
  init(_ error: DownloadError, byHand path: String?) {
    let advice = path.map { "; to install it by hand, place that file as \($0)" } ?? ""
    switch error {
    case .unreachable: self.init(.network, "\(error)\(advice)")
    case .mismatch: self.init(.wrongFile, "\(error)\(advice)")
    case .disk: self.init(.disk, "\(error)")
    }
  }
}

extension VoiceInstallError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
