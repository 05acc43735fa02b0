import Testing

@testable import Narration

/// Tests of headings and acronyms in capitals in rule set 1.2.
@Suite("Headings of rule set 1.2") struct SecondEditionHeadingsTests {
  @Test(arguments: [
    ("An AM/FM radio", "An A.M FM radio"), ("I AM HERE.", "I am here."),
    ("He's MIA.", "He's M.I.A."), ("MIA walks in.", "Mia walks in."),
    ("Flight 209 to LAX.", "Flight two oh nine to L.A.X."),
    ("Carl walks (MOS).", "Carl walks (without sound)."),
    ("THE PA CRACKLES AND THE TV HUMS.", "The P.A crackles and the TV hums."),
    ("TOO LAX FOR ME", "Too lax for me"),
    ("IAN isn't here. The engine REVS.", "Ian isn't here. The engine revs."),
    ("Dons an EVA suit.", "Dons an E.V.A suit."), ("EVA walks in.", "Eva walks in."),
    ("Intention Shared (IS)", "Intention Shared (I.S)"),
    ("Secure Electronic Transactions (SET)", "Secure Electronic Transactions (S.E.T)"),
    ("Random Access Memory (RAM)", "Random Access Memory (ram)"),
    ("It is what it is (IS).", "It is what it is (is)."),
    ("IT Directors met.", "I.T Directors met."), ("He looks at EVA.", "He looks at Eva."),
    ("FLORA MacDONALD", "Flora MacDonald"), ("The MacBOOK", "The MacBook"),
    ("MACHINE", "Machine"), ("Mac OS", "Mac O.S"),
    ("Kelly says HI.", "Kelly says Hi."), ("AAAH! AAH!", "Aaah! Aah!"),
    ("HE/SHE goes", "He or she goes"), ("Are you? IRA?", "Are you? I.R.A?"),
    ("IRA nods.", "Ira nods."), ("I'm not IRA.", "I'm not I.R.A."),
    ("AIX EN PROVENCE", "Aix en provence"), ("It UN-FREEZES.", "It un-freezes."),
  ])
  func acronymsInCapitalsStay(_ text: String, _ spoken: String) {
    #expect(TextCleaner(languageCode: "en-US").clean(text).text == spoken)
  }

  @Test(arguments: [
    ("INT./EXT. CAR - DAY", "Interior, exterior. Car. Day."),
    ("EXT./INT. CAR - DAY", "Exterior, interior. Car. Day."),
    ("EXT/INT. CAR - DAY", "Exterior, interior. Car. Day."),
    ("E./I. CAR - DAY", "Exterior, interior. Car. Day."),
    ("EXT. / INT. CAR - DAY", "Exterior, interior. Car. Day."),
    ("I/E CAR - DAY", "Interior, exterior. Car. Day."),
    ("INT. LAX TERMINAL - 1430 HOURS", "Interior. LAX terminal. Fourteen thirty hours."),
    ("INT. Basement BaTHROOM - dAY", "Interior. Basement bathroom. Day."),
    ("INT. FROnt Door", "Interior. Front Door."), ("INT. PhD LAB", "Interior. PhD lab."),
    ("EXT. McGREGOR FARM", "Exterior. McGREGOR farm."),
    ("EXT. SOUTH LA - 341 ABRAMS - DAY", "Exterior. South LA, three forty-one abrams. Day."),
    ("INT.GARBAGE CHUTE.DAY", "Interior. Garbage chute. Day."),
    ("EST. EXT. HOUSE - DAY", "Establishing. Exterior. House. Day."),
    ("INT. OR 2 - NIGHT", "Interior. Operating room two. Night."),
    ("INT. ANN'S APT. - DAY OR NIGHT", "Interior. Ann's apartment. Day or night."),
    ("EXT. ST.JOHN - U.S.EMBASSY", "Exterior. Saint john. U.S.embassy."),
    ("INNEN - KÜCHE - TAG", "Interior. Küche. Tag."),
    ("AUSSEN/INNEN. AUTO", "Exterior, interior. Auto."),
  ])
  func headingsKeepTheirOrder(_ heading: String, _ spoken: String) {
    let cleaner = TextCleaner(languageCode: "en-US")
    let reader = SluglineReader(words: .of("en"), cleaner: cleaner, rules: .v1_2)
    #expect(reader.spoken(heading) == spoken)
  }

