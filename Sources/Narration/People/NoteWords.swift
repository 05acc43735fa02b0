/// Words of one language that decide how a note about a person is read: ", a man of 60,", "(imitating a woman)".
struct NoteWords: Sendable {
  /// Words after which a note is not about the person: "not", "imitating", "whose", "like".
  let veils: Set<String>
  /// Words that can stand before a description or an age: "now", "about".
  let fillers: Set<String>
  /// Words that can follow an age: "50 and tired".
  let followers: Set<String>
  let possessives: Set<String>
  /// Determiners that begin a description: "a man of 60".
  let indefinite: Set<String>
  /// Articles that tell the gender, if the noun of a name is unknown; and articles of several people.
  let articles: (female: Set<String>, male: Set<String>, plural: Set<String>)
  /// Nouns without a gender of their own to which such an article gives one; empty for all nouns.
  let adjectives: Set<String>
  /// Letters that stand before an apostrophe in place of an article or another small word.
  let elisions: Set<String>
  /// Nouns that make the noun before them a part of a thing or an animal: "GRANDFATHER CLOCK".
  let heads: Set<String>
  /// Machines that a role can be.
  let machines: Set<String>
  let beards: Set<String>
  /// Words that can follow a short verb: "steps in, a man of 60".
  let particles: Set<String>
  /// Words after which a noun is another person: "a man behind her".
  let nearby: Set<String>
  /// Words of a place beside the words that begin a phrase about another person: "in front of her".
  let places: Set<String>
  /// Pronouns that can follow such a word.
  let oblique: Set<String>
  /// Nouns for a place beside a person: "at her side".
  let sides: Set<String>
  /// Verbs of looking: "looks behind her" can mean the subject.
  let glances: Set<String>
  /// Prepositions whose pronoun can mean the subject: "shuts the door behind her".
  let ownPlaces: Set<String>
  /// Verbs that often lead to another person before `bodies`: "takes her hand", "watches her face".
  let touches: Set<String>
  let bodies: Set<String>
  /// Words before a number that counts or names something else: "number 7", "a team of 50".
  let counted: Set<String>
  /// Nouns for a child or a young adult.
  let youths: Set<String>
  /// Words before the whole form of a short name: "short for", "real name".
  let nicknames: Set<String>
  /// Words for the same relative: "mum", "mother".
  let kin: [Set<String>]
  /// Words that end like a noun for a man, but are none: "talisman".
  let others: Set<String>

  init(
    veils: String, fillers: String, followers: String, possessives: String, indefinite: String,
    articles: (female: String, male: String, plural: String) = ("", "", ""),
    adjectives: String = "", elisions: String = "", heads: String = "", machines: String = "",
    beards: String = "", particles: String = "", nearby: String = "", places: String = "",
    oblique: String = "", sides: String = "", glances: String = "", ownPlaces: String = "",
    touches: String = "", bodies: String = "", counted: String = "",
    youths: String = "", nicknames: String = "", kin: String = "", others: String = ""
  ) {
    func set(_ words: String) -> Set<String> { Set(PersonWords.list(words)) }
    (self.veils, self.fillers, self.followers) = (set(veils), set(fillers), set(followers))
    (self.possessives, self.indefinite) = (set(possessives), set(indefinite))
    self.articles = (set(articles.female), set(articles.male), set(articles.plural))
    (self.adjectives, self.elisions, self.heads) = (set(adjectives), set(elisions), set(heads))
    (self.machines, self.beards, self.particles) = (set(machines), set(beards), set(particles))
    (self.places, self.oblique, self.sides) = (set(places), set(oblique), set(sides))
    (self.nearby, self.counted) = (set(nearby), set(counted))
    (self.glances, self.ownPlaces) = (set(glances), set(ownPlaces))
    (self.touches, self.bodies) = (set(touches), set(bodies))
    (self.youths, self.others) = (set(youths), set(others))
    self.kin = kin.split(separator: ",").map { set(String($0)) }
    self.nicknames = Set(
      nicknames.split(separator: ",").map {
        PersonWords.list(String($0)).joined(separator: " ")
      })
  }

  /// Returns the gender that an article at the beginning of a name tells: "LA CAPITAINE".
  func gender(ofArticle article: String, before noun: String) -> RoleGender? {
    if articles.male.contains(article) { return .male }
    guard articles.female.contains(article) else { return nil }
    // "DIE" is also the article of several people.
    let isOne =
      adjectives.isEmpty || article != "die" || adjectives.contains(noun) || noun.hasSuffix("in")
    return isOne ? .female : nil
  }
}

