package import Glibc

/// The one owner of an open file.
///
/// Interrupted calls are repeated, and no program that is started inherits it.
package struct FileDescriptor: ~Copyable, Sendable {
  /// The number, for libraries that read the file; it stays this owner's to close.
  package let number: Int32

  /// Opens a file with the flags of open(2); one that is made has `mode` but what the user's umask
  /// takes away.
  package init(
    _ path: UnsafePointer<CChar>, flags: Int32, mode: mode_t = 0o666
  ) throws(SystemError) {
    var number: Int32
    repeat {
      number = open(path, flags | O_CLOEXEC, mode)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// Takes over a descriptor that is open.
  init(owning number: Int32) { self.number = number }

  /// Opens a regular file and nothing else: what stands in its place is neither followed nor waited for.
  ///
  /// With `isOnlyName` a file that has a second name is refused as well.
  package init(
    regular path: UnsafePointer<CChar>, flags: Int32 = O_RDONLY, followingLinks: Bool = false,
    isOnlyName: Bool = false
  ) throws(FileFault) {
    self = try Self.regular(path, flags, followingLinks, isOnlyName)
  }

  private static func regular(
    _ path: UnsafePointer<CChar>, _ flags: Int32, _ followingLinks: Bool, _ isOnlyName: Bool
  ) throws(FileFault) -> FileDescriptor {
    // A pipe would wait for a writer but for O_NONBLOCK, and a terminal would become the process's
    // own but for O_NOCTTY.
    let careful = O_NONBLOCK | O_NOCTTY | (followingLinks ? 0 : O_NOFOLLOW)
    let file: FileDescriptor
    do {
      file = try FileDescriptor(path, flags: flags | careful)
    } catch {
      switch error.code {
      case ELOOP: throw .isNoFile(followingLinks ? .loop : .link)
      case ENXIO: throw .isNoFile(.unopened)
      default: throw .system(error)
      }
    }
    guard let status = try? file.status() else { throw .system(.last) }
    guard status.isFile else {
      throw .isNoFile(status.isFolder ? .folder : status.kind == S_IFIFO ? .pipe : .device)
    }
    if isOnlyName, status.links > 1 { throw .isNoFile(.shared) }
    return file
  }

  /// Opens a file for reading, or makes an empty one for reading and writing.
  package init(_ path: String, creating: Bool) throws(SystemError) {
    try self.init(path, flags: creating ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY)
  }

  /// Opens a file for reading and changing it.
  package init(changing path: String) throws(SystemError) {
    try self.init(path, flags: O_RDWR)
  }

  /// Makes a file without a name in a folder, for reading and writing; it goes with the descriptor.
  package init(unnamedIn folder: String) throws(SystemError) {
    do {
      try self.init(folder, flags: O_RDWR | Self.unnamed)
    } catch {
      // What Linux answers where the file system has no such files, and where it is too old for
      // them (open(2)).
      guard [EOPNOTSUPP, EISDIR, EINVAL].contains(error.code) else { throw error }
      try self.init(brieflyNamedIn: folder)
    }
  }

  /// Linux's `O_TMPFILE`, a macro that Swift does not see (fcntl.h, `__O_TMPFILE`).
  private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

  /// Makes a file in a folder and takes its name away at once.
  ///
  /// `mkstemp` would let a process that starts at that instant inherit the file, and its room.
  package init(brieflyNamedIn folder: String) throws(SystemError) {
    while true {
      let path = "\(folder)/.spill-\(UInt64.random(in: 0 ... .max))"
      do {
        try self.init(path, flags: O_RDWR | O_CREAT | O_EXCL)
      } catch {
        guard error.code == EEXIST else { throw error }
        continue
      }
      unlink(path)
      return
    }
  }

  deinit { _ = Glibc.close(number) }

  /// Closes the file; some file systems report a full disk only here.
  package consuming func close() throws(SystemError) {
    let number = number
    discard self
    // After EINTR Linux has closed the descriptor nevertheless (close(2)).
    guard Glibc.close(number) == 0 || errno == EINTR else { throw .last }
  }

  /// Moves to a place and gives it, in bytes from the beginning.
  @discardableResult
  package func seek(_ offset: Int64, from whence: Int32 = SEEK_SET) throws(SystemError) -> Int64 {
    let place = Int64(lseek(number, Int(offset), whence))
    guard place >= 0 else { throw .last }
    return place
  }

  /// Makes the file this many bytes long.
  package func truncate(to length: Int64) throws(SystemError) {
    try repeating { Int(ftruncate(number, Int(length))) }
  }

  /// Waits until all bytes are on disk.
  package func sync() throws(SystemError) { try repeating { Int(fsync(number)) } }

  /// What the file system knows of the file.
  package func status() throws(SystemError) -> FileStatus {
    var status = stat()
    try repeating { Int(fstat(number, &status)) }
    return FileStatus(status)
  }

  /// The length in bytes.
  package func length() throws(SystemError) -> Int64 { try Int64(status().size) }

  /// Whether both are the same file, under whatever names.
  package func isSameFile(as other: borrowing FileDescriptor) throws(SystemError) -> Bool {
    try status().identity == other.status().identity
  }

  /// A signal may interrupt any of the calls.
  @discardableResult
  func repeating(_ call: () -> Int) throws(SystemError) -> Int {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw .last }
    }
  }
}
