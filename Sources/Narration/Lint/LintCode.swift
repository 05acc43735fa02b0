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
  /// The code of the note that front and back matter is read, which is shown in the same way.
  package static let backMatter = "back-matter"
  /// The code of the note that a text is not UTF-8, which is shown in the same way.
  package static let windows1252 = "windows-1252"
  /// The code of the note that footnotes are not read.
  package static let unreadFootnotes = "unread-footnotes"
  package static let unsureSpeaker = "unsure-speaker"
  /// The code of the note that a tag is not read.
  package static let skippedTag = "skipped-tag"
  /// The code of the note that several characters have a name.
  package static let sharedName = "shared-name"
  /// The code of the note that the narrator speaks all quotations.
  package static let quotations = "quotations"
  package static let unusedCover = "unused-cover"
  package static let damagedVoice = "damaged-voice"
  package static let noRecordings = "no-recordings"
  package static let staleTake = "stale-take"
  package static let unusableTake = "unusable-take"
  package static let poorTake = "poor-take"

  /// Every code, sorted by name.
  package static let all: [LintCode] =
    (script + castUse + document + conversion + folder + castFile + voice + build + configuration)
    .sorted { $0.name < $1.name }

  /// Returns the code with a name, or nil if there is no such code.
  package static func named(_ name: String) -> LintCode? { byName[name] }

  private static let byName = Dictionary(all.map { ($0.name, $0) }) { first, _ in first }
}

/// The severities of codes in a project (the cast file's `"lint"`).
package struct LintSettings: Hashable, Sendable {
  /// A severity that the cast can set for a code, or `off`.
  package enum Level: String, Sendable, CaseIterable {
    case off, note, warning, error

    /// The severity, or nil for `off`.
    package var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
  }

  /// The severities that the cast sets, by code.
  package var levels: [String: Level] = [:]

  /// Creates settings that change no severity.
  package init() {}

  /// Returns the diagnostics with the severities of these settings.
  /// Diagnostics with a code that is off are left out.
  /// Errors stay errors, because a build cannot continue after an error.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.compactMap { diagnostic in
      guard diagnostic.severity != .error else { return diagnostic }
      guard let level = levels[diagnostic.code] else {
        let isOff = LintCode.named(diagnostic.code).map { $0.severity == nil } ?? false
        return isOff ? nil : diagnostic
      }
      guard let severity = level.severity else { return nil }
      var copy = diagnostic
      copy.severity = severity
      return copy
    }
  }
}
