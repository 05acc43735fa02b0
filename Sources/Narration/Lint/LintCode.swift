public import Guion

/// A kind of finding: its stable code, and what the help, the cast file's `"lint"` key and SARIF report about it.
///
/// The values are the only table of codes. A code that is not in `all` has no help and cannot be switched.
public struct LintCode: Hashable, Sendable {
  /// The code as diagnostics show it, such as `speaks-once`.
  public let name: String
  /// The severity unless the cast sets another; the highest if it varies, nil if the code is off.
  public let severity: Diagnostic.Severity?
  /// The meaning of the finding, in one sentence.
  public let meaning: String
  /// An input that causes the finding, or the finding's own message if that is clearer.
  public let example: String
  /// The advice to the author.
  public let advice: String

  init(
    _ name: String, _ severity: Diagnostic.Severity?, _ meaning: String, example: String,
    advice: String
  ) {
    (self.name, self.severity) = (name, severity)
    (self.meaning, self.example, self.advice) = (meaning, example, advice)
  }

  /// Whether the cast's `"lint"` can change the severity.
  ///
  /// A build cannot go on after an error, so errors stay errors. Findings that appear while rendering do not belong to
  /// the script.
  public var isSwitchable: Bool { severity != .error && !Self.build.contains(self) }

  /// The code of a note that is shown without being asked for: it explains why the book is read by a robotic voice.
  package static let noNaturalVoice = "no-natural-voice"

  /// Every code, sorted by name.
  public static let all: [LintCode] =
    (script + castUse + document + conversion + folder + castFile + voice + build + configuration)
    .sorted { $0.name < $1.name }

  /// Returns the code with a name, or nil if there is no such code.
  public static func named(_ name: String) -> LintCode? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}
