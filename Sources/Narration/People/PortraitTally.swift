import Glibc

/// The evidence about one role, summed up.
struct PortraitTally {
  /// The sums of evidence for one gender.
  private struct Side {
    var statements = 0.0
    var pronouns = 0.0
    var addresses = 0.0
    var titles = 0.0
    /// Whether the paragraph that introduces the person has a pronoun of this gender.
    var isIntroduced = false
    /// The pronouns of the latest paragraph.
    var inParagraph = 0.0
    var paragraph = 0
    var clues: [RoleClue.Kind: RoleClue] = [:]
  }

  var depth: RolePortrait.Depth?
  /// How often the script says that the role is a machine.
  var machines = 0.0
  private var sides: [RoleGender: Side] = [:]
  private var ages: [RoleAge: (count: Int, clue: RoleClue)] = [:]
  private let own: NameTraits
  /// The gender that the name states.
  var ownGender: RoleGender? { own.gender }
  private(set) var givenName: RoleGender?
  private let name: String

  /// The weights of evidence, in bits: the logarithm of the odds that it is right.
  /// They were set by the share of wrong evidence of each kind in six screenplays and fourteen novels.
  private enum Weight {
    static let name = 8.0
    static let givenName = 3.6
    /// For a name that the pronouns of the introduction contradict.
    static let contradictedName = 1.2
    /// For the article of "LA CAPITAINE".
    static let article = 3.0
    /// For "chairman": less than one pronoun.
    static let office = 2.5
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
    own = NameTraits(of: person, words: words, language: language)
    (depth, givenName) = (own.depth, own.givenName)
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

  /// Records that the paragraph that introduces the person has a pronoun of this gender.
  mutating func introduce(_ gender: RoleGender) {
    sides[gender, default: Side()].isIntroduced = true
  }

  /// Replaces the gender of a short name by that of the whole name: "MAX (short for Maxine)".
  mutating func add(wholeName gender: RoleGender, _ clue: RoleClue) {
    givenName = gender
    add(gender, 1, clue)
  }

  mutating func add(_ age: RoleAge, _ clue: RoleClue, weight: Int) {
    ages[age] = ((ages[age]?.count ?? 0) + weight, ages[age]?.clue ?? clue)
  }

  /// Removes pronouns and addresses, which are counted again with what is known of other people.
  mutating func forgetGuesses() {
    for gender in RoleGender.allCases {
      sides[gender]?.pronouns = 0
      sides[gender]?.paragraph = 0
      sides[gender]?.isIntroduced = false
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
    return signed(own.gender, Weight.name) + signed(own.office, Weight.office)
      + signed(own.usual, Weight.usual) + signed(own.article, Weight.article)
      + signed(self.givenName, isNameContradicted ? Weight.contradictedName : givenName)
      + Weight.statements * statements + Weight.pronouns * pronouns * many
      + min(max(addresses, -Weight.mostAddresses), Weight.mostAddresses)
  }

  /// Whether the pronouns of the introduction, which a writer chooses with care, are against the given name.
  private var isNameContradicted: Bool {
    guard let givenName, let other = givenName.other else { return false }
    return sides[other]?.isIntroduced == true && sides[givenName]?.isIntroduced != true
  }

  /// The gender that is likely, for pronouns that can mean several people.
  var likely: RoleGender? {
    let sum = sum(givenName: 2)
    return abs(sum) < 2 ? nil : sum > 0 ? .male : .female
  }

  var portrait: RolePortrait {
    var portrait = RolePortrait()
    let isMachine =
      own.kind == .person && machines >= 1
      && sides.values.allSatisfy { $0.statements < 1 && $0.pronouns < 3 }
    let kind = isMachine ? .thing : own.kind
    (portrait.kind, portrait.depth) = (kind, depth)
    // Pronouns near a crowd or a radio mean other people.
    let sum = kind == .person ? sum() : signed(ownGender, Weight.name)
    if abs(sum) >= Weight.least {
      let gender: RoleGender = sum > 0 ? .male : .female
      portrait.gender = gender
      portrait.confidence = 1 / (1 + exp2(-abs(sum)))
      if let clue = clue(for: gender) { portrait.evidence.append(clue) }
      if contradicts(gender) {
        portrait.contradiction =
          own.contradicts ? portrait.evidence.first : gender.other.flatMap(clue)
      }
    } else if isTorn, let clue = clue(for: .female) {
      portrait.evidence.append(clue)
      portrait.contradiction = self.clue(for: .male)
    }
    if own.kind != .person { portrait.evidence = [RoleClue(kind: .name, quote: name, line: 0)] }
    if let (age, clue) = decidedAge {
      // An old couple has several voices.
      portrait.age = kind == .group && age != .child ? nil : age
      if let clue, !portrait.evidence.contains(clue) { portrait.evidence.append(clue) }
    }
    return portrait
  }

  /// Whether the evidence is about equally strong on both sides.
  private var isTorn: Bool {
    contradicts(.female) && contradicts(.male)
      || sides.values.contains { $0.statements >= 0.75 } && clue(for: .male) != nil
  }

  /// Whether much of the evidence is against a gender.
  private func contradicts(_ gender: RoleGender) -> Bool {
    guard let other = gender.other else { return false }
    if own.contradicts || own.gender == other { return true }
    // "MR. MARY"
    if own.gender == .male, gender == .male, givenName == .female { return true }
    guard let side = sides[other] else { return false }
    let mine = sides[gender] ?? Side()
    // Few hints of several kinds count together.
    let against = side.statements + side.addresses + side.pronouns / 4
    let hints = mine.statements + mine.addresses + mine.pronouns / 4
    return side.statements >= 0.75 && side.statements * 2 >= mine.statements
      || side.pronouns >= 3 && side.pronouns * 3 >= mine.pronouns
      || (side.statements > 0 || givenName == other) && side.addresses > 0 && against >= 0.75
        && against * 2 >= hints
  }

  private func clue(for gender: RoleGender) -> RoleClue? {
    if ownGender == gender { return RoleClue(kind: .name, quote: name, line: 0) }
    let clues = sides[gender]?.clues ?? [:]
    if let clue = clues.min(by: { $0.key.rawValue < $1.key.rawValue })?.value { return clue }
    if givenName == gender { return RoleClue(kind: .givenName, quote: "the first name", line: 0) }
    guard let word = own.usualWord,
      own.usual == gender || own.office == gender || own.article == gender
    else { return nil }
    return RoleClue(kind: .givenName, quote: "the word \(word.uppercased())", line: 0)
  }

  /// The age of the name, else the age that is stated most often; in doubt, an adult.
  private var decidedAge: (RoleAge, RoleClue?)? {
    if let age = own.age { return (age, RoleClue(kind: .name, quote: name, line: 0)) }
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
