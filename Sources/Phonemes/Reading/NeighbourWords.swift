/// A condition about the words and the parts of speech of a sentence.
struct SentenceTest {
  let pieces: [SpokenPiece]
  let words: [String]
  let place: Int

  func holds(_ name: String) -> Bool {
    switch name {
    case "accustomed": isAccustomed
    case "purpose": isPurpose || isMeans
    case "told": isTold
    case "present": isPresent
    case "change": isChange
    case "command": isCommand
    case "plural": isBehindPlural
    case "counted": isCounted
    case "parted": isParted
    case "place": isInPlace
    default: holdsOfVerb(name)
    }
  }

  func word(_ offset: Int) -> String {
    words.indices.contains(place + offset) ? words[place + offset] : ""
  }

  func tag(_ offset: Int) -> String {
    pieces.indices.contains(place + offset) ? pieces[place + offset].tag : ""
  }

  /// Whether "used to" means accustomed: "got used to", "is used to waiting", "a man used to war".
  private var isAccustomed: Bool {
    guard word(1) == "to" else { return false }
    let before = Self.adverbs.contains(word(-1)) ? word(-2) : word(-1)
    if Self.becoming.contains(before) || tag(2) == "VBG" { return true }
    // "a programmer used to serial machines"
    let isNoun = tag(-1) == "NN" && ["DT", "JJ"].contains(tag(-2))
    if isNoun, Self.customs.contains(tag(2)) { return true }
    return Self.being.contains(before) && (Self.things.contains(word(2)) || tag(2) == "VBG")
  }

  /// The parts of speech of what people are accustomed to.
  private static let customs: Set<String> = ["JJ", "VBG", "NN", "NNS", "PRP", "PRP$"]
  private static let adverbs: Set<String> = ["not", "n't", "so", "quite", "more", "still", "all"]
  private static let becoming: Set<String> = [
    "get", "gets", "got", "gotten", "getting", "become", "becomes", "became", "grown", "grew",
  ]
  private static let being: Set<String> = [
    "am", "is", "are", "was", "were", "be", "been", "being", "'m", "'re", "'s",
  ]
  private static let things: Set<String> = [
    "it", "that", "this", "these", "those", "him", "her", "them", "me", "us", "you", "the", "a",
    "an", "my", "your", "his", "our", "their", "such",
  ]

  /// Whether "used to" names a purpose: "the charts used to show a mean are".
  private var isPurpose: Bool {
    tag(-1).hasPrefix("NN") && word(1) == "to" && Self.purposes.contains(word(2))
      && words[place...].contains { $0 == "is" || $0 == "are" }
      && !words[place...].contains { $0 == "," || $0 == "but" || $0 == "that" || $0 == "what" }
  }

  private static let purposes: Set<String> = [
    "show", "indicate", "specify", "store", "represent", "compute", "calculate", "denote",
    "describe", "define", "determine", "measure", "display", "identify", "estimate",
  ]

  /// Whether "used to" names what means were employed for: "the script I used to build the site", but not "the script I
  /// used to run every day".
  private var isMeans: Bool {
    guard word(1) == "to", Self.users.contains(word(-1)), Self.works.contains(word(2)),
      Self.objects.contains(tag(3)), word(3) != "every"
    else { return false }
    return Self.means.contains(["that", "which"].contains(word(-2)) ? word(-3) : word(-2))
  }

  private static let users: Set<String> = ["i", "you", "we", "they", "he", "she", "it"]
  private static let objects: Set<String> = [
    "CD", "DT", "JJ", "NN", "NNP", "NNPS", "NNS", "PRP", "PRP$", "VBG",
  ]
  private static let means = Set(
    """
    algorithm api app approach code command commands config configuration data dataset editor equation file files \
    formula framework function functions hardware image images key knife language library material materials method \
    methods model notebook package parameters photo plugin procedure process program prompt prompts query queries \
    recipe regex rope script scripts settings setup snippet software spreadsheet strategy syntax system technique \
    techniques template tool tools trick words workflow
    """.split(separator: " ").map(String.init))
  private static let works = purposes.union(
    """
    achieve add analyze apply build change check choose clean collect compare configure convert create cut debug \
    deploy derive detect develop download draw edit export extract fetch filter find fix generate get \
    implement import improve install kill load make monitor move obtain open parse plot prepare process produce prove pull \
    record remove render replace reproduce run scrape select send set solve start test train transform translate \
    update upload validate verify
    """.split(separator: " ").map(String.init))

