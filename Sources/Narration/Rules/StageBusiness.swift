/// Directions that no voice can act: what a character does, and who is addressed.
struct StageBusiness: Sendable {
  private let table: Table
  private let deliveries: DeliveryTable

  /// Creates the reader of directions in a language. `deliveries` are the directions that voices can act.
  init(language: String, deliveries: DeliveryTable) {
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    table = Self.tables[primary] ?? Self.english
    self.deliveries = deliveries
  }

  /// Whether a direction describes no manner of speaking: "(heading for the door)", "(to Mary)".
  func isAll(of direction: String) -> Bool {
    let parts = Self.parts(of: direction)
    return !parts.isEmpty && parts.allSatisfy { table.covers($0.words) }
  }

  /// Whether a listener misses a part of a direction if the narrator does not read it: no voice can act the part, and
  /// the part is more than an unknown manner of speaking. If `isInLanguage` is true, the speech is in the language that
  /// the direction names.
  func isEssential(_ direction: String, isInLanguage: Bool = false) -> Bool {
    Self.parts(of: direction).contains { part in
      if table.isGesture(part.words) { return true }
      if deliveries.limits, table.isBeside(part.words) || table.isEvent(part.words) {
        return true
      }
      // Beside a manner or a pause, only an action must be heard: "turning sharply", "then tips his hat".
      if let runs = deliveries.unmatched(in: part.text) {
        return runs.contains { table.isAction($0.words, before: $0.next) }
      }
      return deliveries.delivery(for: part.text) == nil
        && !(isInLanguage && DirectedLanguages.tag(in: part.text) != nil)
        && (table.covers(part.words) || !table.isManner(part.words))
    }
  }

  /// Whether a direction without a speech is heard: it is more than a pause, "(continuing)" or "(O.S.)".
  func isHeardAlone(_ direction: String) -> Bool {
    Self.parts(of: direction).contains { part in
      part.words.contains { $0.count > 2 && !Self.continuations.contains($0) }
        && deliveries.delivery(for: part.text).map { $0.pause == 0 } ?? true
    }
  }

  private static let continuations = set(
    """
    continue continues continued continuing cont'd contd cont more resume resumes resuming off omitted filtered \
    subtitle subtitled weiter fortsetzung forts mehr suite continuant continúa continuando más
    """)

  /// Returns the parts of a direction: "Shrugs; then, softly" has three parts.
  private static func parts(of direction: String) -> [(text: String, words: [String])] {
    direction.lowercased().split { ";,.".contains($0) }.map { part in
      let text = part.map { $0 == "’" ? "'" : $0 }
      return (String(part), text.split { !($0.isLetter || $0 == "'") }.map { String($0) })
    }.filter { !$0.words.isEmpty }
  }

  private struct Table: Sendable {
    /// First words that show that a direction describes no manner of speaking, such as "to" and "off".
    var openings: Set<String>
    /// The openings that can also stand before a manner: "a little sad".
    var articles: Set<String> = []
    /// Words that are ignored if they come before the verb.
    var fillers: Set<String>
    /// Words that are actions if a thing follows: "reading the letter", "off a loud clang".
    var handling: Set<String> = []
    /// Nouns of what body and eyes do, behind "with": "with a nod", and "with a look" if "at" follows.
    var gestures: Set<String> = []
    var looks: Set<String> = []
    /// Nouns of what people do and what a crowd does, also behind a manner: "firm handshake".
    var acts: Set<String> = []
    /// Nouns of sounds that people make.
    var noises: Set<String> = []
    /// First words before a sound of people that is heard again: "more groans".
    var crowds: Set<String> = []
    /// Verbs of what somebody understands: "realizes it is late".
    var insights: Set<String> = []
    /// Verbs for body, hands and eyes.
    var verbs: Set<String>
    /// Verbs that count only if a word of place follows: "getting up", but not "getting angry".
    var movements: Set<String> = []
    var places: Set<String> = []
    /// First words of manners of speaking: "with anger", "his voice breaking".
    var manners: Set<String>
    /// Single words that a listener needs.
    var facts: Set<String>
    /// Endings of words that say how something is done.
    var endings: [String]
    /// Returns the possible base forms of a word.
    var bases: @Sendable (String) -> [String]

