import Audiobook
import Hablare
import Narration

extension OptionName {
  /// The options of table reads and rehearsals.
  static let stageNames: Set<OptionName> = [
    .read, .rehearse, .rehearseWith, .rehearseGap, .onlyWith,
  ]
}

/// The options of table reads and rehearsals.
extension OptionSpec {
  static let stage: [OptionSpec] = [
    OptionSpec(
      name: .read, value: "WHAT",
      help:
        "what is read: all, no-headings, no-directions (headings and speeches), dialogue-headings, dialogue or "
        + "no-narrator (default: the cast's choice, else all)",
      words: ReadPreset.allCases.map(\.rawValue),
      defaultForm: .word(ReadPreset.allCases.map(\.rawValue))),
    OptionSpec(
      name: .rehearse, value: "LIST",
      help: "leave time for an actor to speak the lines of these roles"),
    OptionSpec(
      name: .rehearseWith, value: "HOW",
      help:
        "what is heard for a rehearsed line: silence, beep (before it), whisper (its first words), or quiet (the "
        + "line, 24 dB softer) (default: silence)",
      words: Rehearsal.Form.allCases.map(\.rawValue)),
    OptionSpec(
      name: .rehearseGap, value: "X",
      help: "the time for a rehearsed line, as a multiple of its length, 0.5 to 5 (default: 1.2)"),
    OptionSpec(
      name: .onlyWith, value: "LIST", help: "only the scenes in which one of these roles speaks"),
  ]

  static let reportForms = Meaning(
    value: "FORMAT", help: "the form of the report: text or markdown (default: text)",
    words: ReportForm.allCases.map(\.rawValue))
}

/// A form of `report` for readers.
enum ReportForm: String, CaseIterable {
  case text, markdown
}

extension RenderOptions {
  /// Reads the options of table reads and rehearsals.
  mutating func setStage(_ arguments: Arguments) throws(UsageError) {
    book.read = try Self.choice(.read, arguments)
    book.onlyWith = try Self.roles(.onlyWith, arguments)
    book.rehearsed = try Self.roles(.rehearse, arguments)
    for option in [OptionName.rehearseGap, .rehearseWith]
    where arguments[option] != nil && book.rehearsed.isEmpty {
      throw UsageError("--\(option.rawValue) requires --rehearse")
    }
    if let form: Rehearsal.Form = try Self.choice(.rehearseWith, arguments) {
      book.rehearsal.form = form
    }
    guard let text = arguments[.rehearseGap] else { return }
    guard let gap = Double(text), Rehearsal.gaps.contains(gap) else {
      throw UsageError("--rehearse-gap \(text): expected a number from 0.5 to 5")
    }
    book.rehearsal.gap = gap
  }

  /// Returns the names of roles, separated by commas.
  private static func roles(
    _ option: OptionName, _ arguments: Arguments
  ) throws(UsageError) -> [String] {
    guard let list = arguments[option] else { return [] }
    let names = list.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.split(separator: " ").joined(separator: " ") }
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw UsageError("--\(option.rawValue) needs names of roles, separated by commas")
    }
    return names
  }
}

extension OptionSpec {
  /// The options for files beside the sound: of answers, of stems, of audio editors.
  static let production: [OptionSpec] = [
    OptionSpec(name: .all, help: "with -o: list every turn, not only those in doubt"),
    OptionSpec(
      name: .ask,
      help:
        "ask who speaks, first where an answer decides most turns, and write each answer at once"),
    OptionSpec(
      name: .preset, value: "SHOP",
      help:
        "make the folder that a shop asks for: acx (MP3 at its levels, credits as files, a retail sample, "
        + "room tone, a cover); the shop takes machine narration only with its permission",
      words: ShopPreset.allCases.map(\.rawValue),
      meanings: [
        .verify: Meaning(value: "SHOP", help: "also check what a shop asks for: acx")
      ]),
    OptionSpec(
      name: .stems, value: "LIST",
      help:
        "also write parts of the sum as files of their own with 24 bits: roles, buses (voices, effects, "
        + "ambience, music), lines, dry (roles without effects and loudness) (default: none)",
      words: StemKind.allCases.map(\.rawValue) + ["none"],
      defaultForm: .words(StemKind.allCases.map(\.rawValue))),
    OptionSpec(
      name: .project, value: "LIST",
      help: "a project for an audio editor, with stems as tracks: reaper, audacity, otio "
        + "(OpenTimelineIO) (default: none)",
      words: ProjectFormat.allCases.map(\.rawValue) + ["none"],
      defaultForm: .words(ProjectFormat.allCases.map(\.rawValue))),
    OptionSpec(
      name: .markers, value: "LIST",
      help: "the times of chapters, lines and sounds as a table: csv (default: none)",
      words: MarkerFormat.allCases.map(\.rawValue) + ["none"],
      defaultForm: .words(MarkerFormat.allCases.map(\.rawValue))),
    OptionSpec(
      name: .bits, value: "N", help: "the bits of a sample in wav and flac: 16 or 24 (default: 16)",
      defaultForm: .integer(16...24)),
  ]

  /// The options that choose voices for roles.
  static let casting: [OptionSpec] = [
    OptionSpec(name: .role, value: "NAME", help: "only this role; `narrator` for the narrator"),
    OptionSpec(
      name: .voices, value: "LIST",
      help: "voices to try for the role, separated by commas, or the number of voices to try that "
        + "fit best (1 to 9)",
      words: VoiceURI.shortNames),
    OptionSpec(
      name: .set, value: "LIST",
      help: "give roles these voices, such as MARA=wren,TOMAS=heron, and write the cast file"),
    OptionSpec(
      name: .gains,
      help: "measure the paid voices that have no gain, and write to the cast file the gains that "
        + "make these voices equally loud"),
  ]
}
