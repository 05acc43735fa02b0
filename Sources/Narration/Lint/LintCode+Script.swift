import Guion

/// Findings in the script alone. The examples are scripts, and tests run them.
extension LintCode {
  static let script: [LintCode] = [
    lookAlikeCue, cueWithoutDialogue, cueWithoutBlank, splitDialogue, headingWithoutBlank,
    sluglineTime, speaksOnce, longLine, unspeakableText, unmatchedDirection, mixedLanguage,
    uncastSpeaker, loneDual, unforcedShot, unforcedTransition, numberedHeading, pageFurniture,
    silentMacros, unreadHTML, privateSection,
  ]

  static let lookAlikeCue = LintCode(
    "look-alike-cue", .warning,
    "Two cues differ only by a letter, an accent, or straight and curly quotes.",
    example: """
      SARAH
      Who is there?

      JOHN
      Me.

      SARAH
      Come in.

      SARA
      Close the door.
      """,
    advice:
      "Use one spelling. If the cues name two different characters, list both in the cast to switch this warning off."
  )

  static let cueWithoutDialogue = LintCode(
    "cue-without-dialogue", .warning, "A name looks like a cue, but no speech follows it.",
    example: """
      JOHN
      Hello.

      JOHN (V.O.)

      It was a dark night.
      """,
    advice:
      "Write the words of the speech, or remove the empty line below the name. If the name is action, write !NAME."
  )

  static let cueWithoutBlank = LintCode(
    "cue-without-blank", .warning,
    "The name of a character is alone on a line within a paragraph or a speech.",
    example: """
      JOHN
      Hello.

      MARY
      Hello, John.
      JOHN
      How are you?
      """,
    advice:
      "Put an empty line above the name; otherwise its speech is read as part of the text above.")

  static let splitDialogue = LintCode(
    "split-dialogue", .warning,
    "A paragraph below a speech looks like more of the speech, but the narrator reads it.",
    example: """
      JOHN
      I went to the door and

      then I opened it.
      """,
    advice:
      "Remove the empty line, or put two spaces on it. If the paragraph is action, write ! before it."
  )

  static let headingWithoutBlank = LintCode(
    "heading-without-blank", .warning,
    "A scene heading has no empty line above or below it, so it is read as part of the text.",
    example: """
      INT. HOUSE - DAY

      John waits.
      EXT. STREET - NIGHT

      A car.
      """,
    advice: "Put an empty line above and below the heading.")

  package static let privateSection = LintCode(
    "private-section", .note,
    "The name of a section says that it may not be meant for listeners, but it is read.",
    example: "# Boneyard\n\nAn old ending.\n",
    advice:
      "To leave the section out, name it in \"skip\" of the cast, or with --skip. To read it, switch this note off."
  )

  static let sluglineTime = LintCode(
    "slugline-time", .warning, "A scene heading has no time of day.",
    example: """
      INT. HOUSE

      John waits.
      """,
    advice:
      "Add a time of day: INT. HOUSE - DAY. LATER, CONTINUOUS and similar words count as well.")

  static let speaksOnce = LintCode(
    "speaks-once", nil, "A character speaks only once.",
    example: """
      JOHN
      Hello.

      MARY
      Hello.

      JOHN
      Goodbye.
      """,
    advice:
      "If the name is a misspelling of another name, correct it. Otherwise ignore this finding: most scripts have such small parts."
  )

  static let longLine = LintCode(
    "long-line", .warning,
    "A paragraph or a speech is longer than the limit of a service, so the service's voices speak it in pieces.",
    example: "a speech of 5,000 characters for a voice of OpenAI, whose limit is 4,096",
    advice: "Split the text where a pause does no harm; a cut elsewhere may be audible.")

  static let unspeakableText = LintCode(
    "unspeakable-text", .warning, "A speech has no letters or digits, so no voice can speak it.",
    example: """
      JOHN
      ...?
      """,
    advice: "Write a sound (Hm?), or a direction such as (beat) within another speech.")

  static let unmatchedDirection = LintCode(
    "unmatched-direction", .note,
    "The program does not know the direction in a parenthetical, so most voices ignore it.",
    example: """
      JOHN
      (haughtily)
      Who is there?
      """,
    advice: """
      Only a voice that accepts directions in free words follows the direction. Add an entry for the direction under \
      "delivery" in the cast, or ignore this note.
      """)

  package static let mixedLanguage = LintCode(
    "mixed-language", .warning,
    "A paragraph or a speech looks like another language, but is read in the book's language.",
    example: """
      JOHN
      Nosotros no sabemos lo que ella quiere para su casa.
      """,
    advice: """
      Give the role "languages": {"fr": "espeak://fr-fr"} in the cast, or write (in French) before the speech. If the \
      whole book is in the other language, set "language".
      """)

  static let uncastSpeaker = LintCode(
    "uncast-speaker", .note,
    "Lines of a document begin with a name and a colon, but no cast lists these names. The narrator reads the lines.",
    example: """
      **ANN:** Who is there?

      **BEN:** Only the wind.
      """,
    advice:
      "Draft a cast with `guion2audio cast`; the names in the cast then count as speaker labels.")

  static let loneDual = LintCode(
    "lone-dual-dialogue", .warning,
    "The ^ at the end of a cue asks for two simultaneous speeches, but there is no speech directly before it.",
    example: """
      They look at each other.

      JOHN ^
      Hello.
      """,
    advice: "Remove the ^, or put the other speech directly before this one.")

