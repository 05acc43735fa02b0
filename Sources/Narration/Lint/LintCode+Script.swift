import Guion

/// What is found in the script alone. The examples are scripts, and tests run them.
extension LintCode {
  static let script: [LintCode] = [
    lookAlikeCue, cueWithoutDialogue, cueWithoutBlank, splitDialogue, headingWithoutBlank,
    sluglineTime, speaksOnce, longLine, unspeakableText, unmatchedDirection, mixedLanguage,
    uncastSpeaker, loneDual, unforcedTransition, numberedHeading, pageFurniture, silentMacros,
    unreadHTML,
  ]

  static let lookAlikeCue = LintCode(
    "look-alike-cue", .warning,
    "Two cues differ by one letter, by an accent, or by straight and curly quotes.",
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
      "Spell the name one way. Where both are people, give both an entry in the cast: then it is silent."
  )

  static let cueWithoutDialogue = LintCode(
    "cue-without-dialogue", .warning, "A name stands as a cue does, and nothing is said under it.",
    example: """
      JOHN
      Hello.

      JOHN (V.O.)

      It was a dark night.
      """,
    advice: "Take out the empty line below the name; write !NAME where it is meant as action.")

  static let cueWithoutBlank = LintCode(
    "cue-without-blank", .warning,
    "A character's name stands alone on a line within a paragraph or a speech.",
    example: """
      JOHN
      Hello.

      MARY
      Hello, John.
      JOHN
      How are you?
      """,
    advice: "Put an empty line above the name, or its speech is read as part of what stands there.")

  static let splitDialogue = LintCode(
    "split-dialogue", .warning,
    "A paragraph below a speech looks like more of the speech, and is read by the narrator.",
    example: """
      JOHN
      I went to the door and

      then I opened it.
      """,
    advice:
      "Put two spaces on the empty line, or take it out; write ! before what is action.")

  static let headingWithoutBlank = LintCode(
    "heading-without-blank", .warning,
    "A scene heading lacks the empty line above or below it, and is read as part of the text.",
    example: """
      INT. HOUSE - DAY

      John waits.
      EXT. STREET - NIGHT

      A car.
      """,
    advice: "Put an empty line above and below the heading.")

  static let sluglineTime = LintCode(
    "slugline-time", .warning, "A scene heading says no time of day.",
    example: """
      INT. HOUSE

      John waits.
      """,
    advice: "Add it: INT. HOUSE - DAY. LATER, CONTINUOUS and the like count as well.")

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
    advice: "If the name is a slip of another one, correct it; most scripts have such parts.")

  static let longLine = LintCode(
    "long-line", .warning,
    "A paragraph or a speech is longer than a service takes at once, and is spoken in pieces.",
    example: "a speech of 5,000 characters, for a voice of OpenAI, which takes 4,096",
    advice: "Break it in two where a pause does no harm; the seam may be heard where it is cut.")

  static let unspeakableText = LintCode(
    "unspeakable-text", .warning, "A speech has no letter or digit: no engine makes a sound of it.",
    example: """
      JOHN
      ...?
      """,
    advice: "Write what is heard (Hm?), or a direction such as (beat) within another speech.")

  static let unmatchedDirection = LintCode(
    "unmatched-direction", .note, "A parenthetical asks for no delivery that the program knows.",
    example: """
      JOHN
      (mumbling)
      Who is there?
      """,
    advice: """
      It changes nothing with voices that cannot act. Give the word an entry under "delivery" in the \
      cast, or leave it.
      """)

  static let mixedLanguage = LintCode(
    "mixed-language", .warning,
    "A paragraph or a speech is in another language than the book, and is read as if it were not.",
    example: """
      JOHN
      Nosotros no sabemos lo que ella quiere para su casa.
      """,
    advice: """
      Give the role a voice with "lang" in the cast, or set "language" if the whole book is in it.
      """)

  static let uncastSpeaker = LintCode(
    "uncast-speaker", .note,
    "Lines of a document begin with a name and a colon, and no cast has a name, so the narrator reads them.",
    example: """
      **ANN:** Who is there?

      **BEN:** Nobody.
      """,
    advice: "Let `guion2audio cast` draft a cast; the names are labels then.")

  static let loneDual = LintCode(
    "lone-dual-dialogue", .warning,
    "A cue ends in ^, and no speech stands before it that it could be simultaneous with.",
    example: """
      They look at each other.

      JOHN ^
      Hello.
      """,
    advice: "Take the ^ out, or put the other speech right before this one.")

  static let unforcedTransition = LintCode(
    "unforced-transition", .note,
    "A transition does not have the form that Fountain knows, and is action.",
    example: """
      INT. HOUSE - DAY

      John waits.

      FADE OUT.
      """,
    advice: "Write > before it: > FADE OUT. A transition that ends in TO: needs no sign.")

  static let numberedHeading = LintCode(
    "numbered-heading", .note, "A scene heading begins with its number, and is action.",
    example: """
      1 INT. HOUSE - DAY 1

      John waits.
      """,
    advice: "Put the number behind the heading, between two #: INT. HOUSE - DAY #1#.")

  static let pageFurniture = LintCode(
    "page-furniture", .note,
    "A line belongs to a printed page: CONTINUED, or the number of a page.",
    example: """
      INT. HOUSE - DAY

      CONTINUED: (2)

      John waits.
      """,
    advice: "Take it out. Rule set 1.0 reads it aloud, 1.1 does not.")

  static let silentMacros = LintCode(
    "silent-macros", .note, "Macros in {{…}} are silent in rule set 1.1; they are counted.",
    example: "Today is {{date}}, and {{name}} waits.",
    advice: "Write the words that are meant, if a listener needs them.")

  static let unreadHTML = LintCode(
    "unread-html", .warning, "A block of HTML in a document has words, and is not read.",
    example: """
      <table>
      <tr><td>Oven</td><td>250 °C</td></tr>
      </table>
      """,
    advice: "Write the words in Markdown. Comments (<!-- … -->) are silent and are not reported.")
}
