import Guion
import TextNormalization

/// The words that the rules speak or recognize, in one language.
/// English is the fallback for languages without a table.
struct LanguageWords: Sendable {
  /// The words for a slugline's prefixes: `INT.` is read "Interior".
  var interior: String
  var exterior: String
  var interiorExterior: String
  var establishing: String
  /// "Written by", for a title page with authors but no credit line.
  var writtenBy: String
  /// The conjunction for names and for `&`.
  var and: String
  /// The text between the name and the colon of an announcement.
  /// `says` is for one speaker, `say` for several speakers.
  var says: String
  var say: String
  var number: String
  /// The word for the narrator, such as "Narrator".
  var narrator: String
  /// The number words from one on.
  /// The engine reads higher numbers in its own way.
  var numerals: [String]
  /// The words in cues that join several speakers: `ALICE AND BOB`.
  var cueConjunctions: [String]
  /// Cues that mean several speakers without naming them.
  var everybody: Set<String>
  /// The last words of cues that name several speakers: `THE MEN`.
  var groups: Set<String> = []
  /// The names of section levels 1, 2, …, for announcing levels.
  var sectionLevels: [String]
  var deeperSection: String
  /// Short words that are ordinary words, not initials, even in capitals.
  var shortWords: Set<String>
  /// The expansions of abbreviations, by the abbreviation in lower case.
  var abbreviations: [String: String]
  /// Abbreviations that are expanded only before a capitalized word.
  var titles: [String: String]
  /// Whether some of the titles have no full stop ("Mme").
  var hasPlainTitles = false
  /// The words of the credits that name the narrator and end the book.
  var shop = (
    narratedBy: "Narrated by", end: "The End", heard: "You have heard", by: "by",
    narrated: "narrated by"
  )
  /// The narrator's words about the layout of a document.
  var layout: LayoutWords

  /// Returns the table for a language tag such as `es-419`.
  static func of(_ languageCode: String) -> LanguageWords {
    let primary = languageCode.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return tables[primary] ?? english
  }

  /// Returns a heading with the name of its level before it, "Act: The Arrival".
  /// "Act One" stays the same, because this title already names the level.
  func announced(_ title: String, level: Int) -> String {
    let name =
      level > 0 && level <= sectionLevels.count ? sectionLevels[level - 1] : deeperSection
    let plain = FountainEmphasis.plainText(title).lowercased()
    // "Actors" does not begin with the word "Act".
    let isDoubled =
      plain.hasPrefix(name.lowercased()) && plain.dropFirst(name.count).first?.isLetter != true
    return isDoubled ? title : "\(name): \(title)"
  }

  /// Whether a name stands for several speakers from rule set 1.2 on: "Both Agents", "The Men".
  func areSeveral(_ name: String) -> Bool {
    let parts = name.split(separator: " ")
    guard let first = parts.first, let last = parts.last else { return false }
    return everybody.contains(first.uppercased()) || groups.contains(last.uppercased())
  }

  /// The words for `EXT./INT.` from rule set 1.2 on.
  var exteriorInterior: String { "\(exterior), \(interior.lowercased())" }

  private static let tables = [
    "en": english, "es": spanish, "fr": french, "de": german,
    "zh": english.withFormulas(of: "zh"), "ja": english.withFormulas(of: "ja"),
  ]

  /// Returns the words with those of another language for formulas.
  private func withFormulas(of language: String) -> LanguageWords {
    var words = self
    (words.layout.formulas, words.layout.marksLetters) = (.of(language), false)
    return words
  }

}

