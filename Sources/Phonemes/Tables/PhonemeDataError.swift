package import Basics

package struct PhonemeDataError: Error, Equatable, Sendable {
  package enum Fault: Equatable, Sendable {
    /// The file cannot be opened.
    /// The value is the reason.
    case unreadable(String)
    /// The file is not a table of this kind, or has another version.
    case isWrongKind
    /// The length of the file differs from its header.
    case isTruncated
    /// A part of the table is outside the file, or contradicts another part.
    case isDamaged
  }

  package var path: String
  package var fault: Fault

  package init(path: String, fault: Fault) { (self.path, self.fault) = (path, fault) }

  /// The error in one line, with advice.
  package var message: String {
    "cannot read the pronunciations in \"\(path)\": \(reason); install the natural voice again"
  }

  private var reason: String {
    switch fault {
    case .unreadable(let reason): reason
    case .isWrongKind: "it is not a table of this version"
    case .isTruncated: "its length is wrong"
    case .isDamaged: "it is damaged"
    }
  }
}

extension PhonemeDataError: FileError {
  package init(_ path: String, _ fault: FileFault) {
    self.init(path: path, fault: .unreadable(fault.reason))
  }
}