  /// Whether a plural is the verb of one thing before a colon: "A message records: 5", "The form records: “Done”".
  private var isTold: Bool {
    guard word(1) == ":", tag(-1).hasPrefix("NN"), !word(-1).hasSuffix("s") else { return false }
    var start = -1
    while start > -6, tag(start).hasPrefix("NN") || tag(start) == "JJ" { start -= 1 }
    return ["a", "an", "each", "every", "this"].contains(word(start))
      || word(start) == "the" && place + start == 0 && ["“", "\"", "‘", "'"].contains(word(2))
  }

  /// Whether "read" is now or later: "as they read it they will", "the cards that read".
  private var isPresent: Bool {
    let isClause = Self.subjects.contains(word(-1)) && Self.conjunctions.contains(word(-2))
    let isThing = word(-1) == "that" && tag(-2) == "NNS"
    guard isClause || isThing else { return false }
    let others = pieces.indices.filter { $0 != place }
    guard !others.contains(where: { pieces[$0].tag == "VBD" }) else { return false }
    return others.contains {
      isThing && ["VBP", "VBZ"].contains(pieces[$0].tag) || Self.future.contains(words[$0])
    }
  }

  private static let subjects: Set<String> = ["i", "you", "we", "they"]
  private static let conjunctions: Set<String> = ["as", "when", "while", "if", "once", "until"]
  private static let future: Set<String> = ["will", "'ll", "can", "must", "should", "may"]

  /// Whether a verb at the beginning of a sentence has a name behind it: "Close Notepad."
  private var isCommand: Bool {
    (place == 0 || word(-1) == ":" || word(-1) == "then") && tag(1).hasPrefix("NNP")
      && !Self.nearThings.contains(word(1))
  }

  private static let nearThings: Set<String> = [
    "call", "calls", "combat", "encounter", "encounters", "friend", "friends", "grip", "harmony",
    "protection", "quarters", "range", "reading", "relations", "shave", "shot", "ties",
  ]

  /// Whether a plural is the subject before a verb: "how keys project into", but not "the sales project into".
  private var isBehindPlural: Bool {
    ["into", "onto"].contains(word(1)) && tag(-1).hasPrefix("NN") && word(-1).hasSuffix("s")
      && !word(-1).hasSuffix("ss")
      && !["DT", "PRP$"].contains(tag(-2))
  }

  /// Whether "separate" is the only verb behind a plural: "The boats separate from", but not "Keep keys separate from".
  private var isParted: Bool {
    tag(-1) == "NNS" && tag(-2) != "IN" && ["from", "into"].contains(word(1))
      && !pieces[..<place].contains { $0.tag.hasPrefix("VB") || $0.tag == "MD" }
      && !words[place...].contains { Self.being.contains($0) || $0 == "have" || $0 == "must" }
      && !pieces[place...].contains { $0.tag == "VBD" }
  }

  /// Whether a number before the word numbers a step. After an amount, the noun would be a plural: "Ten Convert a
  /// file".
  private var isCounted: Bool {
    place > 0 && place < 3 && (0..<place).allSatisfy { tag($0 - place) == "CD" }
      && words[0] != "one" && pieces[place].symbols.first?.isUpper == true
  }

  /// Whether a singular noun is the subject before "lives in": "all logic lives in", but not "their love lives in".
  private var isInPlace: Bool {
    Self.places.contains(word(1)) && ["NN", "NNP"].contains(tag(-1))
      && !Self.livesOf.contains(word(-1))
  }

  private static let places: Set<String> = [
    "in", "inside", "within", "outside", "under", "behind", "alongside", "beside", "here",
  ]
  private static let livesOf: Set<String> = [
    "animal", "child", "city", "civilian", "college", "community", "cost", "country", "daily",
    "day",
    "dream", "farm", "game", "insect", "risk", "star", "street", "everyday", "family", "fantasy",
    "home", "human", "inner", "love", "married", "night",
    "online", "past", "peasant", "people", "prayer", "prison", "private", "sex", "school",
    "social", "soldier", "student", "village", "work", "working",
  ]

  /// Whether "increases" ends a clause with a subject: "as the weight increases."
  private var isChange: Bool {
    let next = word(1)
    let isEnd = next.isEmpty || [".", ",", ";", ")"].contains(next)
    guard
      isEnd || Self.opposites.contains(word(2)) && ["and", "or", ","].contains(next)
        || isAfterClause,
      !word(-1).hasSuffix("s"), !["CD", "DT", "JJR"].contains(tag(-1))
    else { return false }
    if isAfterClause { return true }
    let opener = word(-2)
    if Self.openers.contains(opener) { return true }
    return ["the", "a", "its"].contains(opener)
      && (place == 2 || Self.openers.contains(word(-3)) || word(-3) == ",")
  }

