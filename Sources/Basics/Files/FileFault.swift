import Glibc

/// The reason why a file cannot be read or written.
package enum FileFault: Error, Equatable {
  /// What a name can refer to instead of a file.
  package enum Kind: String, Sendable {
    case folder = "a folder"
    case pipe = "a pipe"
    case device = "a device"
    case unopened = "a socket or a device"
    case link = "a link"
    case loop = "a link that leads to itself"
    case shared = "a file with a second hard link"
  }

  /// The name refers to something other than a regular file.
  case notAFile(Kind)
  /// The file has more bytes than the limit.
  case exceedsLimit
  case system(SystemError)

  /// Whether the file does not exist.
  /// Also true if a part of the path is a file instead of a folder.
  package var isMissing: Bool {
    self == .system(SystemError(ENOENT)) || self == .system(SystemError(ENOTDIR))
  }
}

/// An error that can be created from a path and the fault of the file there.
package protocol FileError: Error {
  init(_ path: String, _ fault: FileFault)
}

extension FileFault: FileError {
  /// Creates a fault without the path, which the caller knows.
  package init(_ path: String, _ fault: FileFault) { self = fault }
}

package struct FileFailure: FileError, Equatable {
  /// The file or folder.
  package var path: String
  package var fault: FileFault

  package init(_ path: String, _ fault: FileFault) { (self.path, self.fault) = (path, fault) }

  /// The reason in a few words.
  package var reason: String { fault.reason }
}

extension FileFailure: CustomStringConvertible {
  package var description: String { "\(path): \(reason)" }
}

extension FileFault {
  /// The reason in a few words.
  package var reason: String {
    switch self {
    case .notAFile(let kind): "it is \(kind.rawValue)"
    case .exceedsLimit: "it is too large"
    case .system(let error): error.reason
    }
  }

  package var error: SystemError {
    switch self {
    case .notAFile(.folder): SystemError(EISDIR)
    case .notAFile(.link), .notAFile(.loop): SystemError(ELOOP)
    case .notAFile: SystemError(EINVAL)
    case .exceedsLimit: SystemError(EFBIG)
    case .system(let error): error
    }
  }
}

package struct SystemError: Error, Equatable {
  /// The error number (errno(3)).
  package var code: Int32

  package init(_ code: Int32) { self.code = code }

  /// The error of the most recent failed call on this thread.
  package static var last: SystemError { SystemError(errno) }

  /// Whether the disk or the user's quota is full.
  package var isFullDisk: Bool { code == ENOSPC || code == EDQUOT }

  /// The system's message for the error.
  package var reason: String { SystemReason.text(code) }

  /// The message for the error when a process or a thread could not be started.
  package var startReason: String { SystemReason.text(code, isStart: true) }
}