    func covers(_ words: [String]) -> Bool {
      guard let first = words.first else { return true }
      if openings.contains(first) { return true }
      guard let place = words.firstIndex(where: { !fillers.contains($0) }) else { return false }
      if place > 0, openings.contains(words[place]) { return true }
      let bases = bases(words[place])
      if bases.contains(where: verbs.contains) { return true }
      guard bases.contains(where: movements.contains), place + 1 < words.count else { return false }
      return places.contains(words[place + 1])
    }

    /// Whether words are an action although a word of a manner or a pause is in them.
    func isGesture(_ words: [String]) -> Bool {
      // "firm handshake", "more whoops"
      if words.count > 1, acts.contains(words[words.count - 1]) { return true }
      guard words.count > 2 else { return false }
      // "he reads from the diary"
      let told = ["he", "she", "they"].contains(words[0]) ? words.dropFirst() : words[...]
      if told.first.map(handling.contains) == true, let next = told.dropFirst().first {
        return Self.determiners.contains(next)
          || next == "from" && told.dropFirst(2).first.map(Self.determiners.contains) == true
      }
      if words.count > 3, words[0] == "from", ["inside", "outside", "within"].contains(words[1]) {
        return Self.determiners.contains(words[2])
      }
      // "threatening with the gun", "with his mouth full"
      if words.count == 4, words[0].hasSuffix("ing"), words[1...2] == ["with", "the"] {
        return true
      }
      if words.suffix(2) == ["mouth", "full"] { return true }
      guard words[0] == "with", words[1] == "a" else { return false }
      return words.indices.dropFirst(2).contains { place in
        gestures.contains(words[place])
          || looks.contains(words[place])
            && words[(place + 1)...].first.map(places.contains) == true
      }
    }

    /// Whether words tell of a sound or of what somebody does at the same time: "makes odd noises", "her voice trails as
    /// she falls asleep".
    func isBeside(_ words: [String]) -> Bool {
      if ["makes", "making"].contains(words[0]), words.contains(where: noises.contains) {
        return true
      }
      return words.indices.dropFirst().dropLast(2).contains { place in
        ["as", "while"].contains(words[place]) && ["he", "she", "they"].contains(words[place + 1])
          && words[place + 2].hasSuffix("s") != (words[place + 1] == "they")
      }
    }

    /// Whether words tell an event, also with a manner in it: "Rosa looks at him blankly", "some workers come in",
    /// "realizes it is late", "more groans". "His voice drops" is a manner.
    func isEvent(_ words: [String]) -> Bool {
      guard words.count > 1, let first = words.firstIndex(where: { !fillers.contains($0) }) else {
        return false
      }
      if insights.contains(words[first]) { return true }
      if crowds.contains(words[0]) { return words.dropFirst().contains(where: noises.contains) }
      let subject = words[first...]
      let hasDeterminer = Self.subjectStarts.contains(words[first])
      guard !insights.isEmpty, !openings.contains(words[first]) || hasDeterminer,
        !manners.contains(words[first]) || hasDeterminer,
        !endings.contains(where: { words[first].hasSuffix($0) })
      else { return false }
      // A name has one word; behind a determiner are up to three.
      return subject.indices.dropFirst(hasDeterminer ? 2 : 1).prefix(hasDeterminer ? 3 : 1)
        .contains { place in
          let isPlural = words[place - 1].hasSuffix("s") || words[place - 1] == "people"
          let verb = words[place]
          return isVerb(verb, ofSeveral: isPlural)
            && !words[first..<place].contains(where: Self.inner.contains)
        }
    }

