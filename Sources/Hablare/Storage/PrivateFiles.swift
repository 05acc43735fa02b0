import FoundationEssentials
import Glibc

/// The file operations of store and cache, with the store's errors.
enum PrivateFiles {
  /// Makes a folder and those above it.
  static func makeFolder(_ path: String) throws(StoreError) {
    try attempt { () throws(PrivateFile.Failure) in try PrivateFile.makeFolder(path) }
  }

  /// All bytes of a file; nil where there is none.
  ///
  /// What is no file, or longer than `limit` bytes, is `damagedAudio`.
  static func contents(of path: String, limit: Int) throws(StoreError) -> Data? {
    do {
      return try RegularFile.contents(of: path, limit: limit)
    } catch {
      switch error {
      case .isNoFile, .isTooLong: throw .damagedAudio(file: path)
      case .system(let error): throw failure(path, error)
      }
    }
  }

  /// Writes the pieces to a new file with a dot name in `folder`, flushes it, and gives its path.
  static func writeTemporary(
    _ pieces: [Data], in folder: String
  ) throws(StoreError) -> String {
    try attempt { () throws(PrivateFile.Failure) in
      try PrivateFile.writeTemporary(pieces, in: folder)
    }
  }

  /// Gives a finished file its name, in place of what had it.
  static func rename(_ path: String, to final: String) throws(StoreError) {
    try attempt { () throws(PrivateFile.Failure) in try PrivateFile.rename(path, to: final) }
  }

  /// Waits until the names in a folder are on disk.
  static func flush(folder: String) throws(StoreError) {
    try attempt { () throws(PrivateFile.Failure) in try PrivateFile.flush(folder: folder) }
  }

  /// Removes a file; one that is gone already is no error.
  static func remove(_ path: String) throws(StoreError) {
    try attempt { () throws(PrivateFile.Failure) in _ = try PrivateFile.remove(path) }
  }

  /// Removes what a process that was killed left half written in a folder, a day later.
  static func sweep(_ folder: String) {
    for name in FolderListing.names(in: folder) where PrivateFile.isTemporary(name) {
      let path = "\(folder)/\(name)"
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_mtim.tv_sec < time(nil) - longestWriting
      {
        unlink(path)
      }
    }
  }

  /// After so long a file in the making belongs to nobody any more, in seconds.
  private static let longestWriting = 86_400

  static func failure(_ path: String, _ error: SystemError = .last) -> StoreError {
    if error.code == ENOSPC || error.code == EDQUOT { return .diskFull(file: path) }
    return .unusable(file: path, reason: error.reason)
  }

  private static func attempt<Value>(
    _ work: () throws(PrivateFile.Failure) -> Value
  ) throws(StoreError) -> Value {
    do {
      return try work()
    } catch {
      throw failure(error.path, error.error)
    }
  }
}
