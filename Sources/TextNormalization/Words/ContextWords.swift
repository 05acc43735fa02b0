import Basics

/// Words that show the meaning of adjacent digits and abbreviations, in one language and in lower case.
struct ContextWords: Sendable {
  /// Common prepositions, pronouns, conjunctions and verbs, which are never counted nouns.
  var function: Set<String> = []
  /// Words that often begin a sentence.
  var starters: Set<String> = []
  /// Articles and possessives.
  var determiners: Set<String> = []
  /// Words after which four digits are a year.
  var beforeYear: Set<String> = []
  /// Words after which four digits are not a year.
  var beforeCount: Set<String> = []
  /// Words about games and votes, near which "3-1" is a score.
  var scores: Set<String> = []
  /// Words such as "dial", after which an emergency number may follow.
  var calls: Set<String> = []
  /// Emergency numbers that are read digit by digit: anywhere (`emergency`), or only after one of `calls`
  /// (`emergencyAfterCall`).
  var emergency: Set<String> = []
  var emergencyAfterCall: Set<String> = []
  /// Words for rooms, flights and roads.
  /// Numbers after these words are read in pairs of digits.
  var pairs: Set<String> = []
  /// Names of programs and systems.
  /// Decimals after these words are versions.
  var versions: Set<String> = []
  /// Words for parts of a book.
  /// Decimals after these words are numbers with several parts: "Figure 2.10".
  var sections: Set<String> = []
  /// Words before a phone number.
  var phones: Set<String> = []
  /// Feminine nouns without a feminine ending (`feminine`), and masculine nouns that look feminine (`masculine`).
  var feminine: Set<String> = []
  var masculine: Set<String> = []
  /// Plural nouns that do not end in s (`plurals`), and words in s that are not plural nouns (`noPlurals`).
  var plurals: Set<String> = []
  var noPlurals: Set<String> = []
  /// Abbreviations that are also words at the end of a sentence.
  var wordsWithStop: Set<String> = []
  /// Words after which "no." can be an answer: "He said no."
  var beforeAnswer: Set<String> = []
  /// Abbreviated titles that do not end a sentence, with their full stops.
  var courtesy: Set<String> = []
  /// Words after a measure that are not nouns: "10m away".
  var dimensions: Set<String> = []
  /// Units of time in rates: "requests/second".
  var rates: Set<String> = []
  /// Books of the Bible, which are followed by chapter and verse.
  var scripture: Set<String> = []

  static func of(_ language: Language, _ edition: ReadingEdition) -> ContextWords {
    var words: ContextWords =
      switch language {
      case .english(let isBritish): isBritish ? british : english
      case .spanish: spanish
      case .french: french
      case .german: german
      case .other: ContextWords()
      }
    if edition != .first { words.complete(language) }
    return words
  }

  /// Adds the words of the second edition.
  private mutating func complete(_ language: Language) {
    switch language {
    case .english: pairs.formUnion(["http", "error", "status"])
    case .french: wordsWithStop.formUnion(["vol.", "fig.", "ill."])
    default: break
    }
  }

  private static let programs = WordTable.words(
    """
    android bash c centos chrome clang cmake cocoa css cuda debian django docker es fedora ffmpeg firefox gcc git \
    gnome go gpt html http https icu ios ipados java javascript kde kernel kotlin kubernetes libc linux llvm lua \
    macos markdown mysql node npm openssl os php pip postgresql postgres protocol python qt rails react redis \
    ruby rust safari scala sqlite swift swiftui tls tvos typescript ubuntu unicode unity version versions v ver vue \
    visionos watchos webkit windows wordpress x xcode yaml versión versiones rev release
    """)

