import Glibc
import Basics

/// The folder a book is made from; it reads nothing that stands outside.
struct BookFolder {
  /// What there is under a name.
  enum Kind: Equatable {
    /// A regular file.
    case file
    case folder
    /// A symbolic link to a folder.
    case linkedFolder
    /// A pipe, a socket, a device.
    case other
    /// Nothing that can be looked at: the system's error number.
    case failure(Int32)
  }

  /// The folder as the user named it.
  let path: FilePath
  private let realPath: FilePath

  init(_ path: String) throws(ManuscriptError) {
    self.path = FilePath(path)
    realPath = try Self.realPath(of: self.path)
  }

  /// The folder's name; "." and ".." are called what they stand for.
  var name: String {
    let last = path.last.text
    return last == "." || last == ".." ? realPath.last.text : last
  }

  /// The path of something in the folder as the user would name it.
  func shown(_ relative: FilePath) -> String { path.appending(relative).text }

  /// What stands under a path from the folder; links are followed.
  func kind(of relative: FilePath) -> Kind {
    let path = path.appending(relative).cString
    guard let status = FileStatus(path, followingLinks: true) else { return .failure(errno) }
    switch status.kind {
    case S_IFREG: return .file
    case S_IFDIR: return FileStatus(path)?.isLink == true ? .linkedFolder : .folder
    default: return .other
    }
  }

  /// Where something in the folder really is, from the folder; nil where a link leads outside.
  func place(of relative: FilePath) throws(ManuscriptError) -> FilePath? {
    let real = try Self.realPath(of: path.appending(relative))
    guard real.isWithin(realPath) else { return nil }
    return FilePath(bytes: real.bytes.dropFirst(realPath.bytes.count))
  }

  /// The names in a folder of this one, by their bytes.
  func names(in relative: FilePath) throws(ManuscriptError) -> [FilePath] {
    do throws(SystemError) {
      return try FolderListing(path.appending(relative)).names()
        .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    } catch {
      throw .unreadable(SourceFileError(path: shown(relative), code: error.code))
    }
  }

  /// All bytes of a regular file; `room` is a smaller number of bytes that the limit has left.
  ///
  /// A pipe may have taken the file's place since it was looked at.
  func bytes(
    of relative: FilePath, limit: InputLimit, room: Int? = nil
  ) throws(ManuscriptError) -> [UInt8] {
    do {
      return try SourceFile.bytes(
        of: path.appending(relative), shown: shown(relative), limit: limit, room: room,
        isRegular: true)
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
