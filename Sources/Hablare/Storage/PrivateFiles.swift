import Basics

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
