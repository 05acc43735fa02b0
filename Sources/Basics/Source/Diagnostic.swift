/// A finding about the user's input, with its position.
public struct Diagnostic: Hashable, Sendable {
  /// The importance of a finding.
  ///
  /// An error stops a build. A warning stops a build only with `--strict`.
  public enum Severity: String, Sendable, Codable, Comparable {
    case note, warning, error

    /// Orders severities from note to error.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The stable code that tools and tests match, such as `unknown-key`.
  public var code: String
  /// The importance.
  public var severity: Severity
  /// One sentence with the problem and the solution.
  public var message: String
  /// The file, as the user named it; nil until a caller that knows the file sets it.
  public var file: String?
  /// The position in the file; nil if the finding concerns the whole file.
  public var position: SourcePosition?

  /// Creates a diagnostic.
  public init(
    code: String, severity: Severity, message: String, file: String? = nil,
    position: SourcePosition? = nil
  ) {
    self.code = code
    self.severity = severity
    self.message = message
    self.file = file
    self.position = position
  }

  package func inFile(_ file: String) -> Self {
    var copy = self
    copy.file = file
    return copy
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic in the format of compilers: `file:line:column: severity: message [code]`.
  public var description: String {
    var place = file.map { "\($0):" } ?? ""
    if let position { place += "\(position.line):\(position.column):" }
    return place + (place.isEmpty ? "" : " ") + "\(severity.rawValue): \(message) [\(code)]"
  }
}
