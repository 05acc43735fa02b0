import Basics
import Guion
import Hablare
import Narration

/// Findings about voices that do not fit the roles of a book.
enum VoiceFit {
  /// The confidence from which evidence counts as strong.
  private static let strong = 0.97

  /// Returns a finding for each role whose voice in the cast contradicts strong evidence, and for each role without a
  /// gender in the cast whose evidence contradicts itself.
  ///
  /// The book must have kept its elements.
  static func findings(in book: PlannedBook) async -> [Diagnostic] {
    let script = CastingScript(
      of: book.elements, cast: book.cast, language: book.plan.language)
    let entries = Dictionary(book.cast.characters.map { ($0.name, $0) }) { first, _ in first }
    var lists: [String: [Voice]] = [:]
    for id in Set(entries.values.compactMap { $0.voice?.providerId }) {
      lists[id] = try? await book.directory.provider(id)?.fetchVoices(languageCode: "")
    }
    var findings: [Diagnostic] = []
    for part in script.parts {
      let entry = entries[part.name]
      if let voice = entry?.voice, let finding = unfitting(voice, part, lists, in: book) {
        findings.append(finding)
      } else if entry?.voice == nil, entry?.gender == nil,
        let finding = contradiction(part, in: book)
      {
        findings.append(finding)
      }
    }
    return book.cast.lint.applied(to: findings)
  }

  private static func unfitting(
    _ voice: VoiceURI, _ part: CastingScript.Part, _ lists: [String: [Voice]], in book: PlannedBook
  ) -> Diagnostic? {
    let portrait = part.portrait
    guard portrait.confidence >= strong, portrait.kind == .person, let gender = portrait.gender,
      let other = lists[voice.providerId]?.first(where: { $0.id == voice.voiceId })?.gender
        .flatMap(RoleGender.init),
      other != .neutral, gender != .neutral, other != gender
    else { return nil }
    let isStated = portrait.evidence.first?.kind == .cast
    let reason = isStated ? "the cast says so" : portrait.reason ?? "the name"
    let place = book.cast.characterPositions[part.name]
    return Diagnostic(
      code: LintCode.unfittingVoice.name, severity: .warning,
      message:
        "\(part.name) is a \(word(gender)) (\(reason)), but \(voice) is a \(word(other))'s voice; "
        + "choose another voice, or \(isStated ? "correct" : "state") the gender in the cast",
      file: place?.file, position: place?.position)
  }

  private static func contradiction(
    _ part: CastingScript.Part, in book: PlannedBook
  ) -> Diagnostic? {
    guard let other = part.portrait.contradiction, let evidence = part.portrait.evidence.first
    else { return nil }
    let file = book.paths.indices.contains(other.source) ? book.paths[other.source] : nil
    let isMan = part.portrait.gender == .male
    let (one, two) = isMan ? ("man", "woman") : ("woman", "man")
    return Diagnostic(
      code: LintCode.contradictoryEvidence.name, severity: .note,
      message:
        "\(part.name) may be a \(one) (\(evidence.note)) or a \(two) (\(other.note)); "
        + "state the gender in the cast",
      file: file, position: other.line > 0 ? SourcePosition(line: other.line, column: 1) : nil)
  }

  private static func word(_ gender: RoleGender) -> String { gender == .female ? "woman" : "man" }
}