extension NoteWords {
  static let english = NoteWords(
    veils: """
      not no never hardly neither nor isn't wasn't whose imitating impersonating mimicking mocking pretending \
      like as dressed disguised costumed masquerading unlike playing than
      """,
    fillers: """
      now still just only really also once barely about around almost nearly maybe perhaps over under roughly \
      approximately aged age early mid late say then both currently the
      """,
    followers: "and but with who looks or going something ish odd plus if when years though",
    possessives: "his her their my your our its", indefinite: "a an",
    heads: """
      clock dog cat horse pony puppy kitten parrot boomer boomers doll puppet statue mannequin portrait painting \
      picture photo car truck house monitor
      """,
    machines: "machine robot android computer cyborg drone hologram",
    beards: "beard bearded moustache mustache goatee mustachioed moustached",
    particles: "in out up down over forward back away off",
    nearby: "behind beside near at by to on is was",
    places: """
      next close right just directly in front on across opposite alongside above below before under around over \
      against
      """,
    oblique: "her him", sides: "side elbow heels",
    glances: """
      look looks looking glance glances peer peers stare stares check checks reach reaches feel feels
      """,
    ownPlaces: """
      with behind around about over before under below above beside near after in on against
      """,
    touches: """
      watch watches watching study studies studying search searches searching see sees take takes taking hold \
      holds holding grab grabs grabbing squeeze squeezes squeezing touch touches touching stroke strokes \
      stroking pat pats patting kiss kisses kissing into onto
      """,
    bodies: "face eyes cheek hand hands arm arms wrist shoulder hair lips lap knee",
    counted: "number no size room page chapter level unit perfect team crew party",
    youths: "boy girl",
    nicknames: "short for, nickname for, name is, real name, full name, diminutive of",
    kin: """
      mom mum mama mamma mommy mummy mother, dad daddy papa pa pop father, grandma granny nana grandmother, \
      grandpa gramps grandad granddad grandfather, auntie aunt, uncle, sister, brother bro, son sonny, daughter
      """,
    others: "talisman human german roman ottoman superhuman")

  static let spanish = NoteWords(
    veils: "no nunca como imitando vestido vestida disfrazado disfrazada fingiendo cuyo cuya sin",
    fillers: "ahora todavía aún casi unos unas ya solo sólo de el la",
    followers: "y pero con que o",
    possessives: "su sus mi mis tu tus nuestro nuestra", indefinite: "un una",
    articles: ("la una", "el un", "los las"),
    machines: "robot máquina ordenador computadora androide", beards: "barba bigote barbudo",
    places: "al lado frente cerca encima debajo", oblique: "ella él",
    glances: "mira", ownPlaces: "con detrás tras sobre ante en",
    nicknames: "diminutivo de, apodo de, nombre es, verdadero nombre",
    kin: "mamá madre, papá padre, abuela, abuelo, tía, tío, hija, hijo, hermana, hermano")

  static let french = NoteWords(
    veils: "pas jamais comme imitant imite déguisé déguisée habillé habillée dont sans en",
    fillers: "maintenant encore toujours presque environ à peine âgé âgée de le la",
    followers: "et mais avec qui ou",
    possessives: "son sa ses mon ma mes ton ta tes notre nos votre vos leur leurs",
    indefinite: "un une", articles: ("la une", "le un", "les"), elisions: "l d qu lorsqu puisqu",
    machines: "robot machine ordinateur androïde", beards: "barbe moustache barbu moustachu",
    places: "côté face auprès juste près", oblique: "elle",
    glances: "regarde", ownPlaces: "avec derrière devant sur sous autour après",
    nicknames: "diminutif de, surnom de, nom est, prénom est, vrai nom",
    kin: "maman mère, papa père, mamie grand-mère, papi grand-père, tante, oncle, fiston fils")

  static let german = NoteWords(
    veils: """
      nicht kein keine nie niemals als wie verkleidet imitiert nachahmend dessen deren ohne
      """,
    fillers: "jetzt noch etwa ungefähr fast knapp gut schon der die rund um anfang mitte ende",
    followers: "und aber mit der die oder",
    possessives: """
      sein seine seiner seinen seinem ihr ihre ihrer ihren ihrem mein meine dein deine unser unsere
      """,
    indefinite: "ein eine", articles: ("die eine", "der", ""),
    adjectives: """
      alte fremde blonde kranke tote gefangene verletzte angeklagte reisende angestellte unbekannte kleine \
      große dicke rothaarige schwarze verwundete vorsitzende junge irre verrückte heilige
      """,
    machines: "roboter maschine computer android", beards: "bart schnurrbart bärtig bärtiger",
    places: "dicht direkt gleich in", oblique: "ihm ihn", sides: "seite",
    nicknames: "kurz für, kurzform von, eigentlich, name ist",
    kin: "mama mutti mutter, papa vati vater, oma großmutter, opa großvater, tante, onkel",
    others: "jedermann")
}
