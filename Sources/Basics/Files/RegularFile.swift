package import FoundationEssentials
package import Glibc

/// Reads of whole files that neither wait nor take more memory than was agreed, whatever is in the
/// file's place.
package enum RegularFile {
  /// Why a file could not be read.
  package enum Failure: Error, Equatable {
    /// What has the name is no file, but this.
    case isNoFile(String)
    /// The file has more bytes than were agreed.
    case isTooLong
    /// The system refuses.
    case system(SystemError)
  }

  /// All bytes of a file; nil where there is none.
  ///
  /// A link is no file, but where `followingLinks` says so.
  package static func contents(
    of path: String, limit: Int, followingLinks: Bool = false
  ) throws(Failure) -> Data? {
    let file: (descriptor: Int32, status: stat)
    do throws(Failure) {
      file = try open(path, followingLinks: followingLinks)
    } catch .system(let error) where error.code == ENOENT || error.code == ENOTDIR {
      // A name with a file in the place of a folder is not there either.
      return nil
    }
    defer { close(file.descriptor) }
    guard file.status.st_size <= limit else { throw .isTooLong }
    do {
      return try WholeTransfer.read(file.descriptor, size: Int(file.status.st_size))
    } catch {
      throw .system(error)
    }
  }

  /// Whether a path, or what a link there leads to, is a regular file.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Opens a file for reading; the caller closes it.
  package static func open(
    _ path: String, followingLinks: Bool
  ) throws(Failure) -> (descriptor: Int32, status: stat) {
    // A pipe in its place would wait for a writer but for O_NONBLOCK, and a terminal would become
    // the process's own but for O_NOCTTY.
    let descriptor = Glibc.open(
      path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW))
    guard descriptor >= 0 else {
      switch errno {
      case ELOOP: throw .isNoFile(followingLinks ? "a link that leads to itself" : "a link")
      case ENXIO: throw .isNoFile("a socket or a device")
      default: throw .system(SystemError.last)
      }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = SystemError.last
      close(descriptor)
      throw .system(error)
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .isNoFile(kind(of: status.st_mode))
    }
    return (descriptor, status)
  }

  private static func kind(of mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFDIR: "a folder"
    case S_IFIFO: "a pipe"
    default: "a device"
    }
  }
}
