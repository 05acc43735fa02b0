import Narration
import Testing

/// Tests of words in capitals as read by rule set 1.1.
@Suite struct ShoutedWordsTests {
  private static func cleaner(
    _ language: String = "en-US", names: [String] = [], pronunciations: [Pronunciation] = [],
    markup: TextCleaner.Markup = .fountain
  ) -> TextCleaner {
    TextCleaner(
      languageCode: language, markup: markup, pronunciations: pronunciations, names: names,
      rules: .v1_1)
  }

  /// The text for readers.
  static let software: [CleaningCase] = [
    .init("The IT team uses CI/CD.", "The IT team uses CI CD."),
    .init("Our AWS API is down.", "Our AWS API is down."),
    .init("SQLite API, GRDB", "SQLite API, GRDB"),
    .init("NASA, JPL", "NASA, JPL"),
    .init("Ask the guys in IT about it.", "Ask the guys in IT about it."),
    .init("HR and IT moved. WHO did IT?", "HR and IT moved. Who did it?"),
    .init("The OEM sent a UUID and an ORM.", "The OEM sent a UUID and an ORM."),
    .init("A CD-ROM, an AI-based tool", "A CD-ROM, an AI-based tool"),
    .init("NOT a CD-PLAYER", "Not a CD-player"),
  ]

  static let headings: [CleaningCase] = [
    .init("API REFERENCE", "API reference"),
    .init("USING THE CLI", "Using the CLI"),
    .init("HTTP STATUS CODES", "HTTP status codes"),
    .init("STREAMING APIS", "Streaming APIs"),
    .init("DVDS AND PUBLIC URLS", "DVDs and public URLs"),
    .init("THE GPS OF THE VIPS", "The GPS of the VIPs"),
    .init("FREQUENTLY ASKED QUESTIONS (FAQ)", "Frequently asked questions (FAQ)"),
  ]

  static let shouted: [CleaningCase] = [
    .init("CALL THE FBI NOW", "Call the FBI now"),
    .init("THE DNA LAB", "The DNA lab"),
    .init("CALL THE FBI'S LAB", "Call the FBI's lab"),
    .init("PUT IT DOWN. IT IS OVER!", "Put it down. It is over!"),
    .init("WHAT IS IN IT?", "What is in it?"),
    .init("AS A CEO, I QUIT", "As a CEO, I quit"),
    .init("I'M ON LSD, DON'T ASK", "I'm on LSD, don't ask"),
    .init("NOOO! AAARGH! HMMM", "Nooo! Aaargh! Hmmm"),
    .init("HE LED THEM TO THE LED DISPLAY", "He led them to the LED display"),
    .init("I AM THE ONE", "I am the one"),
    .init("BE THERE AT 8 AM!", "Be there at eight AM!"),
    .init("WE OWN AT&T NOW", "We own AT and T now"),
    .init("FLY TO LA TONIGHT", "Fly to LA tonight"),
    .init("THE GOVT CALLED", "The govt called"),
    .init("GIBBS, SVEN AND LLOYD", "Gibbs, sven and lloyd"),
    .init("BANG! POW! The sign falls.", "Bang! Pow! The sign falls."),
    .init("The POW camp", "The POW camp"),
    .init("LET US GO. THE US ARMY", "Let us go. The US army"),
    .init("They came for all of US, Daniel.", "They came for all of us, Daniel."),
    .init("We are in the US now.", "We are in the US now."),
    .init("DOC looks up. So does ZED.", "Doc looks up. So does Zed."),
    .init("MIA is gone. He is MIA.", "Mia is gone. He is MIA."),
    .init("THE IRA, AND IRA HIMSELF", "The IRA, and ira himself"),
    .init("LOUIS XIV AND HENRY VIII", "Louis the fourteenth and henry the eighth"),
    .init("ED and JO wait.", "Ed and Jo wait."),
  ]

  static let names: [CleaningCase] = [
    .init("MCCOWLEY walks to MCCOWLEY'S car.", "McCowley walks to McCowley's car."),
    .init("IT IS DOC MCKENNA", "It is doc McKenna"),
    .init("AN MCI AND A MCP", "An MCI and a MCP"),
    .init("O'HARA AT ONE O'CLOCK", "O'Hara at one o'clock"),
    .init("GIVE IT TO MARA AND AJ", "Give it to Mara and AJ"),
    .init("THE BARMAN POURS, MARA DRINKS", "The Barman pours, Mara drinks"),
  ]

  static let foreign: [CleaningCase] = [
    .init("LA CIA Y EL ADN", "La CIA y el ADN", "es"),
    .init("UN DNI DE LA UE", "Un DNI de la UE", "es"),
    .init("LA SNCF EST EN GRÈVE", "La SNCF est en grève", "fr"),
    .init("KOMM MIT MIR ZUM ADAC", "Komm mit mir zum ADAC", "de"),
    .init("JETZT HERBST", "Jetzt herbst", "de"),
    .init("ИВАН ВХОДИТ", "Иван входит", "ru"),
  ]

  @Test(arguments: software + headings + shouted + names + foreign)
  func `readers see words and acronyms`(_ row: CleaningCase) {
    let cleaner = Self.cleaner(row.language, names: ["MARA", "AJ", "THE BARMAN"])
    let result = cleaner.clean(row.input)
    #expect(result.written ?? result.text == row.expected)
    let once = cleaner.prepared(row.input)
    #expect(cleaner.prepared(once) == once)
  }

