/// Words of one language that say something about a person.
/// This is a class because its tables are many, and the copies of a value cost a tenth of the reading of portraits.
final class PersonWords: Sendable {
  /// What a word says.
  struct Meaning: Sendable {
    enum Kind: Sendable {
      /// "she", "her", "himself".
      case pronoun
      /// "woman", "brother", "Mrs".
      case noun
      /// "my", "your", "the", "a".
      case determiner
      /// A word that begins a phrase about another person, such as "to" in "married to a woman".
      case turn
      /// A word that only tells the age, such as "old" or "child".
      case age
      /// A word for several people, such as "crowd".
      case group
      /// A word for a machine that speaks, such as "loudspeaker".
      case thing
      /// "named", "called".
      case naming
      /// "is", "was".
      case being
      /// "voice", "thoughts": a role with this word belongs to the person before it.
      case voice
    }

    var kind: Kind
    var gender: RoleGender?
    var age: RoleAge?
    /// Whether people are addressed by the word alone: "Dad", "sir".
    var isAddress = false
    /// Whether a name follows the word: "Mrs", "Aunt".
    var isTitle = false
    /// Whether most, but not all people with this profession have the gender: "chairman".
    var isUsual = false
  }

  let meanings: [String: Meaning]
  /// Adjectives for a child before a noun: "his little daughter".
  let small: Set<String>
  /// Words for a low voice or a large person, and for a high voice or a small person.
  let low: Set<String>
  let high: Set<String>
  /// Titles with a full stop: "Mr.".
  let abbreviations: Set<String>
  /// Number words in statements of age: "eight-year-old".
  let numbers: [String: Int]
  /// The gender that most people of a profession have: a weak hint.
  let usual: [String: RoleGender]
  /// The endings of nouns for a woman or a man: "crewman".
  let endings: (female: [String], male: [String])
  /// Pronouns that are no subject, so that they hardly mean the only person named before: "Brett looked at him".
  let objects: Set<String>
  /// The words for thirty, forty and so on.
  let tens: [String]
  /// The word for years, as in "eight years old".
  let years: Set<String>
  /// Adjectives that make a name of the same person at another age: "YOUNG EDWARD".
  let ages: [String: RoleAge?]
  let notes: NoteWords
  /// The suffixes of nouns for a woman that are made of nouns for a man.
  let feminine: [String]
  /// Whether nouns for several people end in "s".
  let plurals: Bool

  /// Returns the table for a language tag, or the English table if the language has no table.
  static func of(_ language: String) -> PersonWords {
    switch language.prefix(while: { $0 != "-" && $0 != "_" }).lowercased() {
    case "de": german
    case "fr": french
    case "es": spanish
    default: english
    }
  }