    private func isVerb(_ word: String, ofSeveral isPlural: Bool) -> Bool {
      if isPlural, verbs.contains(word) || movements.contains(word) { return true }
      return word.hasSuffix("s")
        && bases(word).dropFirst().contains { verbs.contains($0) || movements.contains($0) }
    }

    private static let subjectStarts = set("the a an some two three both his her their another")
    /// What a manner of speaking is about: "his voice drops".
    private static let inner = set(
      """
      voice tone accent speech words smile voices breath breathing anger rage emotion temper mood mind heart to of as \
      in at with for on if like and
      """)
    private static let determiners = set("the a an his her their this that")

    /// Whether words beside a manner or a pause are an action or name who is addressed. `next` is the word behind them:
    /// "turning sharply" is an action, "turning serious" is a manner.
    func isAction(_ words: [String], before next: String?) -> Bool {
      // "as the reporter waits", but not "as if to himself"
      if words.count > 2, words[0] == "as", Self.subjects.contains(words[1]) { return true }
      let rest = words.drop { fillers.contains($0) }
      // "taking a deep breath": the manner is what the verb is about.
      guard let first = rest.first, let last = rest.last, !articles.contains(first),
        !articles.contains(last), !rest.contains(where: Self.voices.contains)
      else { return false }
      if rest.count > 1 { return covers(Array(rest)) }
      guard !openings.contains(first), covers([first]) else { return false }
      return next.map { word in endings.contains { word.hasSuffix($0) } } ?? true
    }

    private static let subjects = set("the all he she they we his her their everyone everybody")
    /// The nouns of directions such as "in a low voice".
    private static let voices = set("voice tone voz tono voix ton stimme")

    /// Whether words can only describe a manner of speaking, or repeat an extension of the cue: "sarcastic",
    /// "with anger", "a bit embarrassed", "V.O.".
    func isManner(_ words: [String]) -> Bool {
      let rest = words.drop { fillers.contains($0) }
      guard let first = rest.first, rest.contains(where: { $0.count > 2 }) else { return true }
      if rest.count == 1 { return !facts.contains(first) }
      return manners.contains(first) || rest.last.map(Self.voices.contains) ?? false
        || rest.allSatisfy { word in endings.contains { word.hasSuffix($0) } }
    }
  }