extension LanguageWords {
  static let english = LanguageWords(
    interior: "Interior", exterior: "Exterior", interiorExterior: "Interior, exterior",
    establishing: "Establishing", writtenBy: "Written by", and: "and", says: " says", say: " say",
    number: "number", narrator: "Narrator",
    numerals: [
      "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
      "twelve",
    ],
    cueConjunctions: ["AND"], everybody: ["BOTH", "ALL"],
    groups: words(
      """
      men women children kids boys girls guys ladies people policemen firemen soldiers guards cops officers \
      agents students reporters villagers guests passengers voices others workers prisoners sailors dancers
      """),
    sectionLevels: ["Title", "Act", "Sequence", "Scene group", "Sub-scene", "Beat"],
    deeperSection: "Section",
    shortWords: words(
      """
      a ace act add ado age ago ah aha ahh aid aim air ale all am an and ant any ape apt arc are ark arm
      art as ash ask at ate aw axe bad bag ban bar bat bay be bed bee beg bet bib bid big bin bit bow box boy
      bud bug bum bun bus but buy by bye cab can cap car cat cop cow coy cry cub cup cut dad dam day den did
      die dig dim din dip do doe dog dot dry due dug dye ear eat egg ego eh elf end era eve eye fan far fat
      fax fed fee few fib fig fin fir fit fix flu fly foe fog for fox fry fun fur gag gap gas get gin go god
      got gum gun gut guy had ha ham has hat hay he hen her hey hid him hip his hit hog hop hot how hub hug
      huh hum hut i ice icy if ill in ink inn is it its jab jam jar jaw jet job jog joy jug keg key kid kin
      kit lab lad lap law lay led leg let lid lie lip lit lot low mad man map mat may me men met mix mob mom
      mop mud mug my nap net new nice nil no nod nor not now nun nut oak oar odd of off oh ohh oil old on one
      or our out owe owl own pad pal pan par pat paw pay pea peg pen pet pie pig pit pod pop pot pub pull put
      rag ram ran rap rat raw ray red rib rid rig rim rob rod rot row rub rug rum run rye sad sap sat saw say
      sea see set sew she shh shy sin sip sir sit six sky sly so sob son soy spa spy sub sue sum sun tab tag
      tan tap tar tax tea ten the they this tie tin tip to toe ton too top toy try tub tug two uh um up use
      van vet via vow wag war was wax way we web wed wet who why wig win wit woe won wow yap yell yes yet you
      zap zip zoo
      """),
    abbreviations: [
      "v.o.": "voice over", "o.s.": "off screen", "o.c.": "off camera", "cont'd": "continued",
      "b.g.": "background", "f.g.": "foreground", "w/": "with", "w/o": "without",
      "blvd.": "Boulevard", "ave.": "Avenue",
    ],
    titles: [
      "mr.": "Mister", "mrs.": "Missus", "dr.": "Doctor", "st.": "Saint", "prof.": "Professor",
      "sgt.": "Sergeant", "lt.": "Lieutenant", "capt.": "Captain", "det.": "Detective",
    ], layout: .english)

  static let spanish = LanguageWords(
    interior: "Interior", exterior: "Exterior", interiorExterior: "Interior, exterior",
    establishing: "Plano de situación", writtenBy: "Escrito por", and: "y", says: " dice",
    say: " dicen", number: "número", narrator: "Narración",
    numerals: [
      "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once",
      "doce",
    ],
    cueConjunctions: ["Y", "E"], everybody: ["AMBOS", "AMBAS", "TODOS", "TODAS"],
    sectionLevels: ["Título", "Acto", "Secuencia", "Grupo de escenas", "Subescena", "Momento"],
    deeperSection: "Sección",
    shortWords: words(
      """
      a ah al ay con de del el en era es esa ese eso fue ha hay la las le lo los me mi muy ni no \
      nos o oh os por que qué se sí si sin su tan te tú tu un una uno va ve voy y ya yo él
      """),
    abbreviations: ["v.o.": "voz en off", "o.s.": "fuera de campo", "cont.": "continúa"],
    titles: [
      "sr.": "Señor", "sra.": "Señora", "srta.": "Señorita", "dr.": "Doctor", "dra.": "Doctora",
      "d.": "Don", "dña.": "Doña",
    ],
    shop: ("Narrado por", "Fin", "Han escuchado", "de", "narrado por"), layout: .spanish)

