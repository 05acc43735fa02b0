import Guion

/// What is found in cast and script together.
extension LintCode {
  static let castUse: [LintCode] = [
    unusedRole, unusedPronunciation, nonCommercialVoice, unknownLicence,
    LintCode(
      "uncast-character", .warning,
      "A cue is not in the cast; a warning where a name there is nearly it, else a note.",
      example: "script.fountain:120:1: warning: JHON has no voice; did you mean JOHN?",
      advice: "Correct the name, or give it an entry or an alias in the cast."),
    LintCode(
      "shared-cue", .note, "One character speaks a cue that names several.",
      example: "script.fountain:80:1: note: ALICE AND BOB is spoken by ALICE",
      advice: "Give the cue an entry of its own in the cast to change who speaks it."),
  ]

  package static let unusedRole = LintCode(
    "unused-role", .warning, "A role of the cast speaks no cue.",
    example: "cast.json:4:5: warning: CAROL speaks no cue; did you mean CAROLE?",
    advice: "Correct the name, make it an alias, or take it out.")

  package static let unusedPronunciation = LintCode(
    "unused-pronunciation", .warning, "The word of a pronunciation does not occur.",
    example: "cast.json:9:7: warning: \"Hablaré\" does not occur in what is read",
    advice: "Correct its spelling (with a capital in it, case counts), or take it out.")

  package static let nonCommercialVoice = LintCode(
    "non-commercial-voice", .warning,
    "The licence of a voice that speaks in the book does not allow commercial use.",
    example:
      "cast.json:3:14: warning: piper://vi_VN-vivos-x_low may not be used commercially (CC-BY-NC-SA-4.0)",
    advice:
      "Choose another voice (`guion2audio voices --licence commercial`), or switch this off for a book "
      + "that nobody sells.")

  package static let unknownLicence = LintCode(
    "unknown-licence", .note,
    "Nobody has stated whether a voice that speaks in the book may be used commercially.",
    example:
      "note: whether piper://en_US-mine-high may be used commercially is unknown (licence: unknown)",
    advice: "Read the voice's model card, and ask its makers.")
}
