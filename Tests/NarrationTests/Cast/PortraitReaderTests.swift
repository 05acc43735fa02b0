import Guion
import Testing

@testable import Narration

/// Tests of what a reader knows of a role.
@Suite struct PortraitReaderTests {
  private func portrait(
    of name: String, in text: String, _ language: String = "en-US"
  ) -> RolePortrait? {
    let elements = FountainParser(string: "INT. HALL - DAY\n\n\(text)\n\n\(name)\nWell.\n").elements
    return CastingScript(of: elements, cast: Cast(), language: language).parts
      .first { $0.name == name }?.portrait
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var text: String
    var gender: RoleGender?
    var age: RoleAge?
    var language: String

    init(
      _ name: String, _ text: String, _ gender: RoleGender?, _ age: RoleAge? = nil,
      _ language: String = "en-US"
    ) {
      (self.name, self.text, self.gender, self.age, self.language) = (
        name, text, gender, age, language
      )
    }
    var testDescription: String { "\(name): \(text)" }
  }

  @Test(arguments: [
    Row("MARA", "MARA stands at the window in her coat.", .female),
    Row("QUILL", "QUILL kneels. He listens.", .male),
    Row("QUILL", "In her coat, QUILL waits.", .female),
    Row("QUILL", "QUILL and the old man talk. She laughs.", .female),
    Row("QUILL", "His father QUILL waits.", .male),
    Row("QUILL", "A forty-year old man named QUILL waits.", .male, .adult),
    Row("QUILL", "Their eight year old son, QUILL, waits.", .male, .child),
    Row("QUILL", "QUILL, a bulldog of a man, waits.", .male),
    Row("QUILL", "QUILL (60s F) waits.", .female, .old),
    Row("QUILL", "QUILL, in his seventies, waits.", .male, .old),
    Row("QUILL", "QUILL GREY, 8, waits.", nil, .child),
    Row("QUILL", "QUILL (40's M) waits.", .male, .adult),
    Row("QUILL", "They see QUILL. They wait.", nil),
    Row("QUILL", "He sees QUILL.", nil),
    Row("QUILL", "A woman stands before QUILL.", nil),
    Row("WOMAN'S VOICE", "", .female), Row("A GIRL'S VOICE", "", .female),
    Row("OLD MAN", "", .male, .old), Row("MRS. BLOOM", "", .female), Row("CREWMAN #2", "", .male),
    Row("WILL'S MOTHER", "", .female), Row("LITTLE BRAVE", "", .male, .child),
    Row("NURSE #2", "", .female), Row("A DEEP VOICE", "", .male), Row("SANDRA", "", .female),
    Row("LESLIE", "", nil), Row("GUARD 1", "", .male),
    Row("RANDY", "RANDY sits. Her guitar waits.", nil),
    Row("QUILL", "QUILL, eine Frau, wartet.", .female, nil, "de-DE"),
    Row("QUILL", "QUILL nimmt seinen Hut. Er wartet.", .male, nil, "de-DE"),
    Row("HEIKE", "", .female, nil, "de-DE"), Row("DER ALTE MANN", "", .male, .old, "de-DE"),
    Row("QUILL", "QUILL attend. Elle sourit.", .female, nil, "fr-FR"),
    Row("JEAN", "", .male, nil, "fr-FR"), Row("MADAME ROUX", "", .female, nil, "fr-FR"),
    Row("QUILL", "QUILL, un hombre de 70 años, espera.", .male, .old, "es-ES"),
    Row("JOSÉ", "", .male, nil, "es-ES"), Row("LA NIÑA", "", .female, .child, "es-ES"),
  ])
  func `a portrait says what the script says`(row: Row) {
    let portrait = portrait(of: row.name, in: row.text, row.language)
    #expect(portrait?.gender == row.gender, "\(String(describing: portrait))")
    #expect(portrait?.age == row.age, "\(String(describing: portrait))")
  }

