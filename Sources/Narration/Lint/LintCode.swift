public import Guion

/// Something that can be said about an input: its stable code with what the help, the cast file's
/// `"lint"` key and SARIF say of it.
///
/// The values are the one table of codes; a code that is not in `all` has no help and cannot be switched.
public struct LintCode: Hashable, Sendable {
  /// The code as diagnostics show it, such as `speaks-once`.
  public let name: String
  /// How much it matters unless the cast says otherwise, the gravest where it varies; nil is off.
  public let severity: Diagnostic.Severity?
  /// What is found, in one sentence.
  public let meaning: String
  /// An input in which it is found, or the words of the finding where that is clearer.
  public let example: String
  /// What to do about it.
  public let advice: String

  init(
    _ name: String, _ severity: Diagnostic.Severity?, _ meaning: String, example: String,
    advice: String
  ) {
    (self.name, self.severity) = (name, severity)
    (self.meaning, self.example, self.advice) = (meaning, example, advice)
  }

  /// Whether the cast's `"lint"` may change how much it matters.
  ///
  /// From what is an error nothing can be built, and what comes up while rendering is no property of the
  /// script.
  public var isSwitchable: Bool { severity != .error && !Self.build.contains(self) }

  /// The code of a note that is shown unasked: who hears a robot wants to know why.
  package static let noNaturalVoice = "no-natural-voice"

  /// Every code, sorted by name.
  public static let all: [LintCode] =
    (script + castUse + document + conversion + folder + castFile + voice + build + configuration)
    .sorted { $0.name < $1.name }

  /// The code of that name.
  public static func named(_ name: String) -> LintCode? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}
