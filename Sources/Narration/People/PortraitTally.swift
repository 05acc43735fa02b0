import Glibc

/// The evidence about one role, summed up.
struct PortraitTally {
  /// The sums of evidence for one gender.
  private struct Side {
    var statements = 0.0
    var pronouns = 0.0
    var addresses = 0.0
    var titles = 0.0
    /// The pronouns of the latest paragraph.
    var inParagraph = 0.0
    var paragraph = 0
    var clues: [RoleClue.Kind: RoleClue] = [:]
  }

  var depth: RolePortrait.Depth?
  private var sides: [RoleGender: Side] = [:]
  private var ages: [RoleAge: (count: Int, clue: RoleClue)] = [:]
  private let kind: RolePortrait.Kind
  /// The gender that the name states, with its quote.
  let ownGender: RoleGender?
  private let ownAge: RoleAge?
  private let givenName: RoleGender?
  /// The gender that most people of a profession have, or that a deep voice suggests.
  private let usualGender: RoleGender?
  private let name: String

  /// The weights of evidence, in bits: the logarithm of the odds that it is right.
  ///
  /// They were set by the share of wrong evidence of each kind in six screenplays and fourteen novels.
  private enum Weight {
    static let name = 8.0
    static let givenName = 3.6
    /// For "nurse" and "sergeant".
    static let usual = 1.5
    static let statements = 2.2
    static let pronouns = 2.0
    static let mostAddresses = 3.0
    /// The least sum that decides.
    static let least = 1.0
  }

  init(of person: NameIndex.Person, words: PersonWords, language: String) {
    name = person.name
    let texts = person.names.map { ProseWords($0, abbreviations: words.abbreviations).words }
    let names = texts.map { $0.map(\.key) }
    let own = names.first ?? []
    kind = Self.kind(of: own, words)
    let nouns = names.map { Self.noun(in: $0, words) }
    ownGender =
      nouns.lazy.compactMap { $0?.gender }.first
      ?? own.lazy.compactMap { words.meanings[$0] }.first { $0.kind == .group }?.gender
    let stated = own.first.flatMap { words.ages[$0] }.flatMap { $0 }
    let isSmall = own.count > 1 && own.dropLast().contains(where: words.small.contains)
    ownAge =
      nouns.first.flatMap { $0?.age } ?? stated ?? Self.age(in: own, words)
      ?? (isSmall ? .child : nil)
    if own.contains(where: words.low.contains) { depth = .low }
    if own.contains(where: words.high.contains) { depth = .high }
    givenName =
      texts.lazy.compactMap { Self.givenName(in: $0, words) }
      .compactMap { GivenNames.gender(of: $0, language: language) }.first
    let usual = own.lazy.compactMap { words.usual[$0] }.first
    usualGender =
      usual ?? (depth == .low && own.contains { words.meanings[$0]?.kind == .voice } ? .male : nil)
  }

  /// Returns the first name in a name, or nil if there is none: "GUARD 1" and "WILL'S DATE" have none.
  private static func givenName(in name: [ProseWords.Word], _ words: PersonWords) -> String? {
    guard !name.contains(where: { $0.key.allSatisfy(\.isNumber) }),
      let index = name.firstIndex(where: {
        words.meanings[$0.key] == nil && words.ages[$0.key] == nil && words.usual[$0.key] == nil
          && !words.abbreviations.contains($0.key)
      })
    else { return nil }
    let isOwner =
      name[index].isPossessive
      && !name[(index + 1)...].allSatisfy { words.meanings[$0.key]?.kind == .voice }
    return isOwner ? nil : name[index].key
  }

  private static func kind(of name: [String], _ words: PersonWords) -> RolePortrait.Kind {
    let plain = name.filter { !$0.allSatisfy(\.isNumber) }
    var rest = plain[...]
    while rest.count > 1, let last = rest.last, words.meanings[last]?.kind == .voice {
      rest = rest.dropLast()
    }
    let kinds = [rest.last, plain.first].map { $0.flatMap { words.meanings[$0]?.kind } }
    if kinds.contains(.group) { return .group }
    return kinds[0] == .thing ? .thing : .person
  }

  /// Returns the noun that decides: the last one, but the person of "WOMAN'S VOICE".
  private static func noun(in name: [String], _ words: PersonWords) -> PersonWords.Meaning? {
    name.lazy.reversed().compactMap(words.noun).first
  }

  private static func age(in name: [String], _ words: PersonWords) -> RoleAge? {
    name.lazy.compactMap { words.meanings[$0] }.first { $0.kind == .age }?.age
  }

  // MARK: Adding

  /// The sum of pronouns from which their ratio counts twice.
  private static let manyPronouns = 40.0
  /// The most that the pronouns of one paragraph count.
  private static let mostOfParagraph = 1.5

  mutating func add(
    _ gender: RoleGender, _ weight: Double, _ clue: RoleClue, isStated: Bool = false,
    in paragraph: Int = 0
  ) {
    var side = sides[gender] ?? Side()
    switch clue.kind {
    case .pronoun:
      // Ten pronouns in one paragraph are wrong together.
      if side.paragraph != paragraph { (side.paragraph, side.inParagraph) = (paragraph, 0) }
      let more = min(weight, Self.mostOfParagraph - side.inParagraph)
      side.inParagraph += more
      side.pronouns += more
    case .address where isStated: side.titles += weight
    case .address: side.addresses += weight
    default: side.statements += weight
    }
    if side.clues[clue.kind] == nil { side.clues[clue.kind] = clue }
    sides[gender] = side
  }

