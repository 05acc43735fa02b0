/// Verbs that are spelled like nouns, and nouns like verbs, told by the structure of the sentence.
extension SentenceTest {
  /// The rows of `NeighbourWords` for these words.
  static let rows = """
    contracts = kəntɹˈækts kəntɹˈakts followed
    protests = pɹətˈɛsts = followed
    protests = pɹətˈɛsts = named
    protests < pɹətˈɛsts = he she it who
    objects = əbʤˈɛkts = named
    tears = tˈɛɹz tˈɛːz rushing
    subordinate > səbˈɔɹdənət səbˈɔːdɪnət to
    converse = kənvˈɜɹs kənvˈɜːs talking
    alternate > ˈɔltəɹnˌAt ˈɔːltənˌAt between
    alternate < ˈɔltəɹnˌAt ˈɔːltənˌAt they we you will must can could should would
    bow = bˈW = aboard
    read = ɹˈid ɹˈiːd shown
    use = jˈuz jˈuːz all
    excuse > ɪkskjˈuz ɪkskjˈuːz me us him my
    consummate < kˈɑnsəmət kˈɒnsəmət a the of with his her this such most
    projects = pɹəʤˈɛkts = relative
    escorts = ɪskˈɔɹts ɪskˈɔːts acting
    escorts < ɪskˈɔɹts ɪskˈɔːts who he she it
    escort = ɪskˈɔɹt ɪskˈɔːt acting
    escort < ɪskˈɔɹt ɪskˈɔːt to will can must should could would 'll i we they
    attribute > ˈætɹəbjˌut ˈatɹɪbjˌuːt value values name names list table set sets type types
    close = klˈOz klˈQz shutting
    separate = sˈɛpəɹˌAt = seen
    bows = bˈWz = alone
    used = jˈust jˈuːst habit
    R.E.M. ~ ɹˈɛm = eyes sleep sleeping dream dreams dreaming
    tri ~ tɹˈi tɹˈiː dva
    grace < ɡɹˈɑs ɡɹˈɑːs coup_de
    """

  func holdsOfVerb(_ name: String) -> Bool {
    switch name {
    case "followed": isFollowed
    case "named": isNamed
    case "rushing": isRushing
    case "talking": isTalking
    case "aboard": isAboard
    case "shown": isShown
    case "all": isOfAll
    case "relative": isRelative
    case "acting": isActing
    case "shutting": isShutting
    case "seen": isSeen
    case "alone": words.indices.allSatisfy { $0 == place || !words[$0].contains(where: \.isLetter) }
    case "habit": word(1) == "to" && Self.people.contains(word(-1))
    default: false
    }
  }

  /// Whether a noun is the subject before the only verb: "The picture contracts, becoming a dot", but not "He signed
  /// the contracts, becoming rich".
  private var isFollowed: Bool {
    ["NN", "NNP"].contains(tag(-1)) && !word(-1).hasSuffix("s") && word(1) == ","
      && tag(2) == "VBG"
      && !pieces[..<place].contains { $0.tag.hasPrefix("VB") || ["MD", "IN"].contains($0.tag) }
  }

  /// Whether a name is the subject of a whole sentence: "Rosa protests loudly."
  private var isNamed: Bool {
    guard place == 1, tag(-1).hasPrefix("NNP"), !word(-1).hasSuffix("s") else { return false }
    return [".", "!", ""].contains(word(tag(1) == "RB" ? 2 : 1))
  }

  /// Whether something moves fast: "The car tears along", but not "Tears past counting" or "the tears down her face".
  private var isRushing: Bool {
    let way = ["along", "past", "after", "toward", "towards", "across", "up", "out", "around"]
    let isWay = way.contains(word(1)) || word(1) == "down" && ["the", "a"].contains(word(2))
    guard isWay, tag(-1).hasPrefix("NN") || ["he", "she", "it", "and", "who"].contains(word(-1))
    else { return false }
    return !words.contains(where: Self.weeping.contains)
  }

  private static let weeping: Set<String> = [
    "eye", "eyes", "cheek", "cheeks", "face", "faces", "cry", "cries", "crying", "weep", "weeps",
    "wipe", "wipes", "wiping", "sob", "sobs", "nose", "chin", "blood", "sweat", "laughter", "joy",
  ]

  /// Whether people talk: "Rosa and Ben converse across the table", "The women converse."
  private var isTalking: Bool {
    let isPlural =
      ["NNS", "NNPS"].contains(tag(-1)) || tag(-1).hasPrefix("NN") && word(-2) == "and"
      || ["they", "we", "you", "both", "all"].contains(word(-1))
    return isPlural
      && (["IN", "RB", ".", ",", ""].contains(tag(1)) || ["to", "-"].contains(word(1)))
  }

  /// Whether a bow is the front of a boat.
  private var isAboard: Bool {
    if words.contains(where: Self.weapons.contains) { return false }
    if word(-2) == "at", word(-1) == "the", !Self.views.contains(word(-3)) { return true }
    return words.contains(where: Self.boats.contains)
  }

