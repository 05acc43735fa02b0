/// Who speaks the quotations of a book: for each turn a person with a probability, the evidence and the alternatives.
///
/// The result depends only on the paragraphs and the settings.
///
/// ```swift
/// let found = Attribution(paragraphs, language: "en")
/// for (turn, speaker) in zip(found.turns, found.speakers(confidence: 0.7)) {
///   print(speaker.map { found.people[$0].name } ?? "narrator", turn.pieces)
/// }
/// ```
public struct Attribution: Sendable {
  /// A person of the book.
  public struct Person: Sendable, Hashable {
    /// The name, such as "Elizabeth Bennet".
    public var name: String
    /// The other names, such as "Lizzy" and "Miss Bennet".
    public var aliases: [String]
    /// Female or male; nil if the text does not tell.
    public var gender: RoleGender?
    /// The number of quotations that the person most probably speaks.
    package var quotations = 0
    /// Whether only a list of given names tells the gender.
    package var isByName = false
    /// The age that the cast or the text states.
    package var age: RoleAge?

    /// A person whom a cast names.
    public init(name: String, aliases: [String] = [], gender: RoleGender? = nil) {
      (self.name, self.aliases, self.gender) = (name, aliases, gender)
    }
  }

  /// A person, or nobody, with the probability that this is the speaker.
  public struct Guess: Sendable, Hashable {
    /// The number of the person; nil for nobody whom the text names.
    public var person: Int?
    /// How probable it is, from 0 to 1.
    public var probability: Double
  }

  /// A piece of a turn.
  public struct Piece: Sendable, Hashable {
    /// The number of the paragraph.
    public var paragraph: Int
    /// The words in the paragraph.
    public var place: QuotationFinder.Piece
  }

  /// Words of a paragraph, as UTF-8 offsets.
  package typealias Words = (paragraph: Int, range: Range<Int>)

  /// The pieces that one speaker says without a break.
  public struct Turn: Sendable {
    /// The pieces in order.
    public var pieces: [Piece]
    /// The candidates, the most probable first.
    public var guesses: [Guess]
    /// The evidence for the first candidate, in the order of weight, with the words of the narration that tell it.
    package var evidence: [(rule: AttributionRule, weight: Double, words: Words?)]
    /// What kind of evidence decides, such as a tag.
    package var kind: String
    /// The words of the tags.
    package var tags: [Words]
    /// The tags that only name the first candidate, with the marks around them.
    package var bareTags: [Words]
    /// The number of the scene.
    package var scene: Int
  }

  /// The people of the book: those of the cast, then those whom only the text names.
  public private(set) var people: [Person]
  /// The turns in the order of the text.
  public private(set) var turns: [Turn] = []
  /// The person who says "I" in the narration; nil if nobody does.
  package private(set) var narrator: Int?
  package private(set) var isFirstPerson = false
  /// The author's answers, by the number of the turn.
  private(set) var answers: [Int: VoicesFile.Line] = [:]
  /// The answers whose turn is gone, whose turn has another answer, and whose name nobody has.
  private(set) var gone: [VoicesFile.Line] = []
  private(set) var twice: [VoicesFile.Line] = []
  private(set) var unknown: [VoicesFile.Line] = []
  /// The first words of each turn, and their letters as they are compared.
  private(set) var words: [String] = []
  private(set) var keys: [String] = []
  /// The names that several people have.
  private(set) var shared: [(name: String, people: [Int])] = []
  /// The chain of each scene, with the number of its first turn.
  private var chains: [(first: Int, chain: SpeakerChain)] = []
  /// The marks that enclose speech in the book.
  package private(set) var styles: [QuotationFinder.Style]

  /// Attributes the quotations of paragraphs.
  ///
  /// `breaks` are the numbers of the paragraphs that end a scene, such as headings. `cast` has the known people, and
  /// `narrator` is the name of the person who says "I". `language` is a BCP 47 tag.
  public init(
    _ paragraphs: [String], breaks: Set<Int> = [], cast: [Person] = [], narrator: String? = nil,
    language: String
  ) {
    self.init(
      paragraphs, breaks: breaks, cast: cast, narrator: narrator, answers: nil, language: language)
  }

