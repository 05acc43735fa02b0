/// The words of one language that tell who speaks: verbs of speech, pronouns, titles, kin.
struct DialogueWords: Sendable {
  /// What a word is in a tag such as "said the old man".
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt64
    /// "said"
    static let strong = Traits(rawValue: 1)
    /// "smiled": a tag if its place is right.
    static let weak = Traits(rawValue: 2)
    static let he = Traits(rawValue: 4)
    static let she = Traits(rawValue: 8)
    static let they = Traits(rawValue: 16)
    static let me = Traits(rawValue: 32)
    static let determiner = Traits(rawValue: 64)
    /// "her", "my"
    static let owner = Traits(rawValue: 128)
    static let title = Traits(rawValue: 256)
    /// "mother", "uncle"
    static let kin = Traits(rawValue: 512)
    /// "man", "stranger": anybody
    static let anybody = Traits(rawValue: 1024)
    static let preposition = Traits(rawValue: 2048)
    /// "had", "then": stands between a subject and its verb.
    static let filler = Traits(rawValue: 4096)
    /// "and", "but"
    static let joint = Traits(rawValue: 8192)
    /// A word that is no name, although it often has a capital: "Monday".
    static let noName = Traits(rawValue: 16384)
    /// "sir", "my dear madam"
    static let address = Traits(rawValue: 32768)
    static let man = Traits(rawValue: 65536)
    static let woman = Traits(rawValue: 131072)
    /// "in", "at": a place follows.
    static let place = Traits(rawValue: 262144)
    /// "dear", "Oh": stands before a name in an address.
    static let beforeName = Traits(rawValue: 524288)
    static let to = Traits(rawValue: 1_048_576)
    /// Several people: "everybody".
    static let group = Traits(rawValue: 2_097_152)
    /// "thought": no sound.
    static let thought = Traits(rawValue: 4_194_304)
    static let it = Traits(rawValue: 8_388_608)
    /// "of", "de": stands within a name.
    static let particle = Traits(rawValue: 16_777_216)

    /// "the"
    static let definite = Traits(rawValue: 33_554_432)

    /// "heard": the words behind it name the speaker.
    static let heard = Traits(rawValue: 67_108_864)

    /// "her", "herself"
    static let her = Traits(rawValue: 134_217_728)
    /// "his", "him", "himself"
    static let his = Traits(rawValue: 268_435_456)

    /// A verb with its subject: "dit-elle"
    static let inverted = Traits(rawValue: 536_870_912)

    /// "said", "asked", and "then" beside them: words that tell nothing about the manner.
    static let plain = Traits(rawValue: 1_073_741_824)

    /// "Dear", "Sir": begins a letter.
    static let greeting = Traits(rawValue: 2_147_483_648)
    /// "Yours", "sincerely": begins the end of a letter.
    static let closing = Traits(rawValue: 4_294_967_296)

