/// Directions that no voice can act: what a character does, and who is addressed.
enum PhysicalBusiness {
  /// Whether a direction describes no manner of speaking: "(heading for the door)", "(to Mary)".
  static func isAll(of direction: String, language: String) -> Bool {
    let primary = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    let table = tables[primary] ?? english
    // "Shrugs; then, softly" has three parts. The result is true only if no part describes a manner of speaking.
    let parts = direction.lowercased().split { ";,.".contains($0) }
      .map { part in part.split { !($0.isLetter || $0 == "'" || $0 == "’") }.map(String.init) }
      .filter { !$0.isEmpty }
    return !parts.isEmpty && parts.allSatisfy { table.covers($0) }
  }

  private struct Table: Sendable {
    /// First words that show that a direction describes no manner of speaking, such as "to" and "off".
    var openings: Set<String>
    /// Words that are ignored if they come before the verb.
    var fillers: Set<String>
    /// Verbs for body, hands and eyes.
    var verbs: Set<String>
    /// Verbs that count only if a word of place follows: "getting up", but not "getting angry".
    var movements: Set<String> = []
    var places: Set<String> = []
    /// Returns the possible base forms of a word.
    var bases: @Sendable (String) -> [String]

    func covers(_ words: [String]) -> Bool {
      guard let first = words.first else { return true }
      if openings.contains(first) { return true }
      guard let place = words.firstIndex(where: { !fillers.contains($0) }) else { return false }
      let bases = bases(words[place])
      if bases.contains(where: verbs.contains) { return true }
      guard bases.contains(where: movements.contains), place + 1 < words.count else { return false }
      return places.contains(words[place + 1])
    }
  }

  private static func set(_ list: String) -> Set<String> {
    Set(list.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let tables = ["en": english, "es": spanish, "fr": french, "de": german]

  private static let english = Table(
    openings: set("to re he she they it a an at off behind beside across"),
    fillers: set("still then now and as while just both again suddenly finally also barely"),
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
      up down in out off on over back into onto to toward towards away around past through from for him her \
      them it
      """),
    bases: englishBases)

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
    bases: stems(["a", "e", "í", "íe", "ando", "iendo", "ándose", "iéndose", "ándole", "ándola"]))

  private static let french = Table(
    openings: set("à au aux il elle ils elles vers se"),
    fillers: set("en puis et alors encore toujours"),
    verbs: set(
      """
      approch attend attrap avanc boi donn embrass entr ferm hauss hoch indiqu lèv lev march mont montr observ \
      ouvr pos pren regard sour sort tir tourn
      """),
    bases: stems(["e", "ent", "ant", "t", "d", "it", "iant", "s"]))

  private static let german = Table(
    openings: set("zu zur zum er sie es ein eine"),
    fillers: set("und dann noch jetzt wieder dabei"),
    verbs: set(
      """
      beobacht blick dreh folg geh greif grins hebt hält lächel lehn nick nimm öffn schau schließ schreib schüttel \
      setz sieh sitz steh steig trink wart wink wirf zeig zieh zuck
      """),
    bases: stems(["", "t", "et", "nd", "end"]))
}
