package import Basics

/// What is wrong with a table of phonemes.
public struct PhonemeDataError: Error, Equatable, Sendable {
  /// The kinds of fault.
  public enum Fault: Equatable, Sendable {
    /// The file cannot be opened, for this reason.
    case unreadable(String)
    /// The file is no table of this kind, or a table of another version.
    case isForeign
    /// The file is shorter or longer than its header says.
    case isTruncated
    /// A part of the table lies outside the file, or contradicts another part.
    case isDamaged
  }

  /// The path of the file.
  public var path: String
  /// What is wrong.
  public var fault: Fault

  /// Makes an error.
  public init(path: String, fault: Fault) { (self.path, self.fault) = (path, fault) }

  /// The error in one line, with advice.
  public var message: String {
    "cannot read the pronunciations in \"\(path)\": \(reason); install the natural voice again"
  }

  private var reason: String {
    switch fault {
    case .unreadable(let reason): reason
    case .isForeign: "it is no table of this version"
    case .isTruncated: "its length is wrong"
    case .isDamaged: "it is damaged"
    }
  }
}

extension PhonemeDataError: FileError {
  /// Makes an error of a fault of the file system.
  package init(_ path: String, _ fault: FileFault) {
    self.init(path: path, fault: .unreadable(fault.reason))
  }
}