  @Test(arguments: [
    ("es", "Exterior, interior. Coche."), ("fr", "Extérieur, intérieur. Coche."),
    ("de", "Außen, innen. Coche."),
  ])
  func headingsOfOtherLanguagesKeepTheirOrder(_ language: String, _ spoken: String) {
    let cleaner = TextCleaner(languageCode: language)
    let reader = SluglineReader(words: .of(language), cleaner: cleaner, rules: .v1_2)
    #expect(reader.spoken("EXT./INT. COCHE") == spoken)
    let first = SluglineReader(words: .of(language), cleaner: cleaner, rules: .v1_1)
    #expect(first.spoken("EXT./INT. COCHE") != spoken)
  }

  @Test(arguments: [
    ("SpOCK", "Spock"), ("AlbERT", "Albert"), ("DatA", "Data"), ("EnGINEER", "Engineer"),
    ("RuBY ROD", "Ruby Rod"), ("DEn", "Den"), ("McGREGOR", "McGREGOR"), ("DeShawn", "DeShawn"),
    ("O'NEIL", "O'Neil"), ("iPHONE", "iPhone"), ("TVs", "TVs"), ("Anna", "Anna"),
  ])
  func cuesHaveNoCase(_ name: String, _ spoken: String) {
    #expect(TextCleaner(languageCode: "en-US").spokenName(name) == spoken)
  }

  @Test func headingsWithoutABlankLineBelowAreHeadings() async throws {
    let lines = try await TableReadOutline.of("INT.BAR.NIGHT\nHe sits.\n", rules: .v1_2).lines
    #expect(lines.contains { $0.hasSuffix("Interior. Bar. Night. He sits.") }, "\(lines)")
  }

  /// Readings of words that scripts have.
  @Test(arguments: [
    ("Two days max. Then we go.", "Two days max. Then we go."),
    ("Max. 5 people", "Maximum five people"),
    ("We have a 10-27, over.", "We have a ten twenty-seven, over."),
    ("a 10-20 minute walk", "a ten to twenty minute walk"),
    ("Outside the 7-11, he waits.", "Outside the seven eleven, he waits."),
    ("open 7-11", "open seven to eleven"),
    ("on the 101, the 405, the 10", "on the one oh one, the four oh five, the ten"),
    ("He leaves at 0400.", "He leaves at oh four hundred."),
    ("HENCHMAN 1 - 40s, enters.", "Henchman one, forties, enters."),
    ("a Glock 9mm tucked away", "a Glock nine millimeter tucked away"),
    ("MEET US AT THE CAMP!", "Meet us at the camp!"),
    ("LET-US-IN!", "Let-us-in!"), ("a US-LED raid", "a U.S-led raid"),
    ("at 10:30 PM EST.", "at ten thirty PM E.S.T."),
    ("EST. 1985", "Established nineteen eighty-five"),
    ("OFC. DUNN waits in RM 412.", "Officer Dunn waits in room four twelve."),
  ])
  func wordsOfScriptsAreRead(_ text: String, _ spoken: String) {
    #expect(TextCleaner(languageCode: "en-US").clean(text).text == spoken)
  }

  @Test(arguments: [("EXT./INT. CAR", "Interior, exterior Car"), ("LAX", "Lax")])
  func ruleSet1_1KeepsItsWords(_ text: String, _ spoken: String) {
    #expect(TextCleaner(languageCode: "en-US", rules: .v1_1).clean(text).text == spoken)
  }
}
