import Basics
import FoundationEssentials
import Glibc

/// File operations of the store and the clip cache.
///
/// They throw `StoreError`.
typealias PrivateFiles = Files<StoreError>

extension StoreError: FileError {
  /// Creates an error about a file of the store: `damagedAudio` if the path is not a regular file
  /// or the file is too long.
  package init(_ path: String, _ fault: FileFault) {
    switch fault {
    case .notAFile, .exceedsLimit: self = .damagedAudio(file: path)
    case .system(let error) where error.isFullDisk: self = .diskFull(file: path)
    case .system(let error): self = .unusable(file: path, reason: error.reason)
    }
  }
}

extension Files<StoreError> {
  /// Removes the half-written files of killed processes from a folder, a day after they were
  /// written.
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

  /// The age in seconds at which a temporary file is assumed to be abandoned.
  private static var longestWriting: Int { 86_400 }
}