    static let pronoun: Traits = [.he, .she, .they, .me, .it]
    static let verb: Traits = [.strong, .weak]
  }

  private let traits: [String: Traits]
  private let adverbEnding: String
  /// Words that differ from others only by an accent: "él" is no article.
  private let accented: Set<String>
  /// The endings of verbs that can tell of speech although no list has them.
  private let verbEndings: [String]
  /// Short forms of given names: "lizzy" for "elizabeth".
  let shortForms: [String: String]
  /// Whether turns often begin with a dash in this language.
  let usesDashes: Bool
  /// Whether titles have small letters: "don Pedro".
  var hasSmallTitles: Bool { usesDashes }
  /// The pronouns behind a verb: "dit-elle".
  private let inverted: Set<String>
  let people: PersonWords

  /// Returns what a folded word is.
  func traits(of word: String) -> Traits {
    if let known = traits[word] { return known }
    // "dit-elle" is a verb and a pronoun.
    if !inverted.isEmpty, let hyphen = word.lastIndex(of: "-") {
      let last = String(word[word.index(after: hyphen)...])
      if inverted.contains(last) {
        let verb = word.prefix { $0 != "-" }
        return Traits([.strong, .inverted]).union(traits[last] ?? [])
          .union((traits[String(verb)] ?? []).intersection(.plain))
      }
    }
    return word.utf8.count > 4 && word.hasSuffix(adverbEnding) ? .filler : []
  }

  /// Returns the words of a language, or those of English if the language has none.
  static func of(_ language: String) -> DialogueWords {
    let code = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return tables[code] ?? (["pt", "it", "pl", "ru", "uk", "cs"].contains(code) ? dashed : english)
  }

  private static let tables = ["de": german, "fr": french, "es": spanish]

  init(
    _ lists: [(Traits, String)], adverbs: String, short: String = "", usesDashes: Bool = false,
    inverted: String = "", accented: [(Traits, String)] = [], verbEndings: String = "",
    people: PersonWords
  ) {
    var traits: [String: Traits] = [:]
    for (trait, words) in lists {
      for word in PersonWords.list(words) { traits[word, default: []].insert(trait) }
    }
    for (trait, word) in accented { traits[word, default: []].insert(trait) }
    self.traits = traits
    self.accented = Set(accented.map(\.1))
    self.verbEndings = verbEndings.split(separator: " ").map(String.init)
    adverbEnding = adverbs
    self.usesDashes = usesDashes
    self.inverted = Set(PersonWords.list(inverted))
    self.people = people
    var forms: [String: String] = [:]
    for pair in PersonWords.list(short) {
      let names = pair.split(separator: "=").map(String.init)
      if names.count == 2 { forms[names[0]] = names[1] }
    }
    shortForms = forms
  }

  /// Returns a word as the table has it: folded, unless its accent tells it from another word.
  func key(of word: ProseWords.Word, in text: [UInt8]) -> String {
    guard !accented.isEmpty, word.key.utf8.count < word.range.count else { return word.key }
    let spelling = String(decoding: text[word.range], as: UTF8.self).lowercased()
    return accented.contains(spelling) ? spelling : word.key
  }

  /// Whether narration begins with a verb of speech, before which a pronoun can be: "dijo Ana", "le preguntó".
  func beginsWithVerb(_ bytes: [UInt8], at start: Int) -> Bool {
    for text in Self.words(in: bytes, from: start, count: 3).map(\.text) {
      let word = text.prefix { $0.isLetter }
      guard word.first?.isLowercase == true else { return false }
      let own = traits(of: CharacterNormalizer.folded(String(word)))
      let hasEnding = verbEndings.contains { word.hasSuffix($0) && word.count > $0.count + 2 }
      if hasEnding || !own.isDisjoint(with: .verb) && own.isDisjoint(with: .filler) { return true }
      guard own.contains(.filler), word.count == text.count else { return false }
    }
    return false
  }

  /// Returns the range of a tag without marks around it, which begins behind punctuation: ", dit-elle,".
  func tag(in bytes: [UInt8], at index: Int) -> Range<Int>? {
    guard ",!?.".utf8.contains(bytes[index]), index + 1 < bytes.count else { return nil }
    var start = index + 1
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x0A { start += 1 }
    guard start > index + 1 else { return nil }
    let words = Self.words(in: bytes, from: start, count: 4)
    guard let first = words.first, isTag(words.map(\.text)) else { return nil }
    var end = first.end
    while end < bytes.count, !",.:!?;".utf8.contains(bytes[end]) { end += 1 }
    return index + 1..<min(end + 1, bytes.count)
  }

  private func isTag(_ words: [String]) -> Bool {
    guard let first = words.first else { return false }
    for word in words.prefix(3) {
      let key = CharacterNormalizer.folded(word)
      let parts = key.split(separator: "-")
      if parts.count > 1, let last = parts.last, inverted.contains(String(last)),
        parts[0].count > 2
      {
        return true
      }
      guard word == first || traits(of: key).contains(.filler) else { break }
    }
    guard words.count > 1, first.first?.isLowercase == true || !inverted.isEmpty else {
      return false
    }
    let (one, two) = (traits(of: CharacterNormalizer.folded(first)), words[1])
    let other = traits(of: CharacterNormalizer.folded(two))
    let isSubject =
      two.first?.isUppercase == true || !other.isDisjoint(with: [.determiner, .title])
      || !other.isDisjoint(with: .pronoun) || !inverted.isEmpty && two.lowercased().hasPrefix("l'")
    if !one.isDisjoint(with: [.strong, .thought]), first.first?.isLowercase == true, isSubject {
      return true
    }
    return inverted.isEmpty && other.contains(.strong) && !one.isDisjoint(with: .pronoun)
  }

  private static func words(
    in bytes: [UInt8], from start: Int, count: Int
  ) -> [(text: String, end: Int)] {
    var words: [(text: String, end: Int)] = []
    var index = start
    while words.count < count, index < bytes.count {
      var end = index
      while end < bytes.count, bytes[end] != 0x20, bytes[end] != 0x0A,
        !",.:!?;".utf8.contains(bytes[end])
      {
        end += 1
      }
      guard end > index else { break }
      words.append((String(decoding: bytes[index..<end], as: UTF8.self), end))
      guard end < bytes.count, bytes[end] == 0x20 || bytes[end] == 0x0A else { break }
      index = end + 1
    }
    return words
  }
}

