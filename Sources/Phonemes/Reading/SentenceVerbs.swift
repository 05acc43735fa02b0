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
}
