import Audiobook
import Hablare

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