  private static let boats: Set<String> = [
    "dinghy", "boat", "boats", "ship", "ships", "hull", "stern", "rowboat", "lifeboat", "sailboat",
    "yacht", "canoe", "kayak", "raft", "ferry", "vessel", "trawler", "tugboat", "speedboat", "oars",
    "aft", "starboard", "anchor", "prow",
  ]
  private static let weapons: Set<String> = [
    "arrow", "arrows", "quiver", "violin", "cello", "fiddle", "string", "strings", "ribbon", "hair",
    "archer", "archers", "tie", "crossbow", "sword", "swords",
  ]
  private static let views: Set<String> = [
    "look", "looks", "looking", "looked", "stare", "stares", "tug", "tugs", "pull", "pulls",
    "point",
    "points", "glances", "grab", "grabs",
  ]

  /// Whether signs show their text now: "The signs read: KEEP OUT."
  private var isShown: Bool {
    tag(-1) == "NNS" && Self.signs.contains(word(-1)) && word(1) == ":"
      && !pieces.contains { $0.tag == "VBD" && !$0.symbols.elementsEqual("read".unicodeScalars) }
  }

  private static let signs: Set<String> = [
    "signs", "labels", "banners", "placards", "posters", "plaques", "headlines", "captions",
    "stickers", "letters", "words", "subtitles", "titles", "plates", "tags", "t-shirts", "shirts",
    "billboards", "stencils", "markings", "inscriptions", "screens", "displays", "badges",
  ]

  /// Whether "all" is the subject: "a pen that his friends all use".
  private var isOfAll: Bool {
    word(-1) == "all" && (tag(-2) == "NNS" || ["they", "we", "you", "us"].contains(word(-2)))
  }

  /// Whether a verb behind "that" or "which" has an object: "a lamp that projects stars", but not "the fact that
  /// projects fail".
  private var isRelative: Bool {
    ["that", "which"].contains(word(-1)) && ["NN", "NNP"].contains(tag(-2))
      && !Self.claims.contains(word(-2))
      && ["NNS", "NN", "DT", "PRP$", "CD"].contains(tag(1)) && tag(2) != "VBP"
  }

  private static let claims: Set<String> = [
    "belief", "chance", "claim", "danger", "day", "evidence", "extent", "fact", "hope", "idea",
    "news", "notion", "point", "possibility", "proof", "reason", "rule", "sense", "time", "view",
    "way",
  ]

  /// Whether "escort" has an object: "Rosa escorts Ben", "the guards escort them", but not "an escort".
  private var isActing: Bool {
    ["DT", "NNP", "NNPS", "PRP", "PRP$"].contains(tag(1))
      && !["", ",", "DT", "JJ", "CD", "PRP$", "IN", "VBG"].contains(tag(-1))
  }

  /// Whether doors or hands close: "The doors above her close.", "They warp and close on her throat."
  private var isShutting: Bool {
    if word(-1) == "and" {
      return ["on", "around", "over"].contains(word(1)) && Self.limbs.contains(word(3))
        && !["JJ", "JJR", "RB", "VBN"].contains(tag(-2))
    }
    return Self.persons.contains(word(-1))
      && ["above", "behind", "around", "before"].contains(word(-2))
      && [",", ".", "!", ";", "—", ""].contains(word(1))
      && words[..<place].contains { ["door", "doors", "gate", "gates", "curtains"].contains($0) }
  }

  private static let limbs: Set<String> = [
    "ankle", "ankles", "arm", "arms", "leg", "legs", "neck", "throat", "waist", "wrist", "wrists",
  ]
  private static let persons: Set<String> = ["him", "her", "it", "them", "us", "me"]

  /// Whether people watch someone leave: "we see Logan separate from the others".
  private var isSeen: Bool {
    ["see", "sees", "saw", "watch", "watches"].contains(word(-2))
      && (tag(-1) == "NNP" || ["him", "her", "them"].contains(word(-1)))
      && ["from", "into"].contains(word(1))
  }

  private static let people: Set<String> = [
    "boys", "children", "folks", "girls", "guys", "kids", "ladies", "men", "parents", "people",
    "students", "teachers", "they", "women",
  ]

  /// Whether "increases" ends the first clause of a sentence, or a clause whose subject has several words: "as resource
  /// deprivation increases so does crime", "The window increases over time."
  var isAfterClause: Bool {
    let next = word(1)
    let isEnd = ["", ".", ",", ";", ")", "so", "then"].contains(next)
    var start = -1
    while start > -5, ["NN", "NNP", "JJ"].contains(tag(start)) { start -= 1 }
    guard start < -1 else { return false }
    let isOpen = ["as", "if", "when", "while", "until", "whether"].contains(word(start))
    if isEnd { return isOpen && word(start - 1) != "such" }
    return next == "over" && word(2) == "time" && ["", ".", ",", ";"].contains(word(3))
      && (isOpen || place + start < 0 || place + start == 0 && word(start) == "the")
  }
}