  static let unforcedShot = LintCode(
    "unforced-shot", .note,
    "A line in capitals above a text looks like a shot, not like a speaker, so the narrator reads both.",
    example: """
      INT. HOUSE - DAY

      BACK TO JOHN
      He waits.
      """,
    advice: "If it is a shot, write ! before it. If it is a speaker, write @ before it.")

  static let unforcedTransition = LintCode(
    "unforced-transition", .note,
    "A transition does not have the form that Fountain requires.",
    example: """
      INT. HOUSE - DAY

      John waits.

      FADE OUT.

      INT. YARD - DAY
      """,
    advice: "Write > before the transition: > FADE OUT. A transition that ends in TO: needs no >.")

  static let numberedHeading = LintCode(
    "numbered-heading", .note,
    "A scene heading begins with its number, so Fountain does not recognize it, and no chapter begins here.",
    example: """
      1 INT. HOUSE - DAY 1

      John waits.
      """,
    advice: "Put the number after the heading, between two #: INT. HOUSE - DAY #1#.")

  static let pageFurniture = LintCode(
    "page-furniture", .note,
    "A line is left over from a printed page: CONTINUED, or a page number.",
    example: """
      INT. HOUSE - DAY

      CONTINUED: (2)

      John waits.
      """,
    advice: "Remove the line. Rule set 1.0 reads it aloud, rule set 1.1 does not.")

  static let silentMacros = LintCode(
    "silent-macros", .note,
    "Macros in {{…}} are silent in rule set 1.1. `check` prints one note with the number of macros.",
    example: "Today is {{date}}, and {{name}} waits.",
    advice: "Write the words that a listener needs instead.")

  static let unreadHTML = LintCode(
    "unread-html", .warning,
    "A block of HTML in a document has words, but these words are not read.",
    example: """
      <table>
      <tr><td>Oven</td><td>250 °C</td></tr>
      </table>
      """,
    advice: "Write the words in Markdown. Comments (<!-- … -->) are silent and are not reported.")
}

/// Findings in cast and script together.
extension LintCode {
  static let castUse: [LintCode] = [
    LintCode(
      backMatter, .note,
      "Parts of the book, such as the copyright page or the index, are not its own text, but are read.",
      example: "note: 2 parts with 90 words of front and back matter will be read: Imprint, Index",
      advice:
        "To leave them out, add \"back-matter\" to \"skip\" of the cast, or use --skip back-matter. To read them, switch this note off."
    ),
    LintCode(
      unreadFootnotes, .note,
      "The text has footnotes, but the cast does not ask for them, or no mark in the text belongs to them.",
      example: "note: 2 footnotes with 30 words are not read",
      advice:
        "To have footnotes read, set \"footnotes\" to \"inline\" or \"end\" in \"speech\" of the cast. A footnote without a mark needs one in the text: [^1]."
    ),
    LintCode(
      quotations, .note,
      "The prose has many quotations, and the narrator speaks all of them.",
      example: "note: the narrator speaks all 873 quotations",
      advice:
        "Run `guion2audio cast` to draft a cast whose characters speak their quotations, or add \"dialogue\": { \"voices\": false } to the cast to switch this note off."
    ),
    LintCode(
      unsureSpeaker, .note, "The narrator speaks quotations whose speaker is in doubt.",
      example: "note: the narrator speaks 41 turns whose speaker is in doubt",
      advice:
        "`guion2audio speakers` lists the turns. With `-o NAME.voices`, it writes a file in which you answer them; each answer also repairs turns near it."
    ),
    LintCode(
      skippedTag, .note, "A tag that only names the speaker is not read.",
      example: "note: \"said Tom.\" is not read",
      advice:
        "The cast asks for it with \"dialogue\": { \"tags\": \"skip\" }. To hear all words, remove \"tags\"."
    ),
    LintCode(
      sharedName, .note,
      "A name in prose is that of several characters; each time, the one who was named last is meant.",
      example: "note: \"Miss Hale\" is a name of Anne Hale and of Ruth Hale",
      advice:
        "If only one of them has the name, give that one the alias in the cast, or answer the turns in the file of `guion2audio speakers`."
    ),
    LintCode(
      "unknown-speaker", .warning,
      "A line of the file of answers has no effect: it cannot be read, names nobody, or no quotation begins with its words.",
      example: "=  Jak  ch 12 §58  How did it go?",
      advice: "Correct the name or the line, or write the file again with `guion2audio speakers`."),
    lineSetting, unusedRole, unusedPronunciation, unusedSkip, nonCommercialVoice, unknownLicence,
    unfittingVoice, contradictoryEvidence, unknownName,
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

  package static let lineSetting = LintCode(
    "line-setting", .warning,
    "A line of the file `NAME.voices` that sets how a line is spoken has no effect: it cannot be read, or no line begins with its words.",
    example: "~  rate 0.9, whisper  ch 1 §12  The lamp has gone out",
    advice: "Correct the setting or the words, or delete the line. The studio writes such lines.")

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

  package static let unusedSkip = LintCode(
    "unused-skip", .warning, "No section has a name that \"skip\" leaves out.",
    example: "cast.json:5:12: warning: no section has the name \"Boneyrd\" of \"skip\"",
    advice: "Correct the name, or remove it.")

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

  package static let unknownName = LintCode(
    "unknown-name", .note,
    "Names of roles are in no lexicon of the natural voice, so a program guesses how they are said.",
    example: "note: 2 names are in no lexicon, and said so: Jakoby (dʒækˈoʊbi), Sherri (ʃˈɛɹi)",
    advice: "Listen to the names, and add those that are said wrongly to \"pronunciations\".")

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