  private static func set(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let tables = ["en": english, "es": spanish, "fr": french, "de": german]

  private static let english = Table(
    openings: set("to re he she they it a an at off behind beside across"),
    articles: set("a an it"),
    fillers: set("still then now and as while just both again suddenly finally also barely"),
    handling: set("off pauses pausing reading reads"),
    gestures: set("nod wave shrug wink gesture bow"), looks: set("look glance"),
    acts: set("handshake whoops cheers applause"),
    noises: set(
      """
      noise noises sound sounds groan groans laughter laughs laugh chuckles murmurs mutters gasps boos jeers screams \
      shouts whistles sobs sighs coughs giggles moans grumbling
      """),
    crowds: set("more another further scattered general"),
    insights: set(
      "realizes realises remembers notices understands recalls discovers decides recognizes"),
    verbs: set(
      """
      adjust aim approach arrive beckon bend blink bow brush button carry catch check clap climb close clutch \
      cover crawl cross crouch cut dance dial dive dodge drag drink drive drop duck eat embrace enter examine exit \
      extend eye face fidget finger flip fold follow freeze frown gather gaze gesture glance glare grab grasp \
      grimace grin grip hand handle hang head help hide hit hold hop hug hurry inspect jab jump kick kiss kneel \
      knock lead lean leap leave lick lie lift light limp load lock look lower march motion move nod notice nudge \
      offer open pace pack pass pat peek peel peer pet pick place play point poke pose pour press pull punch push \
      put raise reach read recognize remove return roll rub run rush salute scan scratch search see seize shake \
      show shrug shut sip sit slam slap sleep slide slip smack smile smirk smoke spin spot squat squeeze squint \
      stand stare steal step stir stop straighten stretch stride stroll study stumble swallow sweep swing take tap \
      tear throw tip toss touch tremble trip tuck tug turn type undress unfold unlock untie unwrap wait wake walk \
      wash watch wave wink wipe wrap write zip
      """),
    movements: set("come get give go bring back"),
    places: set(
      """
      at up down in out off on over back into onto to toward towards away around past through from for him her \
      them it
      """),
    manners: set(
      """
      with without like almost very more most less somewhat slightly bit overly extremely too so getting \
      growing becoming sounding his her their my voice if though quite really half mock dead
      """),
    facts: set(
      """
      subtitled subtitles laughs laugh sighs sigh gasps gasp coughs cough coughing chuckles chuckle sniffs snorts \
      yawns listens listening thinks thinking
      """), endings: ["ly", "ing"], bases: englishBases)

  @Sendable private static func englishBases(of word: String) -> [String] {
    func without(_ ending: String, _ added: String = "") -> [String] {
      word.hasSuffix(ending) ? [String(word.dropLast(ending.count)) + added] : []
    }
    let stems = without("ing") + without("ed")
    // "nodding", "shrugged": the last letter is doubled before the ending.
    let single = stems.filter { $0.count > 2 && $0.last == $0.dropLast().last }
      .map { String($0.dropLast()) }
    return [word] + stems + stems.map { $0 + "e" } + single + without("s") + without("es")
      + without("ies", "y") + without("ied", "y") + without("ying", "ie")
  }

  /// Returns a function that removes one of the endings from a word.
  private static func stems(_ endings: [String]) -> @Sendable (String) -> [String] {
    { word in
      endings.compactMap { word.hasSuffix($0) ? String(word.dropLast($0.count)) : nil }
    }
  }

  private static let spanish = Table(
    openings: set("a al se hacia para él ella"),
    fillers: set("y luego mientras ya aún todavía"),
    verbs: set(
      """
      abr acerc agarr apunt asient bail beb bes camin cierr cog cruz entr entreg escrib esper gir levant mir \
      observ ofrec recog señal sient sonr sub tir tom
      """),
    manners: set("con sin como casi muy más menos algo bastante su mi si"),
    facts: set("subtitulado subtitulada subtítulos"), endings: ["mente", "ando", "iendo"],
    bases: stems(["a", "e", "í", "íe", "ando", "iendo", "ándose", "iéndose", "ándole", "ándola"]))

  private static let french = Table(
    openings: set("à au aux il elle ils elles vers se"),
    fillers: set("en puis et alors encore toujours"),
    verbs: set(
      """
      approch attend attrap avanc boi donn embrass entr ferm hauss hoch indiqu lèv lev march mont montr observ \
      ouvr pos pren regard sour sort tir tourn
      """),
    manners: set("avec sans comme presque très plus moins assez d'un d'une sa son leur ma mon si"),
    facts: set("sous-titré sous-titrée sous-titres"), endings: ["ment", "ant"],
    bases: stems(["e", "ent", "ant", "t", "d", "it", "iant", "s"]))

  private static let german = Table(
    openings: set("zu zur zum er sie es ein eine"),
    articles: set("ein eine es"),
    fillers: set("und dann noch jetzt wieder dabei"),
    verbs: set(
      """
      beobacht blick dreh folg geh greif grins hebt hält lächel lehn nick nimm öffn schau schließ schreib schüttel \
      setz sieh sitz steh steig trink wart wink wirf zeig zieh zuck
      """),
    manners: set("mit ohne wie fast sehr mehr weniger etwas ziemlich seine ihre meine wird als"),
    facts: set("untertitelt untertitel"), endings: ["lich", "end", "ig"],
    bases: stems(["", "t", "et", "nd", "end"]))
}