extension DialogueWords {
  private static let dashed = DialogueWords(
    [], adverbs: "-", usesDashes: true, people: .of("en"))

  static let english = DialogueWords(
    [
      (
        .strong,
        """
        said cried replied answered asked exclaimed returned whispered murmured muttered shouted called observed \
        remarked continued added inquired enquired repeated began resumed rejoined responded retorted demanded \
        declared suggested interrupted interjected interposed growled screamed roared sobbed gasped ejaculated stammered \
        faltered yelled explained protested urged ventured admitted agreed announced says asks replies cries \
        answers whispers say concluded pleaded commented pronounced
        saying crying asking replying exclaiming adding whispering muttering
        """
      ),
      (
        .weak,
        """
        sighed laughed smiled nodded went broke put insisted thought mused wondered reflected reasoned considered \
        told spoke wrote read sang chanted moaned groaned grumbled snapped snarled hissed sneered scoffed mocked \
        jeered giggled chuckled grinned frowned shrugged begged implored entreated besought prayed wailed whimpered \
        whined bawled bellowed shrieked screeched squealed squeaked piped chirped croaked breathed panted puffed \
        coughed drawled lisped mumbled stuttered blurted burst joined chimed cut struck finished ended proceeded \
        pursued persisted persevered reiterated echoed corrected objected argued reasoned contradicted disputed \
        denied confessed owned acknowledged conceded allowed granted assented consented assured promised vowed \
        swore affirmed asserted averred maintained stated reported related recounted narrated informed advised \
        warned cautioned threatened ordered commanded directed bade bid requested proposed offered recommended \
        apologized apologised consoled comforted soothed encouraged reassured coaxed teased bantered jested joked \
        quipped rallied taunted reproached reproved rebuked scolded chided accused blamed complained lamented \
        mourned regretted rejoiced exulted triumphed boasted bragged gushed greeted hailed saluted welcomed thanked \
        congratulated blessed cursed raged stormed thundered barked rapped flashed fired fumed sniffed snorted \
        grunted hummed purred cooed crooned quavered trembled quoted recited dictated translated guessed supposed \
        presumed speculated calculated conjectured decided resolved determined noted noticed saw perceived hinted \
        intimated implied insinuated prompted quizzed questioned queried pondered speaks speak telling smiles nods \
        laughs turned looked hesitated paused stopped came gave made let threw followed opened cried-out faced \
        uttered vociferated expostulated remonstrated soliloquized apostrophized summed led ran took raised lifted \
        shook rose stood sat leaned bent held waved pointed approached stared gazed glanced
        """
      ),
      (.he, "he"), (.she, "she"), (.they, "they we everybody everyone both all"), (.me, "i"),
      (.it, "it"), (.her, "her herself hers"), (.his, "his him himself"),
      (.determiner, "the a an this that another one his her my their our your its some"),
      (.owner, "his her my their our your its"), (.definite, "the"),
      (
        .title,
        """
        mr mrs miss ms mister dr doctor sir lady lord captain colonel major general lieutenant sergeant aunt uncle \
        madame monsieur mademoiselle mme mlle m count countess baron baroness duke duchess prince princess king \
        queen father mother sister brother reverend rev inspector professor master mistress cousin signor signora \
        señor señora don doña herr frau squire saint st president judge justice constable corporal admiral \
        superintendent dame marquis marquise viscount bishop dean friar nurse granny deacon
        """
      ),
      (
        .man,
        """
        mr mister sir lord uncle monsieur m count baron duke prince king father brother master signor señor don \
        herr squire marquis viscount friar captain colonel major general lieutenant sergeant reverend rev \
        inspector constable corporal admiral superintendent bishop dean husband son grandfather nephew papa \
        gentleman fellow boy lad butler clergyman vicar footman coachman stepfather constable landlord dad
        """
      ),
      (
        .woman,
        """
        mrs miss ms lady aunt madame mademoiselle mme mlle countess baroness duchess princess queen mother sister \
        mistress signora señora doña frau dame marquise granny nurse wife daughter grandmother niece mamma \
        maid girl matron housekeeper landlady widow woman governess stepmother madam ma'am mama mum mom
        """
      ),
      (
        .kin,
        """
        mother father brother sister husband wife son daughter uncle aunt cousin nephew niece mamma papa mama dad \
        mum mom grandmother grandfather friend companion master mistress lover host hostess guest visitor \
        mother-in-law father-in-law brother-in-law sister-in-law son-in-law daughter-in-law partner neighbour \
        neighbor fiancé fiancée child interlocutor employer parent guardian ward
        """
      ),
      (
        .anybody,
        """
        man woman gentleman lady girl boy other stranger person voice fellow child lad old young people one latter \
        former speaker first second third others men women boys girls creature thing rest chap individual
        """
      ),
      (
        .preposition,
        """
        to with at of in on by for from into upon after before behind over under through about against among \
        between without towards toward near beside like than as if when while because that which who whom whose \
        where how what
        """
      ),
      (.place, "in at from into near to towards toward through of"),
      (.to, "to"),
      (
        .filler,
        """
        had then also only again now at once here still just never always ever would could did was have has even \
        thus soon presently too not again first last half quite very so suddenly gently quietly softly more most \
        simply merely almost rather once
        """
      ),
      (
        .plain,
        """
        said asked replied answered returned observed remarked continued added inquired enquired resumed rejoined \
        responded says asks replies answers say then also again now here still just first last
        """
      ),
      (.greeting, "dear dearest sir madam gentlemen"),
      (
        .closing,
        """
        yours your your's affectionate affectionately sincerely faithfully truly obedient obliged respectfully love \
        loving ever very own humble devoted devotedly servant most
        """
      ),
      (.joint, "and but or so then for yet nor while"),
      (
        .noName,
        """
        i the a an he she it they we you his her their our your my me him them us this that these those there here \
        what who why how when where which whose if and but or so then for yet nor not no yes oh ah o well now \
        come good dear god heaven heavens lord's english french german spanish italian russian england london \
        france paris america american europe european christian christmas sunday monday tuesday wednesday \
        thursday friday saturday january february march april may june july august september october november \
        december chapter book volume part mr's sir madam ma'am ladies gentlemen gentleman indeed perhaps \
        certainly never always nothing something everything everybody nobody somebody anybody one two three four \
        five six seven eight nine ten all both some many much more most such very only just still even thank \
        please hush hullo hallo hello alas bless pray look let do did does is are was were be been has have had \
        will would shall should can could may might must ought am in on at by to from of with about after before \
        as because since though although until till while upon under over good-bye goodbye goodness mind \
        poor old young little latin greek bible holy ghost christ jesus dieu mon oui non
        """
      ),
      (
        .address,
        "sir madam ma'am mamma mama papa madame monsieur miss mister mother father mum mom dad ladies gentlemen"
      ),
      (.beforeName, "dear oh my poor well o ah dearest old little good no yes hullo hello"),
      (.group, "everybody everyone all both they people others men women boys girls voices crowd"),
      (.thought, "thought mused wondered reflected pondered"),
      (.particle, "de of von van la du d the der den di del della"), (.heard, "heard"),
    ],
    adverbs: "ly",
    short: """
      lizzy=elizabeth eliza=elizabeth lizzie=elizabeth beth=elizabeth betty=elizabeth bess=elizabeth \
      libby=elizabeth bill=william will=william billy=william willy=william willie=william bob=robert rob=robert \
      bobby=robert robin=robert dick=richard rick=richard richie=richard jack=john johnny=john jim=james \
      jimmy=james jamie=james joe=joseph joey=joseph tom=thomas tommy=thomas harry=henry hal=henry hank=henry \
      ned=edward ted=edward eddie=edward teddy=edward charley=charles charlie=charles chuck=charles kitty=catherine \
      kate=catherine cathy=catherine katie=catherine catharine=catherine meg=margaret maggie=margaret peggy=margaret \
      molly=mary polly=mary minnie=mary nan=anne nancy=anne annie=anne ann=anne sally=sarah sal=sarah sam=samuel \
      sammy=samuel ben=benjamin fred=frederick freddy=frederick frank=francis fanny=frances george=georgie \
      nick=nicholas noll=oliver dan=daniel dave=david davy=david mike=michael matt=matthew pat=patrick \
      sue=susan susie=susan susy=susan lucy=lucia jenny=jane nell=ellen nelly=ellen nellie=ellen bella=isabella \
      belle=isabella gus=augustus abe=abraham al=albert bert=albert alex=alexander sandy=alexander archie=archibald \
      barney=barnaby cyril=cyrus dolly=dorothy dora=dorothy emmy=emily ettie=henrietta hetty=henrietta \
      flo=florence jerry=jeremiah larry=lawrence len=leonard lennie=leonard lou=louisa patty=martha \
      milly=mildred phil=philip reggie=reginald ron=ronald steve=stephen tim=timothy toby=tobias tony=anthony \
      vic=victor viky=victoria vicky=victoria walt=walter wat=walter
      """,
    people: .of("en"))
}