  /// Attributes the quotations of paragraphs, with the author's answers.
  /// `breaks` are the numbers of paragraphs that end a scene, such as headings. `cast` has the known people, and
  /// `narrator` the name of the person who says "I".
  package init(
    _ paragraphs: [String], breaks: Set<Int>, cast: [Person] = [], narrator: String? = nil,
    answers: VoicesFile?, language: String
  ) {
    let weights = AttributionRule.weights
    let text = DialogueText(paragraphs, breaks: breaks, language: language)
    var finder = PeopleFinder(text, language: language)
    let names = BookNames(text, people: finder.find(adding: cast), narrator: narrator)
    styles = text.finder.styles
    shared = names.shared(in: text)
    people = names.people.map { found in
      var person = Person(name: found.name, aliases: found.aliases, gender: found.gender)
      (person.isByName, person.age) = (found.isByName, found.age)
      return person
    }
    (self.narrator, isFirstPerson) = (names.narrator, names.isFirstPerson)
    let all = DialogueTurn.turns(of: text, names)
    let answered = read(answers, all, text, names)
    for (number, scene) in Self.scenes(all, text).enumerated() {
      let (candidates, steps) = Self.evidence(of: scene, all, text, names, answered)
      let chain = SpeakerChain(candidates, steps, weights)
      let marginals = chain.marginals()
      chains.append((turns.count, chain))
      for (place, index) in scene.turns.enumerated() {
        turns.append(
          Self.turn(
            all[index], candidates[place], marginals[place], text, weights, scene: number))
      }
    }
    for turn in turns {
      if let person = turn.guesses.first?.person { people[person].quotations += 1 }
    }
  }

  /// Reads the author's answers: for turns with an answer, the person, or nil for the narrator.
  private mutating func read(
    _ file: VoicesFile?, _ all: [DialogueTurn], _ text: DialogueText, _ names: BookNames
  ) -> [Int: Int?] {
    words = all.map { text.words(of: $0.pieces.lowerBound) }
    keys = words.map { LineFinder.key($0) }
    guard let file else { return [:] }
    (answers, gone, twice) = file.answers(to: keys)
    var people: [String: Int] = [:]
    for (index, person) in names.people.enumerated().reversed() {
      for name in [person.name] + person.aliases {
        people[CharacterNormalizer.folded(name)] = index
      }
    }
    var result: [Int: Int?] = [:]
    for (turn, line) in answers.sorted(by: { $0.key < $1.key }) {
      if line.sign == .narrator {
        result[turn] = .some(nil)
      } else if let person = people[CharacterNormalizer.folded(line.names[0])] {
        result[turn] = person
      } else {
        unknown.append(line)
        answers[turn] = nil
      }
    }
    return result
  }

  /// Returns the candidates of the turns of a scene, and how each turn follows the turn before.
  static func evidence(
    of scene: (turns: Range<Int>, paragraphs: Range<Int>), _ all: [DialogueTurn],
    _ text: DialogueText, _ names: BookNames, _ answers: [Int: Int?] = [:]
  ) -> (candidates: [[SpeakerEvidence.Candidate]], steps: [SpeakerChain.Step]) {
    let evidence = SpeakerEvidence(text, names, all, in: scene.paragraphs)
    var candidates: [[SpeakerEvidence.Candidate]] = []
    var steps: [SpeakerChain.Step] = []
    for index in scene.turns {
      var own = evidence.candidates(of: index, in: scene.turns, before: candidates.last ?? [])
      if let answer = answers[index] {
        let place = own.firstIndex { $0.person == answer } ?? own.count
        if place == own.count { own.append(.init(person: answer)) }
        own[place].rules.append((.answered, 1))
      }
      candidates.append(own)
      steps.append(
        index == scene.turns.lowerBound
          ? .init(same: [], back: [])
          : SpeakerChain.step(to: all[index], from: all[index - 1], text))
    }
    return (candidates, steps)
  }

  static func scenes(
    _ turns: [DialogueTurn], _ text: DialogueText
  ) -> [(turns: Range<Int>, paragraphs: Range<Int>)] {
    var scenes: [(Range<Int>, Range<Int>)] = []
    var (turn, start) = (0, 0)
    for number in text.paragraphs.indices.map({ $0 + 1 })
    where number == text.paragraphs.count || text.paragraphs[number].isBreak {
      let first = turn
      while turn < turns.count, turns[turn].firstParagraph < number { turn += 1 }
      if first < turn { scenes.append((first..<turn, start..<number)) }
      start = number
    }
    return scenes
  }

  /// Returns the person whose voice speaks each turn; nil for the narrator.
  ///
  /// A person speaks if the probability is at least `confidence`. A run of turns between two people that is uncertain
  /// only in who begins is decided as a whole, by its mean.
  public func speakers(confidence: Double) -> [Int?] {
    var start = 0
    var result: [Int?] = []
    while start < turns.count {
      var end = start + 1
      if let pair = pair(start) {
        while end < turns.count, turns[end].scene == turns[start].scene, self.pair(end) == pair {
          end += 1
        }
      }
      let run = turns[start..<end].compactMap(\.guesses.first)
      let mean = run.reduce(0) { $0 + $1.probability } / Double(max(1, run.count))
      for guess in run {
        let isSure = mean >= confidence && guess.person != narrator
        result.append(isSure ? guess.person : nil)
      }
      start = end
    }
    return result
  }

