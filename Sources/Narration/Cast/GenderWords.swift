/// Words of one language that state whether a person is a woman or a man.
struct GenderWords: Sendable {
  let female: Set<String>
  let male: Set<String>
  /// Words that begin a phrase about another person, such as "to" in "married to a woman".
  let turns: Set<String>
  /// The possessives in statements of age: "in her fifties".
  let ownAge: [String: RoleGender]

  /// Returns the table for a language tag, or the English table if the language has no table.
  static func of(_ language: String) -> GenderWords {
    tables[language.prefix { $0 != "-" && $0 != "_" }.lowercased()] ?? english
  }

  /// Returns the gender that a word states, or nil if the word states no gender.
  func gender(of word: some StringProtocol) -> RoleGender? {
    let word = word.lowercased()
    return female.contains(word) ? .female : male.contains(word) ? .male : nil
  }

  private static let tables = ["en": english, "es": spanish, "fr": french, "de": german]

  private static func set(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  private static let english = GenderWords(
    female: set(
      """
      actress aunt ballerina bride daughter duchess empress female fiancée gal girl girlfriend goddess \
      grandma grandmother granddaughter heroine lady ma'am madam maid mama matron mistress mom mother mrs ms \
      miss mum niece nun princess queen schoolgirl sister spinster stepdaughter stepmother waitress widow \
      wife witch woman
      """),
    male: set(
      """
      altarboy boy boyfriend brother businessman count cowboy dad duke emperor father fella fiancé fireman \
      gentleman god grandfather grandpa grandson guy husband king lad lord male man monk mr nephew policeman \
      priest prince salesman schoolboy sir son stepfather stepson uncle waiter widower wizard
      """),
    turns: set(
      "to with of by who that and at from for as like than whose which or beside behind near"),
    ownAge: ["his": .male, "her": .female])

  private static let spanish = GenderWords(
    female: set(
      """
      abuela actriz anciana camarera chica dama doña esposa hermana hija joven-mujer madre mujer monja muchacha \
      niña novia nuera princesa prima reina señora señorita sobrina tía viuda
      """),
    male: set(
      """
      abuelo actor anciano camarero chico caballero don esposo hermano hijo hombre marido monje muchacho niño \
      novio padre príncipe primo rey señor sobrino suegro tío viudo yerno
      """),
    turns: set("a con de por que y en desde para como o quien cuyo cuya"), ownAge: [:])

  private static let french = GenderWords(
    female: set(
      """
      actrice cousine dame demoiselle épouse femme fille fillette fiancée grand-mère madame mademoiselle mère \
      nièce nonne princesse reine sœur serveuse tante veuve
      """),
    male: set(
      """
      acteur cousin époux fiancé fils frère garçon garçonnet grand-père homme mari moine monsieur neveu oncle \
      père prêtre prince roi serveur veuf
      """),
    turns: set("à avec de du des par qui que et en pour comme ou dont"), ownAge: [:])

  private static let german = GenderWords(
    female: set(
      """
      braut dame ehefrau enkelin frau fräulein freundin großmutter kellnerin königin mädchen mutter nichte nonne \
      oma prinzessin schauspielerin schwester tante tochter witwe
      """),
    male: set(
      """
      bräutigam bruder ehemann enkel freund großvater herr junge kellner könig mann mönch neffe onkel opa priester \
      prinz schauspieler sohn vater witwer
      """),
    turns: set("mit von zu bei und der die das den dem für als wie oder"), ownAge: [:])
}