  init(
    female: String, male: String, address: (female: String, male: String),
    titles: (female: String, male: String), girls: String, boys: String,
    oldWomen: String, oldMen: String, pronouns: (female: String, male: String), objects: String,
    determiners: String, turns: String, children: String, small: String, old: String,
    groups: (mixed: String, female: String, male: String),
    things: String, naming: String, being: String, voices: String, low: String, high: String,
    abbreviations: String, numbers: String, tens: String, years: String,
    usual: (female: String, male: String),
    endings: (female: String, male: String),
    ages: (young: String, adult: String, old: String), notes: NoteWords, feminine: String = ""
  ) {
    self.notes = notes
    (self.feminine, self.plurals) = (Self.list(feminine), feminine.isEmpty)
    var meanings: [String: Meaning] = [:]
    func add(_ words: String, _ meaning: Meaning) {
      for word in Self.list(words) {
        var meaning = meaning
        meaning.isUsual = meaning.gender == .male && Self.isOffice(word)
        // A word can be in several lists: "father" is a noun and an address.
        if let known = meanings[word], known.kind == meaning.kind {
          meaning.age = meaning.age ?? known.age
          meaning.isAddress = meaning.isAddress || known.isAddress
          meaning.isTitle = meaning.isTitle || known.isTitle
        }
        meanings[word] = meaning
      }
    }
    add(turns, Meaning(kind: .turn))
    add(determiners, Meaning(kind: .determiner))
    add(naming, Meaning(kind: .naming))
    add(being, Meaning(kind: .being))
    add(voices, Meaning(kind: .voice))
    for (gender, people) in zip(
      [nil, RoleGender.female, .male], [groups.mixed, groups.female, groups.male])
    {
      add(people, Meaning(kind: .group, gender: gender))
    }
    add(things, Meaning(kind: .thing))
    add(children, Meaning(kind: .age, age: .child))
    add(old, Meaning(kind: .age, age: .old))
    for (gender, nouns, young, aged, called, title, pronoun) in [
      (
        RoleGender.female, female, girls, oldWomen, address.female, titles.female, pronouns.female
      ),
      (.male, male, boys, oldMen, address.male, titles.male, pronouns.male),
    ] {
      add(nouns, Meaning(kind: .noun, gender: gender))
      add(young, Meaning(kind: .noun, gender: gender, age: .child))
      add(aged, Meaning(kind: .noun, gender: gender, age: .old))
      add(called, Meaning(kind: .noun, gender: gender, isAddress: true))
      add(title, Meaning(kind: .noun, gender: gender, isTitle: true))
      add(pronoun, Meaning(kind: .pronoun, gender: gender))
    }
    self.meanings = meanings
    (self.low, self.high) = (Set(Self.list(low)), Set(Self.list(high)))
    self.abbreviations = Set(Self.list(abbreviations))
    self.usual = Dictionary(
      Self.list(usual.female).map { ($0, .female) } + Self.list(usual.male).map { ($0, .male) }
    ) { first, _ in first }
    self.endings = (Self.list(endings.female), Self.list(endings.male))
    self.small = Set(Self.list(small))
    self.tens = Self.list(tens)
    self.objects = Set(Self.list(objects))
    self.years = Set(Self.list(years))
    self.numbers = Dictionary(zip(Self.list(numbers), 1...)) { first, _ in first }
    var table: [String: RoleAge?] = [:]
    for word in Self.list(ages.young) { table[word] = .some(nil) }
    for word in Self.list(ages.adult) { table[word] = .adult }
    for word in Self.list(ages.old) { table[word] = .old }
    self.ages = table
  }

  /// Returns what a noun for a woman or a man says, or nil if the word is no such noun: "woman", "crewman", "waitresses".
  func noun(_ key: String) -> Meaning? {
    if let meaning = meanings[key] {
      return meaning.kind == .noun && meaning.gender != nil ? meaning : nil
    }
    if notes.others.contains(key) { return nil }
    if isFeminine(key) { return Meaning(kind: .noun, gender: .female) }
    for (gender, endings) in [(RoleGender.female, endings.female), (.male, endings.male)] {
      if endings.contains(where: { key.hasSuffix($0) && key.count > $0.count + 2 }) {
        return Meaning(
          kind: .noun, gender: gender,
          isUsual: gender == .male && (key.hasSuffix("man") || key.hasSuffix("mann")))
      }
    }
    return nil
  }

  /// Whether a word is a German noun for a woman with the suffix of "Lehrerin": names such as "Benjamin" are none.
  private func isFeminine(_ key: String) -> Bool {
    guard feminine.contains(where: { key.hasSuffix($0) }), key.count > 6 else { return false }
    let stem = String(key.dropLast(2))
    return meanings[stem]?.gender == .male || usual[stem] != nil
      || key != "severin" && ["erin", "istin", "torin", "sorin"].contains(where: key.hasSuffix)
      || ["agent", "student", "patient", "assistent", "prasident", "kapitan"].contains(stem)
  }

  /// Whether a word is a profession of people of either gender, such as "chairman" and "harbourmaster".
  private static func isOffice(_ word: String) -> Bool {
    guard word.hasSuffix("man") || word.hasSuffix("mann") || word.hasSuffix("master") else {
      return false
    }
    let personal = ["gentleman", "nobleman", "madman", "ehemann", "bridesman", "conman", "caveman"]
    return word.count > 5 && !personal.contains(word) && !word.hasSuffix("shman")
      && !word.hasSuffix("chman")
  }

