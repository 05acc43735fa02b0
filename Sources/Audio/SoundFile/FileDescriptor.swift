import Glibc
import Limits

/// A call to the system that failed, by its error number.
struct SystemError: Error, Equatable {
  var code: Int32

  /// What the last call of this thread left in `errno`.
  static var last: SystemError { SystemError(code: errno) }

  /// The system's words for it.
  var reason: String {
    SystemReason.text(code)
  }
}

extension AudioError {
  /// A file that could not be made: a full disk or quota is told from everything else.
  static func creating(_ path: String, _ error: SystemError) -> AudioError {
    switch error.code {
    case ENOSPC, EDQUOT: .noSpace(path: path, reason: error.reason)
    default: .cannotOpen(path: path, reason: error.reason)
    }
  }

  /// A failed write: a full disk or quota is told from everything else.
  ///
  /// `words` say it better where the number is not only the system's.
  static func writing(_ path: String, _ error: SystemError, words: String? = nil) -> AudioError {
    switch error.code {
    case ENOSPC, EDQUOT: .noSpace(path: path, reason: error.reason)
    default: .cannotWrite(path: path, reason: words ?? error.reason)
    }
  }
}

/// The one owner of an open file.
///
/// Interrupted calls are repeated.
struct FileDescriptor: ~Copyable {
  private let number: Int32

  /// Opens a file for reading, or makes an empty one for reading and writing.
  init(_ path: String, creating: Bool) throws(SystemError) {
    let flags = creating ? O_RDWR | O_CREAT | O_TRUNC : O_RDONLY
    try self.init(path, flags: flags)
  }

  /// Opens a file for reading and changing it.
  init(changing path: String) throws(SystemError) {
    try self.init(path, flags: O_RDWR)
  }

  /// Makes a file without a name in a folder, for reading and writing; it goes with the descriptor.
  init(unnamedIn folder: String) throws(SystemError) {
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
  init(brieflyNamedIn folder: String) throws(SystemError) {
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

  private init(_ path: String, flags: Int32) throws(SystemError) {
    var number: Int32
    repeat {
      number = open(path, flags | O_CLOEXEC, 0o666)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .last }
    self.number = number
  }

  deinit { _ = Glibc.close(number) }

  /// Closes the file; some file systems report a full disk only here.
  consuming func close() throws(SystemError) {
    let number = number
    discard self
    // After EINTR Linux has closed the descriptor nevertheless (close(2)).
    guard Glibc.close(number) == 0 || errno == EINTR else { throw .last }
  }

  /// Reads what is there, at most a buffer full; 0 at the end of the file.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    while true {
      let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { throw .last }
    }
  }

  /// Fills the buffer with what is at a place, in bytes from the beginning, and gives how much there
  /// was.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at place: Int
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = pread(number, rest.baseAddress, rest.count, place + filled)
      if count == 0 { break }
      if count > 0 {
        filled += count
      } else if errno != EINTR {
        throw .last
      }
    }
    return filled
  }

  /// Writes all bytes at the present place.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(number, rest.baseAddress, rest.count)
      if count < 0 {
        guard errno == EINTR else { throw .last }
        continue
      }
      // A regular file takes nothing only where there is no room.
      guard count > 0 else { throw SystemError(code: ENOSPC) }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes all bytes at the present place.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Moves to a place and gives it, in bytes from the beginning.
  @discardableResult
  func seek(_ offset: Int64, from whence: Int32 = SEEK_SET) throws(SystemError) -> Int64 {
    let place = Int64(lseek(number, Int(offset), whence))
    guard place >= 0 else { throw .last }
    return place
  }

  /// Makes the file this many bytes long.
  func truncate(to length: Int64) throws(SystemError) {
    var status: Int32
    repeat { status = ftruncate(number, Int(length)) } while status != 0 && errno == EINTR
    guard status == 0 else { throw .last }
  }

  /// The length in bytes.
  func length() throws(SystemError) -> Int64 {
    try Int64(status().st_size)
  }

  /// Whether both are the same file, under whatever names.
  func isSameFile(as other: borrowing FileDescriptor) throws(SystemError) -> Bool {
    let (mine, theirs) = (try status(), try other.status())
    return mine.st_dev == theirs.st_dev && mine.st_ino == theirs.st_ino
  }

  private func status() throws(SystemError) -> stat {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .last }
    return status
  }
}