  private static let english: ContextWords = {
    var words = ContextWords()
    words.function = WordTable.words(
      """
      a about above across after against all along am among an and any are around as at away back be because been \
      before behind being below beneath beside between beyond both but by can cannot could did do does down during \
      each either else ever every for from had has have he her here hers him his how i if in inside instead into \
      is it its just later like ago may me might mine more most much must my near neither never no nor not now of off \
      on once only onto or other our ours out outside over past per perhaps please rather she should since so some \
      still such than that the their theirs them then there these they this those though through till to together \
      too toward towards under unless until up upon us was we were what when where which while who whom whose why \
      will with within without would yet you your yours apiece each extra today tomorrow yesterday tonight again \
      and/or went came said says seems became become begins began began marks marked saw brought left
      """)
    words.starters = WordTable.words(
      """
      a after all an and are as at be because before but by can come could did do does don't even every for from go \
      have he her here his how i i'm i'll i've if in is it it's its let let's look maybe my never no not nobody now of \
      oh on once one only or our perhaps she should since so some still suddenly that that's the their then there \
      there's these they this those though to today tomorrow two until was we well were what what's when where which \
      while who why will with would yes yesterday yet you your
      """)
    words.determiners = WordTable.words(
      "a an the this that these those his her my your their our its one another every each per")
    words.beforeYear = WordTable.words(
      """
      in since from until till til by before after around circa ca c year years during early late mid spring summer \
      fall autumn winter season back christmas easter class anno copyright © of to and for between through
      """)
    words.beforeCount = WordTable.words(
      """
      over under about nearly almost approximately roughly exactly only than least most another some sold killed \
      costs cost paid worth number no nos page pages total all these those number's up every
      """)
    words.scores = WordTable.words(
      """
      won win wins winning beat beats beaten lost lose loses losing lead leads leading led score scores scored tied \
      tie ties draw drew defeated defeat victory final vote voted ruling ruled decision trailing trail up down game \
      match series set halftime
      """)
    words.calls = WordTable.words(
      "call calls called calling dial dials dialed dialing dialled phone phoned ring rang text press to"
    )
    words.emergency = ["911"]
    words.emergencyAfterCall = WordTable.words(
      "112 999 111 101 000 411 311 211 511 988 110 119")
    words.pairs = WordTable.words(
      """
      room suite apartment apt flight highway route interstate hwy rte apollo extension ext bus channel rm unit \
      train locker cabin cell gate boeing airbus porsche peugeot formica state county
      """)
    words.versions = programs
    words.sections = WordTable.words(
      """
      section sections sec chapter chapters figure figures fig table tables appendix example examples listing equation \
      exercise theorem lemma paragraph clause
      """)
    words.phones = WordTable.words("call tel phone telephone fax mobile cell dial number at text")
    words.plurals = WordTable.words(
      """
      people men women children feet teeth mice geese sheep fish deer aircraft police cattle troops dead wounded \
      dollars percent horsepower million billion trillion thousand hundred dozen grand bucks folks pairs \
      horsemen gunmen policemen policewomen firemen fishermen soldiers seamen bacteria data
      """)
    words.noPlurals = WordTable.words(
      """
      was is has his this its as us does yes thus plus minus versus always perhaps besides unless across towards \
      afterwards goes comes says seems becomes begins marks sees brings takes makes shows gives less bus gas \
      christmas census congress business process class glass cross mass
      """)
    words.beforeAnswer = WordTable.words(
      """
      said say says saying answered answers replied replies whispered whispers shouted shouts cried told tells \
      thought means meant mean is was head hell oh no yes me him them us you
      """)
    words.wordsWithStop = WordTable.words(
      "no. fig. art. ex. pt. ep. par. sec. lib. op. b. c. d. v. p. max. min.")
    words.courtesy = WordTable.words(
      "mr. mrs. ms. mr mrs ms dr. dr prof. prof sen. gov. capt. sgt. lt. rep. rev.")
    words.dimensions = WordTable.words(
      """
      away long tall wide deep high thick ahead across apart old north south east west later x free left right \
      total further farther higher lower deeper longer taller wider faster slower closer early late
      """)
    words.rates = WordTable.words(
      "second minute hour day night week month year sec min hr yr person")
    words.scripture = WordTable.words(
      """
      genesis exodus leviticus numbers deuteronomy joshua judges ruth samuel kings chronicles ezra nehemiah esther \
      job psalm psalms proverbs ecclesiastes isaiah jeremiah lamentations ezekiel daniel hosea joel amos obadiah jonah \
      micah nahum habakkuk zephaniah haggai zechariah malachi matthew mark luke john acts romans corinthians \
      galatians ephesians philippians colossians thessalonians timothy titus philemon hebrews peter jude revelation \
      quran sura surah
      """)
    return words
  }()

  private static let british: ContextWords = {
    var words = english
    words.emergency = ["999", "911"]
    return words
  }()