  /// Whether a word names several people: "jurors", "old couples".
  func isGroup(_ key: String) -> Bool {
    if let meaning = meanings[key] { return meaning.kind == .group }
    guard plurals, key.count > 4, key.hasSuffix("s"), !key.hasSuffix("ss") else { return false }
    let one = String(key.dropLast())
    let other = key.hasSuffix("es") ? String(key.dropLast(2)) : one
    // "Monks" and "Bishops" are also surnames.
    let surnames = [
      "monk", "abbot", "bishop", "baron", "groom", "pope", "knight", "squire", "friar",
    ]
    return [one, other].contains { word in
      usual[word] != nil
        || !surnames.contains(word)
          && meanings[word].map { $0.kind == .noun && !$0.isTitle } == true
    }
  }

  static func list(_ words: String) -> [String] {
    // Bytes are parted in a fraction of the time that characters need.
    words.utf8.split { $0 <= 0x20 }.map { CharacterNormalizer.folded(String(Substring($0))) }
  }
}

extension PersonWords {
  private static let english = PersonWords(
    female: """
      actress ballerina bride daughter duchess empress female fiancée gal girlfriend goddess businesswoman \
      granddaughter hostess heroine landlady madam maid matron mistress mother nun princess queen policewoman \
      sister spinster stepdaughter stepmother stewardess waitress widow wife witch woman lady aunt niece mom \
      mum grandmother grandma barmaid congresswoman cowgirl chick lesbian prostitute hooker ma'am godmother \
      saleswoman seamstress housewife bridesmaid nanny miss countess baroness priestess sorceress girl \
      schoolmistress headmistress governess lass duchess mama mamma mommy mummy granny nana cheerleader nymph gypsy-woman \
      anchorwoman spokeswoman chairwoman milkmaid washerwoman
      """,
    male: """
      altarboy boyfriend brother businessman count cowboy dad duke emperor father fella fiancé fireman \
      gentleman god grandfather grandpa grandson guy husband king lad lord male man monk nephew policeman priest \
      prince salesman sir son stepfather stepson uncle waiter widower wizard bellboy doorman hitman henchman \
      landlord foreman chairman congressman anchorman weatherman spokesman mailman milkman repairman barman \
      bloke chap dude groom hunk pope abbot friar bishop baron squire knight stepbrother godfather gentlemen \
      daddy papa pa pop postman watchman workman fisherman craftsman hangman sportsman horseman stableboy \
      bridegroom bachelor steward headmaster schoolmaster schoolmaster's clergyman seaman coachman footman \
      ploughman cabman cabby bro gramps grandad granddad
      """,
    address: (
      "madam ma'am miss mom mum mama mamma mommy mummy mother grandma granny auntie sister lady girl girlfriend",
      "sir mister dad daddy papa pa pop father grandpa gramps son uncle brother bro boy lad man dude sonny"
    ),
    titles: (
      """
      mrs ms miss madame mademoiselle aunt lady sister queen princess mother duchess countess \
      dame señora frau signora
      """,
      """
      mr mister sir uncle lord father brother king prince monsieur herr señor don count duke \
      baron signor master friar pope
      """
    ),
    girls: "schoolgirl", boys: "boy schoolboy altarboy",
    oldWomen: "grandmother grandma granny nana crone",
    oldMen: "grandfather grandpa gramps grandad granddad",
    pronouns: ("she her hers herself she's she'd she'll", "he him his himself he's he'd he'll"),
    objects: "him",
    determiners: "a an the my your our their this that another one some whose",
    turns: "to with of by who that and at from for as like than whose which or beside behind near",
    children: "child kid baby toddler infant tot newborn", small: "little small",
    old: "old elderly ancient wizened",
    groups: (
      """
      all both everybody everyone crowd mob chorus ensemble various townfolk townsfolk townspeople people \
      voices kids children cops soldiers guards students reporters villagers guests passengers others audience \
      group gang team family couple twins congregation several multiple assorted nurses officers workers zealots \
      protesters choir troops couples jurors sailors dancers singers waiters actors neighbors neighbours \
      inmates prisoners pirates
      """, "women girls sisters ladies schoolgirls", "men boys brothers guys schoolboys"
    ),
    things: """
      loudspeaker speaker radio tv television intercom computer machine pa p.a phone telephone speakerphone \
      monitor megaphone announcement system recording voicemail automated robot android walkie-talkie gps \
      dispatch answerphone
      """,
    naming: "named called", being: "is was becomes became", voices: "voice thoughts ghost v.o",
    low: "deep gruff giant huge booming gravelly low massive burly hulking baritone bass",
    high: "high-pitched squeaky shrill tiny",
    abbreviations: "mr mrs ms dr st prof sgt lt capt col gen rev jr sr det hon maj cpl pvt messrs",
    numbers: """
      one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
      seventeen eighteen nineteen twenty
      """,
    tens: "thirty forty fifty sixty seventy eighty ninety",
    years: "year years year-old years-old yr yrs",
    usual: (
      "nurse secretary receptionist midwife",
      """
      soldier sergeant guard thug gangster mobster butler brave sheriff lumberjack mechanic trucker bouncer \
      bodyguard rabbi mechanic trooper marine cop deputy
      """
    ), endings: ("woman girl", "man boy"),
    ages: (
      "young younger little teenage teen baby kid small boyhood",
      "adult older grown grown-up middle-aged senior present", "old elderly aged"
    ), notes: .english)