  @Test(arguments: [
    ("The IT team", "The I.T team"), ("Our AWS API is down.", "Our A.W.S A.P.I is down."),
    ("They tried IVF.", "They tried I.V.F."), ("the FBI and a DVD", "the FBI and a DVD"),
    ("NASA and JSON", "NASA and JSON"), ("Two CEOs, the CIA's man", "Two C.E.O's, the C.I.A's man"),
    ("SQLite API, GRDB", "SQL Lite A.P.I, GRDB"), ("AT&T", "A.T and T"),
    ("OCRmyPDF, OCRing", "O.C.R myPDF, O.C.R-ing"), ("URISyntax", "U.R.I Syntax"),
    ("in a Q&A session", "in a Q and A- session"), ("plan A is off", "plan A- is off"),
    ("A plan. \"A dog\", a man", "A plan. \"A dog\", a man"),
    ("p. 312] A fact, then A or B", "Page three hundred twelve A fact, then A- or B"),
    ("the USI met KAI", "the U.S.I met Kai"),
    ("Once Upon A Time", "Once Upon A Time"),
    ("an AI-based CD-ROM", "an A.I-based CD-ROM"), ("URLSession", "U.R.L Session"),
    ("JSONDecoder, MIDIEvent", "JSONDecoder, MIDIEvent"),
    ("iOS, IPv4, UTF-8", "iOS, IPv four, U.T.F-eight"),
    ("in the U.S. Army", "in the U.S. Army"), ("the US and us", "the U.S and us"),
    ("World War II, OK", "World War two, OK"), ("the LED light", "the L.E.D light"),
  ])
  func `an engine gets letters if it might read a word`(typed: String, said: String) {
    let result = Self.cleaner(markup: .none).clean(typed)
    #expect(result.text == said)
    #expect(!result.hasPhonemes)
  }

  @Test(arguments: [
    ("The adjusted OR was 1.4 here.", "The adjusted O.R was one point four here."),
    (
      "The estimated OR (95CI) is 0.47.",
      "The estimated O.R (ninety-five C.I) is zero point four seven."
    ),
    ("a mean OR of 2.0 and", "a mean O.R of two point zero and"),
    ("and biased (black) OR.", "and biased (black) O.R."),
    ("the biased OR (red dashed) is", "the biased O.R (red dashed) is"),
    ("the log of OR(sel) is", "the log of O.R(sel) is"),
    ("cats OR dogs", "cats or dogs"), ("the mean OR median", "the mean or median"),
    ("do this OR that", "do this or that"), ("with the OR operator", "with the or operator"),
    ("an OR and an AND", "an or and an and"),
  ])
  func `the odds ratio is spelled and the operator is a word`(typed: String, said: String) {
    let cleaner = TextCleaner(languageCode: "en-US", markup: .none, rules: .v1_2)
    #expect(cleaner.clean(typed).text == said)
  }

  @Test func `a pronunciation outranks the list`() {
    let cleaner = Self.cleaner(pronunciations: [
      Pronunciation(text: "API", say: "appy"), Pronunciation(text: "Hablaré", phonemes: "abla*'e"),
    ])
    #expect(cleaner.clean("THE API CLI").text == "The appy C.L.I")
    let both = cleaner.clean("Hablaré has a CLI")
    #expect(both.text == "[[abla*'e]] has a C.L.I")
    #expect(both.hasPhonemes)
    #expect(both.written == "Hablaré has a CLI")
  }

  @Test(arguments: [
    ("MCCOWLEY", "McCowley"), ("MR. BIG", "Mister Big"), ("IT GUY", "IT Guy"), ("AJ", "AJ"),
    ("ED", "Ed"), ("DOC", "Doc"), ("FBI AGENT #2", "FBI Agent number two"),
    ("JEAN-LUC O'HARA", "Jean-Luc O'Hara"), ("HENRY VIII", "Henry the eighth"), ("CEO", "CEO"),
    ("MIA", "Mia"), ("D'ANGELO", "D'Angelo"), ("McCoy", "McCoy"), ("R2-D2", "R two-D two"),
  ])
  func `a role is announced by its name`(cue: String, said: String) {
    #expect(Self.cleaner(names: [cue]).spokenName(cue) == said)
  }

  /// Invariants of random, unusual lines from a fixed seed.
  @Test(arguments: ["en", "es", "fr", "de"])
  func `cleaning twice changes nothing more`(_ language: String) {
    let cleaner = Self.cleaner(language, names: ["AL", "MARA"])
    var random = SeededRandom(seed: 7)
    let pieces = [
      "IT", "US", "THE", "in", "the", "API", "AWS", "IVF", "MCCOWLEY", "AT&T", "A", "I", "AND",
      "and",
      "LA", "LED", "to", "8", "AM", "AD", "DVDS", "DON'T", "I'M", "O'HARA", "AL", "MARA", "DOC",
      "POW", "HMM",
      "X-RAY", "CD-ROM", ".", ",", "!", "/", "-", "Dr.", "DR.", "VIII", "TEAM", "now", "é", "É",
      "WHO",
    ]
    for _ in 0..<4_000 {
      let count = Int.random(in: 1...9, using: &random)
      let text = (0..<count).map { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
        .joined(separator: Bool.random(using: &random) ? " " : "")
      let once = cleaner.prepared(text)
      #expect(cleaner.prepared(once) == once, "\(text.debugDescription)")
    }
  }
}
