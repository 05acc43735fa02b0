package import Guion

/// A kind of finding: its stable code, and its texts for the help and for SARIF.
/// The values of this type are the only list of codes. A code that is not in `all` has no help, and the cast cannot
/// change its severity.
package struct LintCode: Hashable, Sendable {
  /// The code as diagnostics show it, such as `speaks-once`.
  package let name: String
  /// The default severity; nil if the code is off by default.
  /// If the severity varies, this is the highest severity.
  package let severity: Diagnostic.Severity?
  /// The meaning of the finding, in one sentence.
  package let meaning: String
  /// An input that causes the finding, or the finding's own message if that is clearer.
  package let example: String
  package let advice: String

  init(
    _ name: String, _ severity: Diagnostic.Severity?, _ meaning: String, example: String,
    advice: String
  ) {
    (self.name, self.severity) = (name, severity)
    (self.meaning, self.example, self.advice) = (meaning, example, advice)
  }

  /// Whether the cast's `"lint"` can change the severity.
  /// The severity of an error cannot be changed, because a build cannot continue after an error. The same is true for
  /// findings that appear while rendering, because they do not belong to the script.
  package var isSwitchable: Bool { severity != .error && !Self.build.contains(self) }

  /// The code of the note that explains why a robotic voice reads the book.
  /// This note is shown even if the user has not asked for notes.
  package static let noNaturalVoice = "no-natural-voice"

  /// Every code, sorted by name.
  package static let all: [LintCode] =
    (script + castUse + document + conversion + folder + castFile + voice + build + configuration)
    .sorted { $0.name < $1.name }

  /// Returns the code with a name, or nil if there is no such code.
  package static func named(_ name: String) -> LintCode? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}