  private static let spanish = PersonWords(
    female: """
      abuela actriz anciana camarera chica dama doña esposa hermana hija madre mujer monja muchacha novia nuera \
      princesa prima reina señora señorita sobrina tía viuda suegra mamá vieja criada tendera enfermera
      """,
    male: """
      abuelo actor anciano camarero chico caballero don esposo hermano hijo hombre marido monje muchacho novio \
      padre príncipe primo rey señor sobrino suegro tío viudo yerno papá viejo criado tendero enfermero
      """,
    address: (
      "señora señorita mamá madre abuela tía hija hermana",
      "señor papá padre abuelo tío hijo hermano"
    ),
    titles: ("doña señora señorita sor tía doctora reina", "don señor fray tío doctor rey padre"),
    girls: "niña", boys: "niño", oldWomen: "abuela anciana vieja", oldMen: "abuelo anciano viejo",
    pronouns: ("ella", "él"), objects: "",
    determiners: "un una el la los las mi tu su nuestro nuestra este esta",
    turns: """
      a al con de del por que y en desde para como o quien cuyo cuya sobre tras bajo contra entre hacia sin junto \
      detrás delante
      """, children: "bebé crío cría",
    small: "pequeño pequeña",
    old: "anciano anciana viejo vieja",
    groups: (
      "todos todas ambos ambas multitud coro gente voces niños varios varias vecinos",
      "mujeres niñas", "hombres"
    ),
    things: "altavoz radio televisión tele megafonía teléfono ordenador contestador robot máquina",
    naming: "llamado llamada", being: "es era", voices: "voz",
    low: "grave ronca ronco gigante enorme",
    high: "aguda agudo", abbreviations: "sr sra srta dr dra d dña",
    numbers: """
      uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete \
      dieciocho diecinueve veinte
      """,
    tens: "treinta cuarenta cincuenta sesenta setenta ochenta noventa", years: "año años",
    usual: ("", "soldado guardia sargento"), endings: ("", ""),
    ages: ("joven pequeño pequeña", "adulto adulta mayor", "viejo vieja anciano anciana"),
    notes: .spanish)