  private static let opposites: Set<String> = ["decrease", "decreases"]
  private static let openers: Set<String> = [
    "as", "if", "when", "while", "until", "that", "which", "so", "then", "and", "whether",
  ]
}

/// Words whose sound depends on the words beside them: "lead pipe", "took a bow", "Des Moines".
struct NeighbourWords: Sendable {
  private let rules: [String: [Rule]]

  /// A condition, and the phonemes of the word if it holds.
  private struct Rule: Sendable {
    enum Place: Character {
      case before = "<"
      case after = ">"
      /// Anywhere in the sentence.
      case near = "~"
      /// Not after the word, which begins a sentence or a part of it.
      case first = "^"
      /// A word before and one after, joined by a low line.
      case between = "|"
      /// A condition about the sentence; `SentenceTest` has the conditions by name.
      case sentence = "="
    }
    var place: Place
    /// The words at the place; two words are joined by a low line.
    var words: Set<String>
    var phonemes: Phones
  }

  init(_ dialect: EnglishDialect) {
    var rules: [String: [Rule]] = [:]
    for line in (Self.table + "\n" + SentenceTest.rows).split(separator: "\n") {
      let parts = line.split(separator: " ").map(String.init)
      guard let place = parts[1].first.flatMap(Rule.Place.init) else { continue }
      let phonemes = dialect == .british && parts[3] != "=" ? parts[3] : parts[2]
      rules[parts[0], default: []].append(
        Rule(place: place, words: Set(parts[4...]), phonemes: Phones(phonemes)))
    }
    self.rules = rules
  }

  /// Sets the phonemes of the words of a sentence whose neighbours tell them.
  func settle(_ pieces: inout [SpokenPiece]) {
    var words: [String]?
    for place in pieces.indices where pieces[place].phonemes == nil {
      let symbols = pieces[place].symbols
      guard symbols.count < 12,
        let rules = rules[symbols.string] ?? rules[symbols.string.lowercased()]
      else { continue }
      let all = words ?? pieces.map { $0.symbols.string.lowercased() }
      words = all
      let rule = rules.first { rule in
        switch rule.place {
        case .before: Self.before(place, all).contains(where: rule.words.contains)
        case .after: Self.after(place, all).contains(where: rule.words.contains)
        case .first: Self.begins(place, all) && !rule.words.contains(all[place + 1])
        case .near: Self.near(place, all).contains(where: rule.words.contains)
        case .sentence:
          rule.words.contains(where: SentenceTest(pieces: pieces, words: all, place: place).holds)
        case .between:
          place > 0 && place + 1 < all.count
            && rule.words.contains("\(all[place - 1])_\(all[place + 1])")
        }
      }
      pieces[place].phonemes = rule?.phonemes
    }
  }

  /// Returns the word before an index, and the two words before it.
  private static func before(_ place: Int, _ words: [String]) -> [String] {
    guard place > 0 else { return [] }
    return [words[place - 1]] + (place > 1 ? ["\(words[place - 2])_\(words[place - 1])"] : [])
  }

  /// Returns the word after an index, the two words after it, and after the first word of a sentence the word with a
  /// circumflex.
  private static func after(_ place: Int, _ words: [String]) -> [String] {
    guard place + 1 < words.count else { return [] }
    let next = words[place + 1]
    let second = place + 2 < words.count ? words[place + 2] : ""
    return [next, "\(next)_\(second)"] + (place == 0 ? ["^" + next, "^\(next)_\(second)"] : [])
  }

  /// Whether a word begins a sentence or a part of it, and a word follows.
  private static func begins(_ place: Int, _ words: [String]) -> Bool {
    guard place + 1 < words.count, let next = words[place + 1].first, next.isLetter || next == "("
    else { return false }
    return place == 0 || [":", ",", ";", "—", "“", "("].contains(words[place - 1])
  }

  /// Returns the words at most eight words away.
  private static func near(_ place: Int, _ words: [String]) -> ArraySlice<String> {
    words[max(0, place - 8)..<min(words.count, place + 9)]
  }

