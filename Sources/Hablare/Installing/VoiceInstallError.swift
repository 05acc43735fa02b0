import Basics

/// Why a voice was not installed or removed.
package struct VoiceInstallError: Error, Sendable, Equatable {
  /// The kind of an error.
  package enum Kind: Sendable, Equatable {
    /// The server cannot be reached, or has no file at the address.
    case network
    /// The file differs from the published file.
    case wrongFile
    /// The file cannot be written or removed.
    case disk
    /// The path that the user gave, or a voice file at this path, is missing or cannot be read.
    case missing
  }

  /// The kind of the error.
  package let kind: Kind
  /// What happened and what to do, as one sentence.
  package let message: String

  init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

  /// Creates the error for a download.
  /// `path` is where the user can place the file by hand.
  init(_ error: DownloadError, manualPath path: String?) {
    let advice =
      path.map { "; you can also download the file elsewhere, save it as \($0) and try again" }
      ?? ""
    switch error {
    case .unreachable: self.init(.network, "\(error)\(advice)")
    case .mismatch: self.init(.wrongFile, "\(error)\(advice)")
    case .disk: self.init(.disk, "\(error)")
    }
  }
}

extension VoiceInstallError: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