  private static let french = PersonWords(
    female: """
      actrice cousine dame demoiselle épouse femme fille fiancée grand-mère madame mademoiselle mère nièce nonne \
      princesse reine sœur serveuse tante veuve maman mamie infirmière vendeuse concierge-femme copine
      """,
    male: """
      acteur cousin époux fiancé fils frère garçon grand-père homme mari moine monsieur neveu oncle père prêtre \
      prince roi serveur veuf papa papi infirmier vendeur type mec copain
      """,
    address: ("madame mademoiselle maman mère mamie tante", "monsieur papa père papi oncle fiston"),
    titles: (
      "madame mademoiselle mme mlle sœur tante reine", "monsieur m père frère oncle roi maître abbé"
    ),
    girls: "fillette gamine petite-fille", boys: "garçonnet gamin petit-fils",
    oldWomen: "grand-mère mamie vieille", oldMen: "grand-père papi vieillard",
    pronouns: ("elle", "il lui-même"), objects: "",
    determiners: "un une le la les mon ma mes ton ta son sa notre votre ce cette l",
    turns: """
      à avec de du des d par qui que qu et en pour comme ou dont derrière devant sous sur chez contre près entre \
      vers dans après sans
      """, children: "enfant bébé",
    small: "petit petite",
    old: "vieux vieille âgé âgée",
    groups: ("tous toutes foule chœur gens enfants plusieurs", "femmes filles", "hommes garçons"),
    things:
      "haut-parleur radio télé télévision téléphone ordinateur répondeur robot machine interphone",
    naming: "nommé nommée appelé appelée", being: "est était", voices: "voix",
    low: "grave rauque géant énorme", high: "aiguë aigu", abbreviations: "m mme mlle dr me",
    numbers: """
      un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit \
      dix-neuf vingt
      """,
    tens: "trente quarante cinquante soixante soixante-dix quatre-vingts quatre-vingt-dix",
    years: "an ans", usual: ("infirmière", "soldat gendarme sergent"), endings: ("", ""),
    ages: ("jeune petit petite", "adulte", "vieux vieille"), notes: .french)

  private static let german = PersonWords(
    female: """
      braut dame ehefrau enkelin frau fräulein freundin großmutter kellnerin königin mutter nichte nonne oma \
      prinzessin schauspielerin schwester tante tochter witwe mama mutti lehrerin ärztin verkäuferin nachbarin \
      köchin polizistin sekretärin krankenschwester cousine
      """,
    male: """
      bräutigam bruder ehemann enkel großvater herr kellner könig mann mönch neffe onkel opa priester prinz \
      schauspieler sohn vater witwer papa vati kerl lehrer arzt verkäufer nachbar koch polizist sekretär cousin
      """,
    address: ("mama mutti oma tante fräulein gnädige", "papa vati opa onkel herr"),
    titles: (
      "frau fräulein tante oma königin prinzessin gräfin schwester",
      "herr onkel opa könig prinz graf bruder"
    ),
    girls: "mädchen", boys: "junge bub", oldWomen: "großmutter oma greisin",
    oldMen: "großvater opa greis",
    // "sie" and "ihr" are also "they" and "you".
    pronouns: ("", "er ihm ihn sein seine seinen seinem seiner"), objects: "ihm ihn",
    determiners:
      "ein eine einer einen der die das den dem mein meine dein deine unser unsere diese dieser",
    turns: """
      mit von vom zu zum zur bei und für als wie oder hinter vor neben auf unter über gegen aus an nach seit durch \
      ohne um
      """, children: "kind baby kleinkind",
    small: "kleine kleiner kleines kleinen", old: "alt alte alter alten",
    groups: ("alle beide menge chor leute stimmen kinder mehrere soldaten", "frauen", "männer"),
    things:
      "lautsprecher radio fernseher telefon computer anrufbeantworter roboter maschine funkgerät",
    naming: "namens genannt", being: "ist war", voices: "stimme", low: "tief tiefe tiefer riese",
    high: "hoch hohe",
    abbreviations: "hr fr frl dr prof st",
    numbers: """
      ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn \
      achtzehn neunzehn zwanzig
      """,
    tens: "dreißig vierzig fünfzig sechzig siebzig achtzig neunzig",
    years: "jahr jahre jährige jähriger jahren", usual: ("", "soldat wachmann polizist"),
    endings: ("frau mädchen", "mann junge"),
    ages: ("junge junger kleine kleiner", "erwachsene erwachsener", "alte alter"),
    notes: .german, feminine: "in")
}
