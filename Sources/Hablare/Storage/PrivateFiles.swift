import Basics
import FoundationEssentials
import Glibc

/// The file operations of store and cache, with the store's errors.
typealias PrivateFiles = Files<StoreError>

extension StoreError: FileError {
  /// Makes an error about a file of the store; what is no file, or too long, is `damagedAudio`.
  package init(_ path: String, _ fault: FileFault) {
    switch fault {
    case .isNoFile, .isTooLong: self = .damagedAudio(file: path)
    case .system(let error) where error.isFullDisk: self = .diskFull(file: path)
    case .system(let error): self = .unusable(file: path, reason: error.reason)
    }
  }
}

extension Files<StoreError> {
  /// Removes what a process that was killed left half written in a folder, a day later.
  static func sweep(_ folder: String) {
    for name in FolderListing.names(in: folder) where TemporaryName.isOne(name) {
      let path = "\(folder)/\(name)"
      if let status = FileStatus(path), status.isFile,
        status.modified < (time(nil) - longestWriting) * 1_000_000_000
      {
        unlink(path)
      }
    }
  }

  /// After so long a file in the making belongs to nobody any more, in seconds.
  private static var longestWriting: Int { 86_400 }
}
