import Glibc

/// What keeps a file from being read or written.
package enum FileFault: Error, Equatable {
  /// What may stand in the place of a file.
  package enum Kind: String, Sendable {
    case folder = "a folder"
    case pipe = "a pipe"
    case device = "a device"
    case unopened = "a socket or a device"
    case link = "a link"
    case loop = "a link that leads to itself"
    case shared = "a file with another name"
  }

  /// What has the name is no file, but this.
  case isNoFile(Kind)
  /// The file has more bytes than were agreed.
  case isTooLong
  /// The system refuses.
  case system(SystemError)

  /// Whether there is nothing under the name; a file in the place of a folder has nothing in it.
  package var isMissing: Bool {
    self == .system(SystemError(ENOENT)) || self == .system(SystemError(ENOTDIR))
  }
}

/// An error that is made of a path and of what is wrong with the file there.
package protocol FileError: Error {
  /// Makes an error about a file.
  init(_ path: String, _ fault: FileFault)
}

extension FileFault: FileError {
  /// Leaves out the path, which who catches the fault knows.
  package init(_ path: String, _ fault: FileFault) { self = fault }
}

/// A fault with the path of its file.
package struct FileFailure: FileError, Equatable {
  /// The file or folder.
  package var path: String
  /// What is wrong with it.
  package var fault: FileFault

  /// Makes a failure.
  package init(_ path: String, _ fault: FileFault) { (self.path, self.fault) = (path, fault) }

  /// Why, in a few words.
  package var reason: String { fault.reason }
}

extension FileFault {
  /// What is wrong, in a few words.
  package var reason: String {
    switch self {
    case .isNoFile(let kind): "it is \(kind.rawValue)"
    case .isTooLong: "it is too large"
    case .system(let error): error.reason
    }
  }

  /// The error of the system that is nearest to the fault.
  package var error: SystemError {
    switch self {
    case .isNoFile(.folder): SystemError(EISDIR)
    case .isNoFile(.link), .isNoFile(.loop): SystemError(ELOOP)
    case .isNoFile: SystemError(EINVAL)
    case .isTooLong: SystemError(EFBIG)
    case .system(let error): error
    }
  }
}
