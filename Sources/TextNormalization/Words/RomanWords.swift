import Basics

/// Words that show the meaning of an adjacent Roman numeral, in one language and in lower case.
struct RomanWords: Sendable {
  /// Words for things that are numbered by a numeral after the word: "Chapter IV", "World War II".
  var counted: Set<String> = []
  /// The words in `counted` and `centuries` that are abbreviations, such as "vol".
  var abbreviated: Set<String> = []
  /// Names of rulers.
  /// Their numbers are ordinals in English and German. In Spanish, only numbers up to ten are ordinals.
  var rulers: Set<String> = []
  /// The names in `rulers` that are names of queens.
  var queens: Set<String> = []
  /// Words that follow a numeral: "XIX century", "XXe siècle".
  var centuries: Set<String> = []
  /// Verbs and adverbs after the pronoun "I".
  /// They distinguish the pronoun from a number.
  var verbs: Set<String> = []
  /// The verbs and adverbs that occur only after "I".
  var firstPerson: Set<String> = []

  static func of(_ language: Language, _ edition: ReadingEdition) -> RomanWords {
    var words: RomanWords =
      switch language {
      case .english: english
      case .spanish: spanish
      case .french: french
      case .german: german
      case .other: RomanWords()
      }
    if edition != .first { words.complete(language) }
    return words
  }

  /// Adds the words of the second edition.
  private mutating func complete(_ language: Language) {
    rulers.formUnion(Self.moreRulers)
    switch language {
    case .german: counted.formUnion(["nummer", "mark"])
    case .french: counted.formUnion(["numéro", "an"])
    case .spanish: counted.insert("número")
    default: break
    }
  }

  /// Rulers whose names have the same spelling in several languages.
  private static let moreRulers = WordTable.words(
    """
    abbas abdulaziz afonso ahmed alexios alexius amenemhat amenhotep andronikos antigonus antiochos antiochus assurbanipal \
    assurnasirpal basil bayezid bela boleslaw boris cambyses canute carloman casimir childeric chlothar clovis \
    cnut dagobert demetrios demetrius eric erik farouk fuad hadrian hattusili hormisdas kamehameha khosrow lothair \
    mahmud menelik mieszko mithridates moctezuma montezuma mursili mustafa nebuchadnezzar nektanebos nikephoros \
    osman oscar pepi pepin pileser psamtik rama rameses romanos sargon seleucus senusret sergius shalmaneser shapur \
    shoshenq sigismund stanislaus thutmosis tiberius valdemar valentinian vespasian wladyslaw yazdegerd zachary
    """)

  private static let english = RomanWords(
    counted: WordTable.words(
      """
      act acts appendix apollo article articles annex amendment book books bowl canto case category chapter chapters \
      class corps column div division episode episodes exhibit fig figure final fantasy gemini grade group kings lesson level \
      louvre mark model movement no number page part parts phase plate quest rocky rambo saturn scene scenes schedule \
      section sections season sequence series stage step symphony table theme title titan tome trek type unit vatican \
      verse version vol volume volumes war wars wrestlemania p pp rome salyut soyuz mk halloween jaws superman godfather ii
      """),
    abbreviated: ["div", "fig", "mk", "p", "pp", "vol"],
    rulers: WordTable.words(
      """
      henry louis charles george edward william james richard philip elizabeth mary john paul pius benedict francis \
      nicholas alexander peter catherine leo gregory clement innocent urban boniface ramses ramesses thutmose amenhotep \
      napoleon wilhelm friedrich frederick otto heinrich karl ludwig felipe carlos alfonso ferdinand isabella juan \
      christian gustav harald haakon olav magnus margaret anne victor umberto emmanuel constantine theodosius justinian \
      ivan paul mehmed murad selim suleiman darius xerxes artaxerxes cyrus ptolemy cleopatra seti baldwin godfrey robert \
      david malcolm kenneth stephen harold joseph leopold albert baudouin rainier maximilian pedro afonso \
      julius sixtus celestine adrian callixtus eugene honorius martin marcellus sylvester urban victor zephyrinus \
      edmund edgar edwy ethelred thomas walter hamilton thurston winston samuel daniel michael andrew anthony arthur \
      benjamin davis donald douglas duncan frank harry howard jack kevin larry mark matthew patrick ralph raymond roger \
      ronald russell scott steven theodore timothy vincent wallace warren
      """),
    queens: WordTable.words("elizabeth mary catherine margaret anne isabella cleopatra"),
    centuries: WordTable.words("century centuries dynasty olympiad legion congress cent"),
    verbs: WordTable.words(
      """
      am i'm have had think like love want know need hate remember said say do did don't will would can could can't \
      should shall may might must was went go see saw got get made make believe feel felt hope guess mean told swear wish \
      wonder never always just also ever only still really
      """),
    firstPerson: WordTable.words(
      """
      am i'm have think like love want know need hate remember say do don't go see get make believe feel hope guess \
      mean swear wish wonder
      """))

  private static let spanish = RomanWords(
    counted: WordTable.words(
      """
      acto actos capítulo capítulos tomo tomos volumen volúmenes libro libros parte partes escena escenas sección \
      título artículo apéndice anexo fase tipo episodio temporada tabla figura lámina canto clase nivel grupo
      """),
    abbreviated: ["s", "ss"],
    rulers: WordTable.words(
      """
      felipe carlos alfonso fernando isabel juan luis enrique pedro sancho jaime ramiro napoleón jorge guillermo \
      eduardo pío benedicto pablo juan_pablo gregorio inocencio clemente nicolás alejandro federico francisco catalina \
      maría cristina león bonifacio urbano ramsés jacobo ricardo leopoldo
      """),
    queens: WordTable.words("isabel catalina maría cristina"),
    centuries: WordTable.words("siglo siglos s ss"))

  private static let french = RomanWords(
    counted: WordTable.words(
      """
      acte actes chapitre chapitres tome tomes volume volumes livre livres partie parties scène scènes section titre \
      article annexe phase type épisode saison tableau figure planche chant classe niveau groupe
      """),
    rulers: WordTable.words(
      """
      louis charles henri françois napoléon philippe jean pie benoît jean-paul paul grégoire innocent clément nicolas \
      alexandre frédéric guillaume élisabeth elisabeth catherine édouard edouard george georges jacques richard \
      léopold albert baudouin léon boniface urbain ramsès pierre ivan rainier
      """),
    queens: WordTable.words("élisabeth elisabeth catherine"),
    centuries: WordTable.words("siècle siècles arrondissement république"))

  private static let german = RomanWords(
    counted: WordTable.words(
      """
      akt kapitel band buch teil szene abschnitt titel artikel anhang phase typ folge staffel tabelle abbildung tafel \
      gesang klasse stufe gruppe hartz
      """),
    rulers: WordTable.words(
      """
      ludwig friedrich wilhelm karl heinrich otto leopold maximilian franz joseph napoleon johannes paul pius benedikt \
      gregor innozenz clemens nikolaus alexander peter katharina elisabeth georg eduard philipp ferdinand rudolf konrad \
      leo bonifaz urban ramses august christian gustav albert maria margarethe isabella
      """),
    queens: WordTable.words("katharina elisabeth maria margarethe isabella"),
    centuries: WordTable.words("jahrhundert weltkrieg vatikanisches"))
}