  mutating func add(_ age: RoleAge, _ clue: RoleClue, weight: Int) {
    ages[age] = ((ages[age]?.count ?? 0) + weight, ages[age]?.clue ?? clue)
  }

  /// Removes pronouns and addresses, which are counted again with what is known of other people.
  mutating func forgetGuesses() {
    for gender in RoleGender.allCases {
      sides[gender]?.pronouns = 0
      sides[gender]?.paragraph = 0
      sides[gender]?.addresses = 0
      sides[gender]?.clues[.pronoun] = nil
      sides[gender]?.clues[.address] = nil
    }
  }

  // MARK: Deciding

  private func signed(_ gender: RoleGender?, _ weight: Double) -> Double {
    gender.map { $0 == .male ? weight : -weight } ?? 0
  }

  /// The evidence for a man minus the evidence for a woman, in bits.
  private func sum(givenName: Double = Weight.givenName) -> Double {
    let (female, male) = (sides[.female] ?? Side(), sides[.male] ?? Side())
    let statements = log2((male.statements + 0.3) / (female.statements + 0.3))
    let pronouns = log2((male.pronouns + 0.5) / (female.pronouns + 0.5))
    // The same ratio of many pronouns is surer.
    let many = 1 + min(1, (male.pronouns + female.pronouns) / Self.manyPronouns)
    let addresses = male.addresses + male.titles - female.addresses - female.titles
    return signed(ownGender, Weight.name) + signed(usualGender, Weight.usual)
      + signed(self.givenName, givenName)
      + Weight.statements * statements + Weight.pronouns * pronouns * many
      + min(max(addresses, -Weight.mostAddresses), Weight.mostAddresses)
  }

  /// The gender that is likely, for pronouns that can mean several people.
  var likely: RoleGender? {
    let sum = sum(givenName: 2)
    return abs(sum) < 2 ? nil : sum > 0 ? .male : .female
  }

  /// The portrait.
  var portrait: RolePortrait {
    var portrait = RolePortrait()
    (portrait.kind, portrait.depth) = (kind, depth)
    // Pronouns near a crowd or a radio mean other people.
    let sum = kind == .person ? sum() : signed(ownGender, Weight.name)
    if abs(sum) >= Weight.least {
      let gender: RoleGender = sum > 0 ? .male : .female
      portrait.gender = gender
      portrait.confidence = 1 / (1 + exp2(-abs(sum)))
      if let clue = clue(for: gender) { portrait.evidence.append(clue) }
      if contradicts(gender) { portrait.contradiction = gender.other.flatMap(clue) }
    } else if contradicts(.female), contradicts(.male), let clue = clue(for: .female) {
      // The evidence is equally strong on both sides.
      portrait.evidence.append(clue)
      portrait.contradiction = self.clue(for: .male)
    }
    if kind != .person { portrait.evidence = [RoleClue(kind: .name, quote: name, line: 0)] }
    if let (age, clue) = decidedAge {
      portrait.age = age
      if let clue, !portrait.evidence.contains(clue) { portrait.evidence.append(clue) }
    }
    return portrait
  }

  /// Whether much of the evidence is against a gender.
  private func contradicts(_ gender: RoleGender) -> Bool {
    let own = sides[gender] ?? Side()
    guard let other = gender.other, let side = sides[other] else { return false }
    if ownGender == other { return true }
    return side.statements >= 0.75 && side.statements * 2 >= own.statements
      || side.pronouns >= 3 && side.pronouns * 3 >= own.pronouns
  }

  private func clue(for gender: RoleGender) -> RoleClue? {
    if ownGender == gender { return RoleClue(kind: .name, quote: name, line: 0) }
    let clues = sides[gender]?.clues ?? [:]
    if let clue = clues.min(by: { $0.key.rawValue < $1.key.rawValue })?.value { return clue }
    if givenName == gender { return RoleClue(kind: .givenName, quote: "the first name", line: 0) }
    guard usualGender == gender else { return nil }
    return RoleClue(kind: .givenName, quote: "most people with this name of a role", line: 0)
  }

  /// The age of the name, else the age that is stated most often; in doubt, an adult.
  private var decidedAge: (RoleAge, RoleClue?)? {
    if let ownAge { return (ownAge, RoleClue(kind: .name, quote: name, line: 0)) }
    let order: [RoleAge] = [.adult, .child, .old]
    guard let most = ages.values.map(\.count).max(),
      let age = order.first(where: { ages[$0]?.count == most })
    else { return nil }
    return (age, ages[age]?.clue)
  }
}

extension RolePortrait {
  /// Takes over the gender of the same person under another name.
  mutating func adopt(_ gender: RoleGender, from other: RolePortrait) {
    (self.gender, confidence, contradiction) = (gender, other.confidence, nil)
    let ages = evidence.dropFirst()
    evidence = Array(other.evidence.prefix(1)) + ages
  }
}