  // A word, the place, the American and the British phonemes (= if they are equal), and the neighbours.
  private static let table = """
    lead > lˈɛd = pipe pipes weight weights paint shot bullet bullets balloon poisoning box lined crystal ore mine mines ingots sheets foil solder shielding apron roof acid exposure -_lined -_free -_acid -_based
    lead < lˈɛd = made_of piece_of pieces_of lump_of sheet_of sheets_of pound_of pounds_of tons_of ounces_of traces_of exposure_to turned_to heavy_as like_molten molten melted solid
    read < ɹˈɛd = have_you has_he has_she had_you had_he have_they i_'d he_'d she_'d we_'d they_'d who_'d
    winds < wˈIndz = road river path trail street stream lane staircase
    winds > wˈIndz = its its_way
    wind > wˈInd = me_up you_up him_up her_up us_up them_up it_up
    wound > wˈWnd = its around tightly itself
    tear < tˈɛɹ tˈɛː wear_and
    tear ~ tˈɪɹ tˈɪə eye eyes cheek cheeks face cry cried weep weeping
    tear > tˈɛɹ tˈɛː in_the in_his in_her in_my in_its in_their in_your
    bowed > bˈOd bˈQd legs string strings instrument instruments
    bass > bˈAs = guitar guitars player players line lines drum drums clef solo singer voice note notes string
    bass < bˈAs = double upright electric acoustic slap
    bass ~ bˈæs bˈas fish fishing fished caught catch lake river striped largemouth sea boat eat ate fillet
    bass ~ bˈAs = song songs music band guitar drums treble track speaker speakers play plays played sing sang tune
    minute | mInˈut mInjˈuːt is_. are_. was_. were_. is_, are_, was_, were_, so_that
    minute > mInˈut mInjˈuːt amount amounts detail details quantity quantities particle particles trace traces difference differences ways fragments fractions
    objects < əbʤˈɛkts = he she who nobody everybody someone everyone
    object < əbʤˈɛkt = anyone anybody nobody somebody who i we you they strongly must would would_not n't not
    contract > kˈɑntɹˌækt kˈɒntɹakt open_interest
    contract < kəntɹˈækt kəntɹˈakt muscles metals vessels pupils lungs
    contracts < kəntɹˈækts kəntɹˈakts it he she muscle heart
    used = jˈust jˈuːst accustomed
    used = jˈuzd jˈuːzd purpose
    used > jˈust jˈuːst ^to_be
    records = ɹəkˈɔɹdz ɹɪkˈɔːdz told relative
    objects = əbʤˈɛkts = told relative
    contracts = kəntɹˈækts kəntɹˈakts told relative
    presents = pɹizˈɛnts pɹɪzˈɛnts told relative
    rejects = ɹəʤˈɛkts ɹɪʤˈɛkts told relative
    permits = pəɹmˈɪts pəmˈɪts told relative
    uses = jˈuzᵻz jˈuːzɪz told relative
    excuses = ɪkskjˈuzᵻz ɪkskjˈuːzɪz told relative
    houses = hˈWzᵻz hˈWzɪz told relative
    exports = ɪkspˈɔɹts ɪkspˈɔːts told relative
    imports = ɪmpˈɔɹts ɪmpˈɔːts told relative
    inserts = ɪnsˈɜɹts ɪnsˈɜːts told relative
    extracts = ɪkstɹˈækts ɪkstɹˈakts told relative
    converts = kənvˈɜɹts kənvˈɜːts told relative
    projects = pɹəʤˈɛkts = told relative
    read = ɹˈid ɹˈiːd present
    convert = kənvˈɜɹt kənvˈɜːt counted
    record = ɹəkˈɔɹd ɹɪkˈɔːd counted
    import = ɪmpˈɔɹt ɪmpˈɔːt counted
    export = ɪkspˈɔɹt ɪkspˈɔːt counted
    extract = ɪkstɹˈækt ɪkstɹˈakt counted
    crooked > kɹˈʊkt = a an his her my your their the
    constructs > kˈɑnstɹˌʌkts kˈɒnstɹʌkts . ; ) are and or such_as
    constructs < kˈɑnstɹˌʌkts kˈɒnstɹʌkts concurrency control language programming these those
    extracts ^ ɪkstɹˈækts ɪkstɹˈakts of from and or is are was were in for to by with ( that which containing made used
    inserts ^ ɪnsˈɜɹts ɪnsˈɜːts of from and or is are were in for to by with ( that which
    permits ^ pəɹmˈɪts pəmˈɪts of from and or is are were in for to by with ( that which
    converts ^ kənvˈɜɹts kənvˈɜːts of from and or are were in ( who
    estimate ^ ˈɛstəmˌAt ˈɛstɪmˌAt of is was for and or by from to in as with range date cost costs
    increases = ɪnkɹˈisᵻz ɪnkɹˈiːsɪz change
    tearing > tˈɪɹɪŋ tˈɪəɹɪŋ up_. up_, up_! up_; up_— up_… up_again up_at up_when up_as up_now up_just
    record > ɹəkˈɔɹd ɹɪkˈɔːd ^audio ^video ^campaign ^calls ^event ^events ^observations ^expenses ^transactions
    conflicts < kənflˈɪkts = it that which this he she nothing specification statement account schedule behavior
    override < ˌOvəɹɹˈId ˌQvəɹˈId can could may might must to will would should we you they cannot
    override > ˈOvəɹɹˌId ˈQvəɹˌId in on for of with from
    close < klˈOs klˈQs was were been very too
    close > klˈOz klˈQz bracket brackets brace braces parenthesis parentheses paren parens quote quotes quotation angle_bracket angle_brackets square_bracket curly_brace curly_bracket
    close > klˈOz klˈQz the your my that this it his her their our those these down in_ in_. in_! in_, in_on in_faster in_slowly in_quickly in_tighter in_closer
    close > klˈOz klˈQz ^all ^any all_windows all_apps all_tabs all_files all_programs window windows app apps applications programs browser tab tabs dialog files terminal editor
    close = klˈOz klˈQz command
    close > klˈOs klˈQs to together up_on up_of
    close < klˈOz klˈQz i door gate lid doors curtains gates shutters windows blinds lids eyes
    tears > tˈɪɹz tˈɪəz up_at up_and up_again up_when up_as up_. up_,
    tears > tˈɛɹz tˈɛːz off it_off it_up it_open it_apart it_away them_off them_up apart away open loose free into through
    bow > bˈO bˈQ tie ties
    bow < bˈW = low half slight formal curt polite stiff courtly mock gave_a gives_a took_a take_a takes_a taking_a final deep little to must we they and
    bows > bˈWz = to before down deeply low out quickly slightly politely
    bow > bˈW = to before down deeply low out of
    mm < ˌɛmˈɛm = the a in of or per slash yyyy
    mm ~ ˌɛmˈɛm = m cm km inch inches unit units
    mm < mm = , — … “ "
    lives = lˈɪvz = place
    lives < lˈɪvz = other_half
    perfect < pˈɜɹfəkt pˈɜːfɪkt look looks looked seem seems seemed sound sounds be is was are were 's not so
    graduate < ɡɹˈæʤəwˌAt ɡɹˈaʤjuːˌAt i you we they to will 'll n't can must
    read < ɹˈid ɹˈiːd suggest_you recommend_you suggest_we insist_you insist_he
    sh > ʃʃː = sound sounds
    sh < ˌɛsˈAʧ = dot slash bin run runs running use uses using via with by in sudo exec
    sh ~ ˌɛsˈAʧ = bash zsh ksh csh shell dot slash
    hm < ˌAʧˈɛm = dot slash
    st < ˌɛstˈi ˌɛstˈiː = dot
    th < tˌiˈAʧ tˌiːˈAʧ = dot
    ng < ˌɛnʤˈi ˌɛnʤˈiː = dot
    de < dˌiˈi dˌiːˈiː = dot
    ca < sˌiˈA sˌiːˈA = dot
    au < ˌAjˈu ˌAjˈuː = dot
    to | tˈu tˈuː dot_. dot_, dot_or dot_and
    live > lˈɪv = long longer together forever happily
    live > lˈIv = show shows music audience feed broadcast wire ammunition ammo coverage tv stream performance album ^from
    live < lˈIv = going goes go went 're is are was were broadcast streaming 'm the_site your_site the_app this_site
    deserts < dəzˈɜɹts dɪzˈɜːts just
    polish > pˈɑlɪʃ pˈɒlɪʃ the your his her my their our off up it them
    project < pɹəʤˈɛkt = we they i
    project = pɹəʤˈɛkt = plural
    separate = sˈɛpəɹˌAt = parted
    presents < pɹˈɛzᵊnts = the his her my your our their these those two three many some several
    presents > pɹizˈɛnts pɹɪzˈɛnts a an the no itself another many some several
    presents < pɹˈɛzᵊnts = birthday christmas xmas wedding anniversary of
    delegates < dˈɛləɡˌAts dˈɛlɪɡˌAts he she it which method function module service handler
    delegates > dˈɛləɡˌAts dˈɛlɪɡˌAts its
    projects < pɹəʤˈɛkts = he she it
    intimate > ˈɪntəmˌAt = that
    appropriate < əpɹˈOpɹiˌAt əpɹˈQpɹiˌAt they we to_re
    associates < əsˈOsiˌAts əsˈQsiˌAts he she it who
    row < ɹˈW = blazing flaming furious almighty
    mouth > mˈWð = the_words
    closer < klˈOzəɹ klˈQzə the_best
    aged | ˈAʤᵻd ˈAʤɪd the_man an_man the_woman an_woman his_mother her_mother my_mother his_father her_father my_father his_parents her_parents their_parents the_king the_queen the_priest an_aunt an_uncle the_couple the_gentleman the_lady
    blessed > blˈɛsᵻd blˈɛsɪd day virgin mother sacrament event relief thing peace silence soul souls trinity lady assurance are
    Job < ʤˈOb ʤˈQb book_of patience_of trials_of
    axes ~ ˈæksᵻz ˈaksɪz swords spears shovels hammers knives picks trees wood firewood chop chopped chopping viking vikings firemen sharp sharpened swung lumberjacks
    bases ~ bˈAsᵻz bˈAsɪz loaded covered stole steal stealing runner runners military naval army acid acids baseball overseas dna rna
    content > kəntˈɛnt = with to
    content < kəntˈɛnt = feel feels felt perfectly quite so seem seems seemed am 'm be was were not very
    learned > lˈɜɹnᵻd lˈɜːnɪd man men woman women friend friends colleague colleagues professor scholar scholars counsel judge gentleman society
    beloved < bəlˈʌvᵻd bɪlˈʌvɪd my your our his her their the dearly
    a > ˈA = to_the , ; : . ) f h l m n r s x min_denote min_denotes min_over min_equals min_must min_plus min_minus min_times min_is min_) max_denote max_denotes max_over max_equals max_must max_plus max_minus max_times max_is max_)
    use < jˈuz jˈuːz example please then instead just always simply
    use < jˈus jˈuːs the of its no
    use > jˈuz jˈuːz “ ' ‘
    use ^ jˈuz jˈuːz of case cases is was and or by within among to for
    dove > dˈOv dˈQv into in under off behind through headfirst out down across for
    house > hˈWz = the them us him these those people all
    content ^ kˈɑntˌɛnt kˈɒntɛnt with to in and ( but or if as
    resume > ɹˈɛzəmˌA ɹˈɛzjʊmˌA cv ,_cv or_cv /_cv and_cover
    resume < ɹˈɛzəmˌA ɹˈɛzjʊmˌA my your his her their our a the impressive this that of
    se < sˈA = per
    da > dˈɑ dˈɑː ^! ^. ^,
    pte > pˈɔɹt pˈɔːt maillot d'italie d'orléans dauphine saint de des du
    vis > vˌiz vˌiːz à_vis a_vis
    vis < vˈi vˈiː vis_à vis_a
    à | ə = vis_vis
    des > də dA moines
    moines < mˈYn = des
    los > lˌɔs lˌɒs angeles alamos gatos
    jean > ʒˈɑn ʒˈɒn valjean cocteau renoir genet gabin moulin piaget sartre
    damen < dˈɑmən dˈɑːmən meine
    billet > bijˈA = monsieur ,_monsieur madame ,_madame s'il ,_s'il
    voyage < vwɑjˈɑʒ vwɑːjˈɑːʒ bon
    ami < ɑmˈi amˈiː mon
    ange < ˈɑnʒ ˈɒnʒ mon
    plait < plˈA = vous te
    tout > tˈu tˈuː le de du simplement est
    tout < tˈu tˈuː du c'est le
    en > ˈɑn ˈɒn garde masse route suite passant
    aux > ˈO ˈQ halles armes champs
    les > lˈA = halles misérables miserables effets deux
    au > ˈO ˈQ lait revoir vin double
    coq > kˈOk kˈɒk au
    vin < vˈæn vˈan au
    hors > ˈɔɹ ˈɔː d'oeuvre d'oeuvres d'œuvre de
    vu < vˈu vˈuː déjà deja
    trois < tɹwˈɑ tɹwˈɑː à a
    champs > ʃˈɑnz ʃˈɒnz élysées elysées elysees
    Nice < nˈis nˈiːs in to from for of near through around outside leave leaving reach reached left visit via
    nice | nˈis nˈiːs of_. of_, of_; of_and in_. in_, to_. through_. from_. near_.
    """
}