  static let french = LanguageWords(
    interior: "Intérieur", exterior: "Extérieur", interiorExterior: "Intérieur, extérieur",
    establishing: "Plan de situation", writtenBy: "Écrit par", and: "et", says: " dit",
    say: " disent", number: "numéro", narrator: "Narration",
    numerals: [
      "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze",
      "douze",
    ],
    cueConjunctions: ["ET"], everybody: ["TOUS", "TOUTES", "LES DEUX", "ENSEMBLE"],
    sectionLevels: [
      "Titre", "Acte", "Séquence", "Groupe de scènes", "Sous-scène", "Moment",
    ],
    deeperSection: "Section",
    shortWords: words(
      """
      à a ah ai au aux bon ça ce ces cet dans de des du eh elle en es est et eu fin il ils j'ai je \
      la là le les lui ma me mes moi mon ne non nos nous on ou où oh oui par pas pour que qui sa \
      se ses si soi son sur ta te tes toi ton tu un une va vos vous y
      """),
    abbreviations: ["v.o.": "voix off", "h.c.": "hors champ", "o.s.": "hors champ"],
    titles: [
      "m.": "Monsieur", "mme": "Madame", "mlle": "Mademoiselle", "dr": "Docteur",
      "dr.": "Docteur", "st.": "Saint",
    ], hasPlainTitles: true,
    shop: ("Lu par", "Fin", "Vous avez écouté", "de", "lu par"), layout: .french)

  static let german = LanguageWords(
    interior: "Innen", exterior: "Außen", interiorExterior: "Innen, außen",
    establishing: "Totale", writtenBy: "Geschrieben von", and: "und", says: " sagt",
    say: " sagen", number: "Nummer", narrator: "Erzählstimme",
    numerals: [
      "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf",
      "zwölf",
    ],
    cueConjunctions: ["UND"], everybody: ["BEIDE", "ALLE"],
    sectionLevels: ["Titel", "Akt", "Sequenz", "Szenengruppe", "Unterszene", "Moment"],
    deeperSection: "Abschnitt",
    shortWords: words(
      """
      ab ach all als am an auf aus bei bin bis da das dem den der des die dir du ein er es für geh \
      gut hat he ich ihm ihn ihr im in ist ja je komm man mir mit nah na nein nie nun nur ob oh \
      sie so tot tu um und uns vom von vor war was weg wem wen wer wie wir wo zu zum zur
      """),
    abbreviations: [
      "v.o.": "Off-Stimme", "o.s.": "aus dem Off", "z.b.": "zum Beispiel", "usw.": "und so weiter",
    ],
    titles: ["hr.": "Herr", "fr.": "Frau", "dr.": "Doktor", "st.": "Sankt", "prof.": "Professor"],
    shop: ("Gelesen von", "Ende", "Sie hörten", "von", "gelesen von"), layout: .german)

  private static func words(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map { $0.uppercased() })
  }
}

extension LanguageWords {
  /// Joins names as in speech: "Alice, Bob and Carol".
  func list(_ names: [String]) -> String {
    names.count < 2
      ? names.joined()
      : names.dropLast().joined(separator: ", ") + " \(and) " + names[names.count - 1]
  }

  /// Returns the opening credits: title and authors, each as a sentence.
  /// Nil if there is no text.
  /// `narrator` is named only in the credits that shops ask for.
  func credits(
    title: String?, credit: String?, authors: [String], narrator: String? = nil
  ) -> String? {
    var sentences = [title].compactMap(\.self).filter(\.hasLetterOrDigit)
    let names = authors.filter(\.hasLetterOrDigit)
    if !names.isEmpty {
      let credit = credit.flatMap { $0.hasLetterOrDigit ? $0 : nil }
      let by = (credit ?? writtenBy).capitalizedFirst
      sentences.append("\(by) \(list(names))")
    }
    if let narrator { sentences.append("\(shop.narratedBy) \(narrator)") }
    guard !sentences.isEmpty else { return nil }
    return sentences.map { $0.unicodeScalars.last?.isSentenceEnd == true ? $0 : $0 + "." }
      .joined(separator: " ")
  }

  /// Returns the closing credits: "The End. You have heard Title by Author, narrated by Name."
  func closing(title: String, authors: [String], narrator: String?) -> String {
    let names = authors.filter(\.hasLetterOrDigit)
    let by = names.isEmpty ? "" : " \(shop.by) \(list(names))"
    let narrated = narrator.map { ", \(shop.narrated) \($0)" } ?? ""
    return "\(shop.end). \(shop.heard) \(title)\(by)\(narrated)."
  }
}
