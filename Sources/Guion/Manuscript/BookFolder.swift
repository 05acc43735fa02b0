import Glibc
import Basics

/// The folder that a book is built from.
/// Files outside the folder are never read.
struct BookFolder {
  /// The kinds of items in the folder.
  enum Kind: Equatable {
    /// A regular file.
    case file
    case folder
    /// A symbolic link to a folder.
    case linkedFolder
    /// A pipe, a socket or a device.
    case other
    /// The item cannot be examined.
    /// The value is the system's error number.
    case failure(Int32)
  }

  /// The folder as the user named it.
  let path: FilePath
  private let realPath: FilePath

  init(_ path: String) throws(ManuscriptError) {
    self.path = FilePath(path)
    realPath = try Self.realPath(of: self.path)
  }

  /// The folder's name; "." and ".." are resolved to real names.
  var name: String {
    let last = path.last.text
    return last == "." || last == ".." ? realPath.last.text : last
  }

  /// Returns the path of an item in the folder as the user would name it.
  func shown(_ relative: FilePath) -> String { path.appending(relative).text }

  /// Returns the kind of the item at a path relative to the folder.
  /// Links are followed.
  func kind(of relative: FilePath) -> Kind {
    let path = path.appending(relative).cString
    guard let status = FileStatus(path, followingLinks: true) else { return .failure(errno) }
    switch status.kind {
    case S_IFREG: return .file
    case S_IFDIR: return FileStatus(path)?.isLink == true ? .linkedFolder : .folder
    default: return .other
    }
  }

  /// Whether a file is at a path, also if it cannot be read, as a pipe or a broken link.
  func hasFile(_ relative: FilePath) -> Bool {
    switch kind(of: relative) {
    case .file, .other: true
    case .folder, .linkedFolder: false
    case .failure: FileStatus(path.appending(relative).cString) != nil
    }
  }

  /// Returns the real path of an item, relative to the folder; nil if a link leads outside.
  func place(of relative: FilePath) throws(ManuscriptError) -> FilePath? {
    let real = try Self.realPath(of: path.appending(relative))
    guard real.isWithin(realPath) else { return nil }
    return FilePath(bytes: real.bytes.dropFirst(realPath.bytes.count))
  }

  /// Returns the names in a subfolder, sorted by their bytes.
  func names(in relative: FilePath) throws(ManuscriptError) -> [FilePath] {
    do throws(SystemError) {
      return try FolderListing(path.appending(relative)).names()
        .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    } catch {
      throw .unreadable(FileError(shown(relative), .system(error)))
    }
  }

  /// Returns all bytes of a regular file.
  /// If `remainingBytes` is smaller than `limit`, at most `remainingBytes` bytes are allowed.
  /// The file is opened without waiting, because a pipe may have replaced the file after the check.
  func bytes(
    of relative: FilePath, limit: InputLimit, remainingBytes: Int? = nil
  ) throws(ManuscriptError) -> [UInt8] {
    do {
      return try SourceFile.bytes(
        of: path.appending(relative), shown: shown(relative), limit: limit,
        remainingBytes: remainingBytes, isRegular: true)
    } catch {
      throw .unreadable(error)
    }
  }

  private static func realPath(of path: FilePath) throws(ManuscriptError) -> FilePath {
    do {
      return try path.resolved()
    } catch {
      throw .unreadable(error)
    }
  }
}