  /// Returns turns whose speaker is in doubt, first those whose answer makes the most turns sure, as far as answers before
  /// do not. `most` is the number of turns that are compared; the others follow in their order.
  func mostUseful(of doubts: [Int], comparing most: Int = 400) -> [Int] {
    var gains = doubts.prefix(most).map { turn -> (turn: Int, gains: [Int: Double]) in
      let (first, chain) = chains[turns[turn].scene]
      let own = chain.gains(of: turn - first)
      return (turn, Dictionary(uniqueKeysWithValues: own.map { ($0 + first, $1) }))
    }
    var sure: [Int: Double] = [:]
    var result: [Int] = []
    while !gains.isEmpty {
      let uses = gains.map { entry in
        entry.gains.keys.sorted().reduce(0) {
          $0 + max(0, (entry.gains[$1] ?? 0) - (sure[$1] ?? 0))
        }
      }
      let best = uses.indices.max { (uses[$0], gains[$1].turn) < (uses[$1], gains[$0].turn) }
      let answer = gains.remove(at: best ?? 0)
      result.append(answer.turn)
      sure.merge(answer.gains) { max($0, $1) }
    }
    return result + doubts.dropFirst(most)
  }

  /// Returns the two people of whom one surely speaks a turn without a tag; nil if the turn is certain or open.
  func pair(_ turn: Int) -> Set<Int>? {
    let guesses = turns[turn].guesses.prefix(2)
    guard turns[turn].kind == "none", answers[turn] == nil, guesses.count == 2,
      guesses.reduce(0, { $0 + $1.probability }) > 0.85
    else { return nil }
    let people = Set(guesses.compactMap(\.person))
    return people.count == 2 ? people : nil
  }

  private static func turn(
    _ turn: DialogueTurn, _ candidates: [SpeakerEvidence.Candidate], _ probabilities: [Double],
    _ text: DialogueText, _ weights: [Double], scene: Int
  ) -> Turn {
    let ranked = candidates.indices.sorted {
      (probabilities[$1], $0) < (probabilities[$0], $1)
    }
    let rules = ranked.first.map { candidates[$0].rules } ?? []
    let evidence = rules.map { rule, factor in
      (
        rule: rule, weight: weights[rule.rawValue] * factor,
        words: turn.telling(rule).map { text.place(of: $0) }
      )
    }
    .filter { $0.weight != 0 }.sorted { abs($0.weight) > abs($1.weight) }
    return Turn(
      pieces: turn.pieces.map {
        Piece(paragraph: text.pieces[$0].paragraph, place: text.pieces[$0].place)
      },
      guesses: ranked.map { Guess(person: candidates[$0].person, probability: probabilities[$0]) },
      evidence: evidence, kind: turn.kind,
      tags: turn.tags.filter { $0.strength != .beat }.map { text.place(of: $0) },
      bareTags: turn.tags.filter { $0.names(ranked.first.flatMap { candidates[$0].person }) }
        .compactMap { text.bareClause(of: $0) },
      scene: scene)
  }
}

extension DialogueText {
  /// Returns the place of a tag with the adverbs behind it, or of the first words of an action.
  fileprivate func place(of tag: SpeechTag) -> Attribution.Words {
    let number = paragraphs.partitioningIndex { $0.tokens.upperBound > tag.token }
    let first = tag.tokens.lowerBound
    let end = paragraphs[number].tokens.upperBound
    var last = tag.tokens.upperBound - 1
    // "said Tom softly"
    while last + 1 < end, tokens[last + 1].marks == [], tokens[last + 1].piece < 0,
      tag.strength == .beat ? last - first < 4 : trait(last + 1).contains(.filler)
    {
      last += 1
    }
    return (number, Int(tokens[first].range.lowerBound)..<Int(tokens[last].range.upperBound))
  }
}

extension SpeechTag {
  /// Whether the subject is a person, or a pronoun in place of the person.
  fileprivate func names(_ person: Int?) -> Bool {
    switch subject {
    case .person(let named): named == person
    case .pronoun(let gender): gender != nil
    default: false
    }
  }
}

extension DialogueTurn {
  /// The tag or action that a rule reads; nil if it reads none.
  fileprivate func telling(_ rule: AttributionRule) -> SpeechTag? {
    switch rule.source {
    case .tag: tag
    case .beatAfter: beatAfter
    case .beatBefore: beatBefore
    case .other: nil
    }
  }

  /// What kind of evidence the turn has.
  var kind: String {
    guard let tag else {
      let beat = beatAfter ?? beatBefore
      switch beat?.subject {
      case .person?: return "name-beat"
      case .pronoun?, .me?: return "pronoun-beat"
      case .noun?, .group?: return "noun-beat"
      case nil: return "none"
      }
    }
    let place = (tag.isAfter ? "-after" : "-before") + (tag.strength == .strong ? "" : "-weak")
    switch tag.subject {
    case .person: return "name" + place
    case .me: return "me" + place
    case .pronoun: return "pronoun" + place
    case .noun: return "noun" + place
    case .group: return "group" + place
    }
  }
}