  private static let spanish: ContextWords = {
    var words = ContextWords()
    words.function = WordTable.words(
      """
      a al ante antes aquel así aunque bajo cada como con contra cual cuando cuánto de del desde donde durante e el \
      él ella ellos en entre era eran es esa ese eso esta está estaba este esto estos fue fueron ha había han hasta \
      hay la las le les lo los más me mi mis mientras muy ni no nos o para pero por porque que qué quien se según ser \
      si sí sin sobre son su sus también te tiene todo todos tras tu tus u un una unas unos y ya yo después luego
      """)
    words.starters = WordTable.words(
      """
      a al aunque con cuando de desde después el él ella ellos en entonces era es esa ese eso esta este esto fue ha hay \
      la las lo los luego más me mi no nos nunca o para pero por porque qué que quién se si sí sin sobre su también \
      te todo tu un una y ya yo
      """)
    words.determiners = WordTable.words("el la los las un una unos unas este esta mi tu su cada")
    words.beforeCount = WordTable.words("más unos unas casi menos solo sólo unas cada número")
    words.scores = WordTable.words(
      """
      ganó ganaron gana ganar ganamos perdió perdieron perdimos perder pierde empató empataron empate venció \
      vencieron derrotó derrota victoria marcador resultado partido goles final
      """)
    words.wordsWithStop = WordTable.words("no. max. min. máx. mín.")
    words.beforeAnswer = WordTable.words("dijo dije dice que")
    words.courtesy = WordTable.words("sr. sra. srta. dr. dra. d.")
    words.rates = WordTable.words("segundo minuto hora día noche semana mes año persona")
    words.calls = WordTable.words(
      "llama llame llamar llamad llamó llamen marca marque marcar al número")
    words.emergencyAfterCall = WordTable.words("112 091 092 062 061 911 016 080 060")
    words.versions = programs
    words.sections = WordTable.words(
      "figura figuras sección secciones capítulo capítulos tabla tablas apéndice ejemplo apartado")
    words.phones = WordTable.words("teléfono tel tfno tlf móvil fax llama llame llamar al número")
    words.feminine = WordTable.words(
      """
      noche noches tarde tardes mano manos mujer mujeres calle calles llave llaves parte partes clase clases frase \
      frases serie series ley leyes flor flores radio radios foto fotos moto motos torre torres nube nubes nave naves \
      gente vez veces luz luces voz voces cruz cruces red redes pared paredes piel pieles clave claves base bases fase \
      fases imagen imágenes orden órdenes sal miel cárcel señal señales capital sede sedes fuente fuentes muerte \
      muertes suerte mente corte cortes carne leche sangre nariz raíz raíces actriz actrices
      """)
    words.masculine = WordTable.words(
      """
      día días problema problemas mapa mapas planeta planetas sistema sistemas tema temas programa programas idioma \
      idiomas clima poeta poetas drama dramas poema poemas telegrama telegramas diagrama diagramas cura curas guardia \
      policía policías artista artistas turista turistas futbolista futbolistas atleta atletas sofá sofás kilogramo
      """)
    return words
  }()

  private static let french: ContextWords = {
    var words = ContextWords()
    words.function = WordTable.words(
      """
      à a ai ainsi alors après au aussi autre aux avait avant avec avoir c'est ça car ce cela ces cet cette chez comme \
      contre dans de depuis des donc du elle elles en encore entre est et était étaient été être eu eux il ils j'ai je la \
      là le les leur leurs lors lui ma mais me même mes moi mon ne ni non nos notre nous on ont ou où par pas pendant \
      peu plus pour puis qu'il quand que qui sa sans se ses si son sont sous sur ta te tes toi ton tous tout très tu un \
      une vers vos votre vous y
      """)
    words.starters = WordTable.words(
      """
      à alors après au aussi avec bien c'est ce ces cette comme dans de depuis des donc elle elles en encore et il ils \
      j'ai je la là le les leur lui ma mais me mes moi mon ne ni non nos notre nous on ou où par pas plus pour puis quand \
      que qui sa sans se ses si son sur tout tu un une voilà votre vous
      """)
    words.determiners = WordTable.words(
      "le la les l' un une des du ce cette ces mon ma mes son sa ses chaque")
    words.beforeCount = WordTable.words("environ plus moins presque seulement page numéro")
    words.scores = WordTable.words(
      """
      gagné gagne gagnent gagner perdu perd perdent perdre battu bat bats battre victoire défaite score match nul \
      emporté s'impose mène menait finale
      """)
    words.wordsWithStop = WordTable.words("no. art. max. min.")
    words.courtesy = WordTable.words("m. mme mme. mlle mlle. dr dr.")
    words.dimensions = WordTable.words(
      """
      away long tall wide deep high thick ahead across apart old north south east west later x free left right \
      total further farther higher lower deeper longer taller wider faster slower closer early late
      """)
    words.rates = WordTable.words("seconde minute heure jour nuit semaine mois an personne")
    words.calls = WordTable.words(
      "appelle appelez appeler appelle compose composez composer le numéro")
    words.versions = programs
    words.sections = WordTable.words(
      "section sections chapitre chapitres figure figures tableau tableaux annexe exemple")
    words.phones = WordTable.words("téléphone tél portable fax appelez appeler numéro au")
    words.feminine = WordTable.words(
      """
      heure heures minute minutes seconde secondes année années semaine semaines journée fois personne personnes page \
      pages maison maisons femme femmes fille filles voiture voitures tonne tonnes ligne lignes place places pièce \
      pièces table tables chose choses porte portes rue rues ville villes route routes chambre chambres lettre lettres \
      école écoles voix main mains nuit nuits fleur fleurs clé clés clef clefs mort morts île îles image images œuvre \
      œuvres étoile étoiles arme armes langue langues boîte boîtes bouteille bouteilles famille familles semaine \
      équipe équipes église églises loi lois part parts tasse tasses cuillère cuillères marche marches balle balles \
      histoire histoires feuille feuilles chaise chaises scène scènes victime victimes mère sœur sœurs tante
      """)
    words.masculine = WordTable.words(
      """
      âge ans an homme hommes livre livres jour jours mois siècle siècles kilomètre mètre litre musée lycée côté été \
      comité silence service services musée trophée
      """)
    return words
  }()

