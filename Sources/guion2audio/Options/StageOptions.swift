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
