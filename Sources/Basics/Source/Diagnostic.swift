/// Something worth saying about the user's input: a value with a place, never a throw.
public struct Diagnostic: Hashable, Sendable {
  /// How much it matters: an error stops a build, a warning does so under `--strict`.
  public enum Severity: String, Sendable, Codable, Comparable {
    case note, warning, error

    /// Orders severities from the mildest to the gravest.
    public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The stable name that tools and tests match, such as `unknown-key`.
  public var code: String
  /// How much it matters.
  public var severity: Severity
  /// One sentence: what is wrong and what to do.
  public var message: String
  /// The file it is about, as the user named it; nil until someone who knows it fills it in.
  public var file: String?
  /// Where in the file; nil when it is about the file as a whole.
  public var position: SourcePosition?

  /// Makes a diagnostic.
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

  /// The same diagnostic, said of a file.
  public func inFile(_ file: String) -> Self {
    var copy = self
    copy.file = file
    return copy
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The line a compiler would print: `file:line:column: severity: message [code]`.
  public var description: String {
    var place = file.map { "\($0):" } ?? ""
    if let position { place += "\(position.line):\(position.column):" }
    return place + (place.isEmpty ? "" : " ") + "\(severity.rawValue): \(message) [\(code)]"
  }
}
