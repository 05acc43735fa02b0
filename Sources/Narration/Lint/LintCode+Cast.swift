import Guion

/// Findings in cast and script together.
extension LintCode {
  static let castUse: [LintCode] = [
    unusedRole, unusedPronunciation, nonCommercialVoice, unknownLicence, unfittingVoice,
    contradictoryEvidence,
    LintCode(
      "older-rules", .note,
      "The cast names a voice of a paid service but no rules, so rule set 1.1 applies and no paid line changes.",
      example: "{ \"narrator\": \"elevenlabs://Rachel\" }",
      advice:
        "Add \"rules\": \"1.2\" to the cast for the newest rules, or \"1.1\" to keep these rules. `guion2audio plan` shows which lines a newer rule set changes, and their cost."
    ),
    LintCode(
      "uncast-character", .warning,
      "A cue is not in the cast. If the cast has a similar name, this is a warning, otherwise a note.",
      example: "script.fountain:120:1: warning: JHON is not in the cast; did you mean JOHN?",
      advice: "Correct the name, or add it to the cast as an entry or an alias."),
    LintCode(
      "shared-cue", .note,
      "A cue names several characters, but only one of them speaks the lines.",
      example: "script.fountain:80:1: note: ALICE AND BOB is spoken by ALICE",
      advice: "To choose another speaker, add an entry for the whole cue to the cast."),
  ]

  package static let unusedRole = LintCode(
    "unused-role", .warning, "A name in the cast is not the name of any cue.",
    example: "cast.json:4:5: warning: CAROL is not the name of any cue; did you mean CAROLE?",
    advice: "Correct the name, make it an alias, or remove it.")

  package static let unusedPronunciation = LintCode(
    "unused-pronunciation", .warning, "The word of a pronunciation does not occur in the text.",
    example: "cast.json:9:7: warning: \"Hablaré\" does not occur in the text",
    advice:
      "Correct the spelling, or remove the entry. An entry with a capital matches only words with the same capitals."
  )

  package static let unfittingVoice = LintCode(
    "unfitting-voice", .warning,
    "The cast gives a role a voice of the other gender, although the script or the cast states the gender.",
    example:
      "cast.json:4:5: warning: MARA is a woman (her coat, line 6), but hibari://heart+raven is a man's voice",
    advice:
      "Choose another voice. If the voice is right, add \"gender\" to the entry of the role, or switch this warning off."
  )

  package static let contradictoryEvidence = LintCode(
    "contradictory-evidence", .note,
    "The script states two genders for a role, so its voice may not fit.",
    example: "note: ALEX may be a woman (his sister, line 4) or a man (He laughs, line 9)",
    advice: "Add \"gender\" to the entry of the role in the cast, or give two people two names.")

  package static let nonCommercialVoice = LintCode(
    "non-commercial-voice", .warning,
    "The licence of a voice in the book does not allow commercial use.",
    example:
      "cast.json:3:14: warning: the licence of piper://vi_VN-vivos-x_low does not allow commercial use (CC-BY-NC-SA-4.0)",
    advice:
      "Choose another voice (`guion2audio voices --licence commercial`), or switch this warning "
      + "off for a book that is not sold.")

  package static let unknownLicence = LintCode(
    "unknown-licence", .note,
    "It is unknown whether a voice in the book may be used commercially.",
    example:
      "note: it is unknown whether piper://en_US-mine-high may be used commercially (licence: unknown)",
    advice: "Read the voice's model card, or ask its authors.")
}
