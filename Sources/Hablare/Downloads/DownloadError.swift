import Basics

/// Why a file was not downloaded.
package enum DownloadError: Error, Sendable, Equatable {
  /// The server cannot be reached, or has no file at the address.
  case unreachable(address: String, reason: String)
  /// The file at the address differs from the published file.
  case mismatch(address: String, reason: String)
  /// The file cannot be written.
  case disk(path: String, reason: String, isFull: Bool)

  /// Creates the error for a file that cannot be written.
  init(_ path: String, _ error: SystemError) {
    self = .disk(path: path, reason: error.reason, isFull: error.isFullDisk)
  }
}

extension DownloadError: FileError {
  /// Creates the error for a file that cannot be written.
  package init(_ path: String, _ fault: FileFault) {
    self = .disk(path: path, reason: fault.reason, isFull: fault.error.isFullDisk)
  }
}

extension DownloadError: CustomStringConvertible {
  /// What happened, with the address or the path.
  package var description: String {
    switch self {
    case .unreachable(let address, let reason): "cannot download \(address): \(reason)"
    case .mismatch(let address, let reason):
      "the file at \(address) differs from the published file: \(reason)"
    case .disk(let path, let reason, let isFull):
      "cannot write \(path): \(reason)"
        + (isFull ? "; free some disk space and run again to continue" : "")
    }
  }
}
