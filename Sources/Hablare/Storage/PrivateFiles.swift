import Basics
import FoundationEssentials
import Glibc

/// File operations of store and cache, which throw the store's errors.
typealias PrivateFiles = Files<StoreError>

extension StoreError: FileError {
  /// Creates an error about a file of the store: `damagedAudio` if it is not a file or is too long.
  package init(_ path: String, _ fault: FileFault) {
    switch fault {
    case .notAFile, .exceedsLimit: self = .damagedAudio(file: path)
    case .system(let error) where error.isFullDisk: self = .diskFull(file: path)
    case .system(let error): self = .unusable(file: path, reason: error.reason)
    }
  }
}

extension Files<StoreError> {
  /// Removes half-written files of killed processes from a folder, a day after they were written.
  static func sweep(_ folder: String) {
    for name in FolderListing.names(in: folder) where TemporaryName.isTemporary(name) {
      let path = "\(folder)/\(name)"
      if let status = FileStatus(path), status.isFile,
        status.modified < (time(nil) - longestWriting) * 1_000_000_000
      {
        unlink(path)
      }
    }
  }

  /// The age in seconds after which a temporary file is abandoned.
  private static var longestWriting: Int { 86_400 }
}