  /// A woman is in the scene, so "her face" is hers.
  @Test(arguments: [
    Row("PIP", "PIP climbs onto the chair beside her and picks up a bill.", nil),
    Row("PIP", "PIP watches her face.", nil), Row("PIP", "PIP takes her hand.", nil),
    Row("PIP", "PIP climbs into her lap.", nil), Row("PIP", "PIP puts on her coat.", .female),
    Row("PIP", "PIP takes his hand.", .male),
    Row("PIP", "TOM reads the paper. PIP takes his hand and pulls.", nil),
  ])
  func `what a role touches is often another person's`(row: Row) {
    let text = "RUTH, a woman of 58, sits.\n\nRUTH\nCome.\n\n" + row.text
    let portrait = portrait(of: row.name, in: text)
    #expect(portrait?.gender == row.gender, "\(String(describing: portrait))")
  }

  @Test func `weak evidence is a guess, and its words can be understood`() {
    let hand = portrait(of: "PIP", in: "PIP takes her hand.")
    #expect(hand?.reason?.hasPrefix("a guess: her hand, ") == true, "\(String(describing: hand))")
    let chair = portrait(of: "PIP", in: "PIP takes the chair beside her and sits.")
    #expect(
      chair?.reason?.hasPrefix("a guess: beside her, ") == true, "\(String(describing: chair))")
  }

  @Test(arguments: [
    // German names and nouns
    Row("MARTIN", "", .male, nil, "de-DE"), Row("KEVIN", "", .male, nil, "de-DE"),
    Row("BENJAMIN", "", .male, nil, "de-DE"), Row("ERWIN", "", .male, nil, "de-DE"),
    Row("ROBIN", "", .male, nil, "de-DE"), Row("COUSIN", "", .male, nil, "de-DE"),
    Row("HERR BENJAMIN", "", .male, nil, "de-DE"), Row("LEHRERIN", "", .female, nil, "de-DE"),
    Row("ÄRZTIN", "", .female, nil, "de-DE"), Row("KELLNERIN", "", .female, nil, "de-DE"),
    Row("BÄCKERIN", "", .female, nil, "de-DE"), Row("DIE WIRTIN", "", .female, nil, "de-DE"),
    Row("DER ALTE", "", .male, .old, "de-DE"), Row("DIE ALTE", "", .female, .old, "de-DE"),
    Row("DER KAPITÄN", "", .male, nil, "de-DE"), Row("DIE HUNDE", "", nil, nil, "de-DE"),
    // Articles and elisions
    Row("EL CAPITÁN", "", .male, nil, "es-ES"), Row("EL MÉDICO", "", .male, nil, "es-ES"),
    Row("LA CAPITANA", "", .female, nil, "es-ES"), Row("LE CAPITAINE", "", .male, nil, "fr-FR"),
    Row("LA CAPITAINE", "", .female, nil, "fr-FR"), Row("L'HOMME", "", .male, nil, "fr-FR"),
    Row("L’ONCLE", "", .male, nil, "fr-FR"), Row("L'ENFANT", "", nil, .child, "fr-FR"),
    Row("L'INFIRMIÈRE", "", .female, nil, "fr-FR"), Row("L’ACTRICE", "", .female, nil, "fr-FR"),
    // Names that only contain a word for a person
    Row("MAN'S DOG", "", nil), Row("GRANDFATHER CLOCK", "", nil), Row("BABY BOOMER", "", nil),
    Row("TALISMAN", "", nil), Row("SARAH NEWMAN", "", .female), Row("HEADMISTRESS", "", .female),
    Row("NEWBORN", "", nil, .child),
    // Boys and girls alike
    Row("TEENAGE BOY", "", .male), Row("TEENAGE GIRL", "", .female),
    Row("BOY #2", "", .male, .child),
    Row("GIRL #2", "", .female), Row("LITTLE BOY", "", .male, .child),
    Row("YOUNG BOY", "", .male, .child), Row("YOUNG GIRL", "", .female, .child),
    Row("BOY", "The boy, 6, waits.", .male, .child),
  ])
  func `a name says what its words say`(row: Row) {
    let portrait = portrait(of: row.name, in: row.text, row.language)
    #expect(portrait?.gender == row.gender, "\(String(describing: portrait))")
    #expect(portrait?.age == row.age, "\(String(describing: portrait))")
  }

  @Test(arguments: [
    // Pronouns of the introduction are surer than the first name
    Row("MAX", "MAX, 30s, enters. She puts her keys on the table.", .female, .adult),
    Row("MAX", "MAX opens the door with her key.", .female),
    Row("MARIA", "MARIA enters. He whistles.", .male),
    Row("MARIA", "JOHN\nHello.\n\nMARIA enters. He looks up.", nil),
    Row("MARIA", "A man sits. MARIA enters. He looks up.", nil),
    Row("MAX", "They see MAX. Her guitar waits.", nil), Row("MAX", "", .male),
    // Short names
    Row("MAX", "MAX (short for Maxine) waits.", .female),
    Row("MAX", "MAX, short for Maxine, waits.", .female),
    Row("ALEX", "ALEX (Alexandra) waits.", .female), Row("ALEX", "ALEX (Maria's) waits.", .male),
    Row("MAX", "MAXINE \"MAX\" GREY waits.", .female),
    Row("TONI", "TONI (kurz für Antonia) wartet.", .female, nil, "de-DE"),
  ])
  func `the introduction and the whole name count more than a short name`(row: Row) {
    let portrait = portrait(of: row.name, in: row.text, row.language)
    #expect(portrait?.gender == row.gender, "\(String(describing: portrait))")
    #expect(portrait?.age == row.age, "\(String(describing: portrait))")
  }

  @Test(arguments: [
    Row("SAM", "SAM (12), a girl in boots.", .female, .child),
    Row("MORGAN", "MORGAN (40), a woman.", .female, .adult),
    Row(
      "KELLY", "KELLY (50s), a big man in a yellow oilskin, presses the phone to his ear.", .male,
      .adult),
    Row("DELANEY", "DELANEY (50s), a man", .male, .adult),
    Row("MORGAN", "MORGAN (40s) is a tall man", .male, .adult),
    Row("MORGAN", "A man, MORGAN (40s), sits", .male, .adult),
    Row("KELLY", "KELLY (50s, ex-cop), a big man, sits.", .male, .adult),
    Row("KELLY", "KELLY (early 40s) enters, a big man.", .male, .adult),
    Row("KELLY", "KELLY (30) -- a woman in a red coat.", .female, .adult),
    Row("KELLY", "KELLY (50s), a man dressed as a woman, sits.", .male, .adult),
    Row("SAM", "SAM (12), an old soul, sits.", .male, .child),
    Row("QUILL", "QUILL (40), eine Frau im Mantel, wartet.", .female, .adult, "de-DE"),
    Row("QUILL", "QUILL (50, Ex-Polizist) ist ein großer Mann.", .male, .adult, "de-DE"),
    Row("QUILL", "Ein Mann, QUILL (Mitte 40), wartet.", .male, .adult, "de-DE"),
    Row("QUILL", "QUILL (40 ans), une femme en manteau, attend.", .female, .adult, "fr-FR"),
    Row("QUILL", "QUILL (la quarantaine) est un homme.", .male, .adult, "fr-FR"),
    Row("QUILL", "Un homme, QUILL (50, ex-flic), attend.", .male, .adult, "fr-FR"),
    Row("QUILL", "QUILL (12), una niña con botas.", .female, .child, "es-ES"),
    Row("QUILL", "QUILL (50, ex policía) es un hombre alto.", .male, .adult, "es-ES"),
    Row("QUILL", "Un hombre, QUILL (40 años), espera.", .male, .adult, "es-ES"),
    // Other people
    Row("QUILL", "QUILL (40) and a woman sit.", nil, .adult),
    Row("QUILL", "QUILL (40). A woman sits.", nil, .adult),
    Row("QUILL", "QUILL (40), not a woman, sits.", nil, .adult),
    Row("QUILL", "QUILL (40) kisses a woman.", nil, .adult),
  ])
  func `a description follows the age in brackets`(row: Row) {
    let portrait = portrait(of: row.name, in: row.text, row.language)
    #expect(portrait?.gender == row.gender, "\(String(describing: portrait))")
    #expect(portrait?.age == row.age, "\(String(describing: portrait))")
  }

  @Test(arguments: [
    Row("ZORG", "PETRA stands, ZORG behind her, hat in hand.", nil),
    Row("ZORG", "PETRA stands, ZORG (40) next to her.", nil, .adult),
    Row("ZORG", "PETRA sits. ZORG, in front of her, waits.", nil),
    Row("ZORG", "PETRA waits, ZORG at her side.", nil),
    Row("DELANEY", "PETRA waits, DELANEY beside her with his hat in his hands.", .male),
    Row("DELANEY", "PETRA waits, DELANEY at her side, hat in hand. He nods.", .male),
    Row("ZORG", "PETRA steht, ZORG hinter ihm.", nil, nil, "de-DE"),
    Row("ZORG", "PETRA attend, ZORG à côté d'elle.", nil, nil, "fr-FR"),
    Row("ZORG", "PETRA espera, ZORG detrás de ella.", nil, nil, "es-ES"),
    Row("ZORG", "PETRA looks out. ZORG stands behind her.", nil),
    Row("ZORG", "ZORG slowly walks up to her.", nil), Row("ZORG", "ZORG is behind her.", nil),
    Row("ZORG", "ZORG kisses her and leaves.", nil), Row("ZORG", "ZORG gives her the key.", nil),
    Row("ZORG", "ZORG throws the ball at her.", nil),
    Row("DELANEY", "DELANEY stands behind her. He smiles.", .male),
    Row("ZORG", "ZORG steht hinter ihm.", nil, nil, "de-DE"),
    Row("ZORG", "ZORG se tient derrière elle.", nil, nil, "fr-FR"),
    Row("ZORG", "ZORG está detrás de ella.", nil, nil, "es-ES"),
    // The pronoun of the person itself
    Row("ZORG", "ZORG with her bag.", .female), Row("ZORG", "ZORG in her coat.", .female),
    Row("ZORG", "ZORG shuts the door behind her.", .female),
    Row("ZORG", "ZORG looks behind her.", .female), Row("ZORG", "ZORG lifts her head.", .female),
    Row("ZORG", "ZORG stands at the window in her coat.", .female),
  ])
  func `a pronoun after a name and a preposition means another person`(row: Row) {
    let portrait = portrait(of: row.name, in: "\(row.text)\n\nPETRA\nYes.", row.language)
    #expect(portrait?.gender == row.gender, "\(String(describing: portrait))")
    #expect(portrait?.age == row.age, "\(String(describing: portrait))")
  }

  @Test(arguments: [
    ("MOTHER", "Mum?", RoleGender?.none), ("KATE", "Mum?", nil),
    ("KATE", "(into phone)\nMum?", .female),
  ])
  func `an address means a role in the scene, not a voice on the telephone`(
    present: String, speech: String, gender: RoleGender?
  ) {
    let turns =
      "\(present)\nWho?\n\nZORG (V.O.)\nPilot.\n\nMAX\n\(speech)\n\nZORG (V.O.)\nHello?\n\n"
    let text = String(repeating: turns, count: 4)
    #expect(portrait(of: "ZORG", in: text)?.gender == gender)
  }

  @Test(arguments: [
    ("My boy David, come in.", RoleAge?.none), ("David is my boy.", nil),
    ("My little boy David is 6 today.", .child),
  ])
  func `affection is no age`(_ speech: String, _ age: RoleAge?) {
    let portrait = portrait(of: "DAVID", in: "TOM\n\(speech)")
    #expect(portrait?.gender == .male && portrait?.age == age, "\(String(describing: portrait))")
  }

  @Test(arguments: [
    // Numbers that are no ages
    Row("QUILL", "QUILL, 6 feet tall, sits.", nil), Row("QUILL", "QUILL, 12 stone, sits.", nil),
    Row("QUILL", "QUILL, number 7, sits.", nil), Row("QUILL", "QUILL (7:30) sits.", nil),
    Row("QUILL", "QUILL, 90 minutes late, sits.", nil),
    Row("QUILL", "QUILL, one of 12, sits.", nil),
    Row("QUILL", "QUILL, 10 years later, sits.", nil),
    Row("QUILL", "QUILL, $40 in hand, sits.", nil),
    Row("QUILL", "QUILL is 12 feet tall.", nil),
    // Numbers that are ages
    Row("QUILL", "QUILL, 12, sits.", nil, .child), Row("QUILL", "QUILL is 12.", nil, .child),
    Row("QUILL", "QUILL, about 8, sits.", nil, .child),
    Row("QUILL", "QUILL, aged 8, sits.", nil, .child),
    Row("QUILL", "QUILL (8) sits.", nil, .child),
    Row("QUILL", "QUILL (12, F) sits.", .female, .child),
    Row("QUILL", "QUILL, 30 and tired, sits.", nil, .adult),
    Row("QUILL", "QUILL, a girl of eight, sits.", .female, .child),
    Row("QUILL", "QUILL, a sturdy 60, sits.", nil, .old),
    Row("QUILL", "QUILL, sixty-five, waits.", nil, .old),
    Row("QUILL", "QUILL, seventy, waits.", nil, .old),
    Row("QUILL", "QUILL sits. She is fifty.", .female, .adult),
    Row("QUILL", "QUILL sits. She's eight years old.", .female, .child),
    Row("KIM", "KIM (8 Jahre) sitzt.", nil, .child, "de-DE"),
    // Other people
    Row("QUILL", "QUILL is not a woman.", nil),
    Row("QUILL", "QUILL (imitating a woman) sits.", nil),
    Row("QUILL", "QUILL, dressed as a woman, sits.", nil),
    Row("QUILL", "QUILL, whose husband died, sits.", nil),
    Row("QUILL", "QUILL, 40, kisses a woman.", nil, .adult),
    Row("QUILL", "QUILL is kissing a woman.", nil),
    Row("QUILL", "QUILL, 40, holds a child.", nil, .adult),
    Row("QUILL", "QUILL, her brother, sits.", .male),
    Row(
      "DOMINIQUE", "DOMINIQUE, 7 ans, se cache derrière sa sœur. Il tremble.", .male, .child,
      "fr-FR"),
    Row("DOMINIQUE", "DOMINIQUE, sa sœur, tremble.", .female, nil, "fr-FR"),
    // Professions
    Row("MORGAN", "MORGAN, the harbour master, hangs up. She is fifty.", .female, .adult),
    Row("MORGAN", "MORGAN, the postman, hangs up. She is fifty.", .female, .adult),
    Row("MORGAN", "MORGAN, the chairman, hangs up.", .male),
    Row("CHAIRMAN", "The chairman rises. She smooths her skirt.", .female),
    // Descriptions after a short verb
    Row("QUILL", "QUILL enters, a man of 60.", .male, .old),
    Row("DR. OKAFOR", "DR. OKAFOR enters, a tall man in his sixties.", .male, .old),
    Row("QUILL", "QUILL sees LENA, a woman of 60.", nil),
    // The next paragraph, and names in small letters
    Row("QUILL", "QUILL circles.\n\nShe smooths her skirt.", .female),
    Row("SECOND NURSE", "The second nurse blushes behind his mask.", .male),
  ])
  func `a note is read with its words`(row: Row) {
    let portrait = portrait(of: row.name, in: row.text, row.language)
    #expect(portrait?.gender == row.gender, "\(String(describing: portrait))")
    #expect(portrait?.age == row.age, "\(String(describing: portrait))")
  }

  @Test(arguments: [
    ("WOMAN MAN", ""), ("MR. MARY", ""),
    ("SAM", "SAM (40s F) strokes a beard.\n\nREED\nGo.\n\nSAM\nNo.\n\nREED\nYes, sir."),
  ])
  func `contradictions in a name and against it are told`(name: String, text: String) {
    let portrait = portrait(of: name, in: text)
    #expect(portrait?.contradiction != nil, "\(String(describing: portrait))")
  }

  @Test func `a machine is a thing`() {
    let text = "MEDBOT, a machine on wheels, rolls in. Its voice is flat."
    #expect(portrait(of: "MEDBOT", in: text)?.kind == .thing)
    #expect(portrait(of: "QUILL", in: "QUILL, a computer scientist, waits.")?.kind == .person)
  }

  @Test func `the evidence of a usual profession is its word`() {
    #expect(portrait(of: "NURSE", in: "")?.reason == "a guess: the word NURSE")
  }

  @Test(arguments: [
    ("THE CROWD", RolePortrait.Kind.group), ("ALL", .group), ("VARIOUS TOWNFOLK", .group),
    ("ANN AND BEN", .group), ("JURORS", .group), ("BOYS", .group), ("OLD COUPLE", .group),
    ("ELDERLY COUPLE", .group), ("LOUDSPEAKER", .thing), ("RADIO VOICE", .thing),
    ("RADIO ANNOUNCER", .person), ("MAYOR", .person),
  ])
  func `groups and things are no persons`(name: String, kind: RolePortrait.Kind) {
    let portrait = portrait(of: name, in: "")
    #expect(portrait?.kind == kind)
    if kind != .person { #expect(portrait?.reason == name) }
  }

  @Test func `the count decides, not the first`() {
    let text =
      "ALEX waits. She waits.\n\nALEX sits. He sighs.\n\nALEX stands. He leaves.\n\nALEX nods. His hat falls."
    #expect(portrait(of: "QUILL", in: text.replacing("ALEX", with: "QUILL"))?.gender == .male)
  }

  @Test func `one wrong statement does not beat many pronouns`() {
    let text =
      "QUILL lifts her hand.\n\nQUILL, the man of the hour, waits.\n\n"
      + (1...20).map { "Quill drops her bag.\($0 % 4 == 0 ? " He laughs." : "")" }
      .joined(separator: "\n\n")
    #expect(portrait(of: "QUILL", in: text)?.gender == .female)
  }

  @Test func `a name before a comma in a speech addresses the person`() {
    let text = "ANN\nQuill, let the man speak.\n\nQuill moves her hand."
    #expect(portrait(of: "QUILL", in: text)?.gender == .female)
  }

  @Test func `an age counts most in a scene in which the role speaks`() {
    let text =
      "TOBY is 9.\n\nTOBY\nLook!\n\nINT. WARD - NIGHT\n\nAn old man -- Toby -- lies still.\n\n"
      + "INT. LATER - NIGHT\n\nAn old man -- Toby -- is dead.\n\nAn old man -- Toby -- lay here.\n\nINT. CLASS - DAY\n\nToby, nine, reads."
    #expect(
      portrait(
        of: "QUILL", in: text.replacing("TOBY", with: "QUILL").replacing("Toby", with: "Quill"))?
        .age == .child)
  }

  @Test func `a size belongs to the person whom the sentence describes`() {
    let text = "Behind Quill, CARNIES roll a massive ball."
    #expect(portrait(of: "QUILL", in: text)?.depth == nil)
    #expect(portrait(of: "QUILL", in: "QUILL, a massive man, ducks.")?.depth == .low)
  }

  @Test func `the evidence is quoted with its line`() {
    let portrait = portrait(of: "MARA", in: "MARA stands at the window in her coat.")
    #expect(portrait?.reason == "her coat, line 3")
    #expect(self.portrait(of: "SANDRA", in: "")?.reason == "a guess: the first name")
  }

  @Test(arguments: [
    (["a.fountain"], "her coat, line 3"), (["a.docx"], "her coat, paragraph 3"),
    (["a.b/c.pdf"], "her coat, page 0, line 3"), ([], "her coat, line 3"),
  ])
  func `the place of the evidence has the unit of its document`(_ files: [String], _ reason: String)
  {
    let text = "INT. HALL - DAY\n\nMARA stands at the window in her coat.\n\nMARA\nWell.\n"
    let script = CastingScript(
      of: FountainParser(string: text).elements, cast: Cast(), language: "en-US", sources: files)
    #expect(script.parts.first?.portrait.reason == reason)
  }

  @Test func `evidence that contradicts itself is told`() {
    let portrait = portrait(
      of: "QUILL", in: "QUILL, a woman of 40, enters. His son sees his father QUILL.")
    #expect(portrait?.contradiction != nil)
  }

  @Test(arguments: [
    ("Yes, sir.", RoleGender.male), ("No, ma'am.", .female), ("Dad, listen.", .male),
  ])
  func `an address tells who is addressed`(words: String, gender: RoleGender) {
    let text = "INT. HALL - DAY\n\nQUILL\nGo.\n\nREED\n\(words)\n\nQUILL\nNow.\n"
    let script = CastingScript(
      of: FountainParser(string: text).elements, cast: Cast(), language: "en-US")
    // One address is a hint; three are enough.
    let more = CastingScript(
      of: FountainParser(string: String(repeating: text + "\n", count: 3)).elements, cast: Cast(),
      language: "en-US")
    #expect(script.parts.first?.portrait.gender != gender.other)
    #expect(more.parts.first?.portrait.gender == gender)
  }

  @Test func `YOUNG EDWARD and EDWARD'S VOICE are EDWARD`() {
    for name in ["YOUNG EDWARD", "EDWARD'S VOICE", "OLD EDWARD"] {
      #expect(portrait(of: name, in: "EDWARD\nHello.")?.relative == "EDWARD")
    }
    #expect(portrait(of: "EDWARD'S WIFE", in: "EDWARD\nHello.")?.relative == nil)
  }
}