  private static let german: ContextWords = {
    var words = ContextWords()
    words.function = WordTable.words(
      """
      ab aber als am an auch auf aus bei bis da damit dann das dass dem den denn der des die doch durch ein eine einem \
      einen einer eines er es für gegen habe haben hat hatte hatten ich ihm ihn ihr im in ist kam man mehr mein mit \
      nach nicht noch nur ob oder ohne sei sein seit sich sie sind so über um und uns unter vom von vor war waren was \
      wenn wer wie wir wird wo wurde wurden zu zum zur zwischen
      """)
    words.starters = WordTable.words(
      """
      aber alle als am an auch auf aus bei da damals danach dann das dass dem den der die dies diese dort du ein eine \
      endlich er erst es etwas gegen gestern heute hier ich ihr im in ja jetzt kein man mein mit morgen nach nein nicht \
      niemand nun nur ob ohne plötzlich schließlich sein seit sie so später trotzdem um und uns unser unter viele vom von \
      vor wann warum was weil wenn wer wie wir wo zu zum zwar zwischen
      """)
    words.determiners = WordTable.words(
      "der die das dem den des ein eine einem einen einer eines dieser diese dieses mein sein ihr jeder"
    )
    words.beforeYear = WordTable.words(
      "jahr jahre jahren in seit bis von vor nach um ab anno sommer winter herbst frühling frühjahr ende anfang mitte"
    )
    words.beforeCount = WordTable.words(
      "über unter etwa rund fast circa knapp nur mindestens höchstens weniger mehr als insgesamt nummer zirka"
    )
    words.scores = WordTable.words(
      """
      gewann gewannen gewinnt gewonnen siegte siegten sieg verlor verloren verlieren führt führte unentschieden besiegte \
      schlug schlugen spiel endstand halbzeit stand niederlage steht
      """)
    words.wordsWithStop = WordTable.words("art. abs. max. min.")
    words.courtesy = WordTable.words("hr. fr. frl. dr. prof.")
    words.rates = WordTable.words("sekunde minute stunde tag nacht woche monat jahr person")
    words.calls = WordTable.words(
      "ruf rufen rief wähl wähle wählen wählte notruf nummer die den unter anrufen")
    words.emergency = ["112", "110"]
    words.versions = programs
    words.sections = WordTable.words(
      """
      abschnitt abschnitte abschnitten kapitel kapiteln abbildung abbildungen abb tabelle tabellen anhang beispiel \
      absatz ausgabe release
      """)
    words.phones = WordTable.words(
      "tel telefon telefonnummer handy fax nummer unter rufnummer mobil")
    words.feminine = WordTable.words(
      """
      stunde minute sekunde woche frau tochter mutter schwester hand nacht stadt straße person seite tür uhr art zahl \
      firma million milliarde wahl kuh maus wand bank burg angst kraft macht mauer nummer schulter schwester feder leiter \
      oper butter gefahr fahrt antwort welt zeit tat tonne meile tasse flasche
      """)
    words.masculine = WordTable.words(
      """
      name junge kunde käse affe hase löwe kollege zeuge gedanke buchstabe glaube wille friede ende auge interesse \
      gebäude gemüse getränke gebirge bote neffe pole russe franzose jude türke chinese
      """)
    return words
  }()
}
