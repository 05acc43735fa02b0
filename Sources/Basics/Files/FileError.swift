public import FoundationEssentials
import Glibc

/// A file or folder that cannot be read or written.
public struct FileError: Error, Equatable, Sendable {
  /// The path as the caller gave it; empty if the caller gave an open file.
  public var path: String
  package var cause: Cause

  /// What prevents the file from being read or written.
  package enum Cause: Error, Equatable {
    case system(SystemError)
    /// The name refers to something other than a regular file.
    case notAFile(Kind)
    /// The file has more bytes than the limit, which is nil if the caller knows it.
    case exceedsLimit(InputLimit? = nil)
    /// The path leads out of its folder, directly or through a link.
    case outside
    /// The document that should contain the file does not.
    case notInDocument
  }

  /// What a name can refer to instead of a file.
  package enum Kind: String, Sendable {
    case folder = "a folder"
    case pipe = "a pipe"
    case device = "a device"
    case unopened = "a socket or a device"
    case link = "a link"
    case loop = "a link that leads to itself"
    case shared = "a file with a second hard link"
    case special = "not a regular file"
  }

  package init(_ path: String, _ cause: Cause) { (self.path, self.cause) = (path, cause) }

  /// The system's error number (errno(3)); EFBIG for a file that exceeds its limit.
  public var code: Int32 {
    switch cause {
    case .system(let error): error.code
    case .notAFile(.folder): EISDIR
    case .notAFile(.link), .notAFile(.loop): ELOOP
    case .notAFile: EINVAL
    case .exceedsLimit: EFBIG
    case .outside: EACCES
    case .notInDocument: ENOENT
    }
  }

  /// Whether the file does not exist.
  /// Also true if a part of the path is a file instead of a folder.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// Whether a call of the system failed.
  package var isSystem: Bool { if case .system = cause { true } else { false } }

  /// Whether the disk or the user's quota is full.
  package var isFullDisk: Bool { SystemError(code).isFullDisk }

  package var exceedsLimit: Bool { if case .exceedsLimit = cause { true } else { false } }

  /// The limit that the file exceeds; nil for any other error, or if the caller knows it.
  package var limit: InputLimit? { if case .exceedsLimit(let limit) = cause { limit } else { nil } }

  /// The reason in a few words.
  package var reason: String {
    switch cause {
    case .system(let error): error.reason
    case .notAFile(let kind): "it is \(kind.rawValue)"
    case .exceedsLimit(let limit): limit?.message ?? "it is too large"
    case .outside: "it is outside the folder"
    case .notInDocument: "the document does not contain this file"
    }
  }

  /// The diagnostic for a file that exceeds its limit; nil for any other error.
  package var tooLarge: Diagnostic? { limit.map { .tooLarge($0, in: path) } }
}

extension FileError: LocalizedError, CustomStringConvertible {
  /// One sentence with the path and the reason.
  public var description: String { "cannot read \(path): \(reason)" }

  /// The message for users.
  public var errorDescription: String? { description }

  /// A sentence that suggests a fix.
  public var recoverySuggestion: String? {
    exceedsLimit
      ? "Divide the file into smaller ones." : "Check the path and the permissions of the file."
  }
}

/// An error that says in the words of its module what is wrong with a file.
package protocol FileErrorConvertible: Error {
  init(_ error: FileError)
}

extension FileError: FileErrorConvertible {
  package init(_ error: FileError) { self = error }
}

/// The error of a system call.
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
