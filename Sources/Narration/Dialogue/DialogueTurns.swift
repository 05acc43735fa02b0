import Foundation

/// The pieces that one speaker says without a break, with the tags beside them.
struct DialogueTurn {
  /// The pieces; those of a quotation over several paragraphs are one turn.
  var pieces: Range<Int>
  var firstParagraph: Int
  var lastParagraph: Int
  /// The tag that names the speaker best.
  var tag: SpeechTag?
  var beatBefore: SpeechTag?
  var beatAfter: SpeechTag?
  /// The people whom the words address, and those whom the words name otherwise.
  var addressed: [Int] = []
  var named: [Int] = []
  /// The person whose name the words tell, because the words before ask the speaker for it.
  var introduced: Int?
  /// The people whom the narration beside the words names.
  var beside: Set<Int> = []
  /// The gender of the one whom the words address: "sir", "my dear madam".
  var addressedGender: RoleGender?
  /// Whether the paragraphs of the turn have narration.
  var hasNarration = false
  /// Whether the words are written, not said: a letter in marks.
  var isLetter = false
  /// The person who signs the letter.
  var writer: Int?
  /// Every tag beside the pieces, for their directions.
  var tags: [SpeechTag] = []
}

extension DialogueTurn {
  /// Returns the turns of a book in order.
  static func turns(of text: DialogueText, _ names: BookNames) -> [DialogueTurn] {
    let tags = SpeechTags(text, names)
    var turns: [DialogueTurn] = []
    for (number, paragraph) in text.paragraphs.enumerated() where !paragraph.pieces.isEmpty {
      let first = turns.count
      var wasScare = false
      // Within a quotation that goes on before and behind the paragraph, tags belong to what the speaker tells.
      let isTold = text.isTold(paragraph) && !turns.isEmpty
      for piece in paragraph.pieces {
        let isContinued = isTold || text.pieces[piece].place.isContinued && !turns.isEmpty
        let after = tags.tag(after: piece)
        var before = tags.tag(before: piece)
        if let last = turns.last?.tags.last, turns.last?.lastParagraph == number,
          let own = before, own.tokens.lowerBound < last.tokens.upperBound,
          piece > paragraph.pieces.lowerBound
        {
          before = nil
        }
        let isScare = after == nil && !isContinued && text.isScare(piece)
        let isFirst = piece == paragraph.pieces.lowerBound && !isContinued
        let next = [before, after].compactMap(\.self).filter { $0.strength != .beat }
        let isNew =
          isFirst || isScare || wasScare || !isContinued && text.isAnswer(piece)
          || !isContinued
            && next.contains { tag in
              (!tag.isAfter || tag.strength == .strong)
                && turns[turns.count - 1].differs(from: tag, names)
            }
        wasScare = isScare
        if isNew {
          turns.append(
            DialogueTurn(
              pieces: piece..<piece + 1, firstParagraph: number, lastParagraph: number))
        }
        turns[turns.count - 1].add(piece, number, before, after, isContinued: isContinued)
      }
      let hasNarration = paragraph.tokens.contains { text.tokens[$0].piece < 0 }
      // Turns of one paragraph share one set.
      var beside: Set<Int> = []
      for mention in names.mentions[names.places[number]]
      where text.tokens[mention.tokens.lowerBound].piece < 0 { beside.insert(mention.person) }
      for index in min(first, turns.count - 1)..<turns.count {
        turns[index].hasNarration = turns[index].hasNarration || hasNarration
        if turns[index].beside.isEmpty {
          turns[index].beside = beside
        } else {
          turns[index].beside.formUnion(beside)
        }
      }
    }
    for index in turns.indices {
      turns[index].readNames(text, names)
      if index > 0 { turns[index].readIntroduction(after: turns[index - 1], text, names) }
    }
    return joinLetters(of: turns, text, names)
  }

  /// Words that ask somebody for the name.
  private static let nameQuestions = [
    "your name", "who are you", "te llamas", "tu nombre", "quién eres", "t'appelles", "ton nom",
    "votre nom", "heißt du", "dein name", "wer bist du",
  ].map { " \(CharacterNormalizer.folded($0)) " }

  /// Reads the name in "“What's your name?” “Toby. Toby Marsh.”"
  private mutating func readIntroduction(
    after before: DialogueTurn, _ text: DialogueText, _ names: BookNames
  ) {
    let (asked, own) = (text.pieces[before.pieces.upperBound - 1], text.pieces[pieces.lowerBound])
    guard firstParagraph - before.lastParagraph == 1, asked.end == .question,
      let name = names.mentions(in: own.tokens, of: own.paragraph).first,
      name.tokens.lowerBound == own.tokens.lowerBound,
      name.tokens.upperBound == own.tokens.upperBound
        || text.tokens[name.tokens.upperBound].marks.contains(.stop)
    else { return }
    let words = " " + asked.tokens.map { text.key($0) }.joined(separator: " ") + " "
    guard Self.nameQuestions.contains(where: words.contains) else { return }
    introduced = name.person
    addressed.removeAll { $0 == name.person }
    named.removeAll { $0 == name.person }
  }

  private mutating func add(
    _ piece: Int, _ paragraph: Int, _ before: SpeechTag?, _ after: SpeechTag?, isContinued: Bool
  ) {
    pieces = pieces.lowerBound..<piece + 1
    lastParagraph = paragraph
    for new in [before, after].compactMap(\.self) {
      tags.append(new)
      if new.strength == .beat {
        if new.isAfter { beatAfter = beatAfter ?? new } else { beatBefore = beatBefore ?? new }
      } else if !isContinued || tag == nil {
        if tag.map({ $0.rank < new.rank }) ?? true { tag = new }
      }
    }
  }

  /// Whether a tag names somebody else than the tag of the turn.
  private func differs(from other: SpeechTag, _ names: BookNames) -> Bool {
    guard let tag else { return false }
    switch (tag.subject, other.subject) {
    case (.person(let one), .person(let two)): return one != two
    case (.me, .me), (.group, .group): return false
    case (.person(let one), .pronoun(let gender)), (.pronoun(let gender), .person(let one)):
      return gender != nil && names.people[one].gender != nil && names.people[one].gender != gender
    case (.pronoun(let one), .pronoun(let two)): return one != two
    case (.noun(let one, _, _), .noun(let two, _, _)): return one != two
    case (.noun(_, let one?, _), .pronoun(let two?)), (.pronoun(let one?), .noun(_, let two?, _)):
      return one != two
    case (.noun, .pronoun), (.pronoun, .noun): return false
    default: return true
    }
  }

  /// Finds letters in marks, and makes each of them one turn. They begin with a greeting that is alone in its line, or end
  /// in a closing and a name.
  private static func joinLetters(
    of turns: [DialogueTurn], _ text: DialogueText, _ names: BookNames
  ) -> [DialogueTurn] {
    var (result, index): ([DialogueTurn], Int) = ([], 0)
    while index < turns.count {
      var turn = turns[index]
      if let last = endOfLetter(from: index, turns, text) {
        turn.pieces = turn.pieces.lowerBound..<turns[last].pieces.upperBound
        turn.lastParagraph = turns[last].lastParagraph
        turn.isLetter = true
        let place = text.pieces[turn.pieces.upperBound - 1]
        let signed = text.closing(of: turn.pieces.upperBound - 1)
        if last > index || signed != nil {
          turn.writer =
            names.mentions(in: signed ?? place.tokens, of: place.paragraph).last?.person
        }
        turn.addressed = turns[index...last].flatMap(\.addressed).filter { $0 != turn.writer }
        turn.named = turns[index...last].flatMap(\.named).filter { $0 != turn.writer }
        index = last
      }
      result.append(turn)
      index += 1
    }
    return result
  }

  /// Returns the last turn of the letter that begins with a turn; nil if the turn is no letter.
  private static func endOfLetter(
    from index: Int, _ turns: [DialogueTurn], _ text: DialogueText
  ) -> Int? {
    let (turn, isOne) = (turns[index], turns[index].pieces.count == 1)
    let piece = turn.pieces.upperBound - 1
    guard turn.tag?.isAfter != true else { return nil }
    let closing = text.closing(of: piece)
    let isGreeting = text.isGreeting(turn.pieces.lowerBound, alone: isOne)
    guard isGreeting || closing != nil && closing != text.pieces[piece].tokens else { return nil }
    // The paragraphs up to the closing and the signature belong to the letter.
    var (last, isClosed) = (index, closing != nil)
    for next in index + 1..<min(turns.count, index + 40) {
      guard turns[next].firstParagraph == turns[next - 1].lastParagraph + 1,
        !turns[next].hasNarration
      else { break }
      if turns[next].isSignature(text) { return next }
      if isClosed { break }
      isClosed =
        text.closing(of: turns[next].pieces.upperBound - 1) != nil || turns[next].isClosing(text)
      if isClosed { last = next }
    }
    let isAlone = isOne && !isClosed && text.pieces[piece].place.isClosed
    return isAlone && index + 1 < turns.count ? index + 1 : last
  }

  /// Whether the words are only the end of a letter, such as "Yours, etc."
  private func isClosing(_ text: DialogueText) -> Bool {
    let tokens = text.pieces[pieces.lowerBound].tokens
    return tag == nil && pieces.count == 1 && tokens.count < 6
      && tokens.first.map { text.trait($0).contains(.closing) } == true
  }

  /// Whether the words are only a name without a tag.
  private func isSignature(_ text: DialogueText) -> Bool {
    let tokens = text.pieces[pieces.lowerBound].tokens
    return tag == nil && !hasNarration && pieces.count == 1 && tokens.count < 5
      && tokens.allSatisfy { text.tokens[$0].isCapital }
  }

  private mutating func readNames(_ text: DialogueText, _ names: BookNames) {
    for piece in pieces {
      let place = text.pieces[piece]
      for mention in names.mentions(in: place.tokens, of: place.paragraph) {
        if mention.isAddress {
          addressed.append(mention.person)
        } else {
          named.append(mention.person)
        }
      }
    }
    named.removeAll { addressed.contains($0) }
    for piece in pieces {
      for token in text.pieces[piece].tokens
      where text.trait(token).contains(.address)
        && SpeechTags.isAddress(token..<token + 1, in: text)
      {
        let traits = text.trait(token)
        if traits.contains(.man) { addressedGender = .male }
        if traits.contains(.woman) { addressedGender = .female }
      }
    }
  }
}

extension SpeechTag {
  /// How well a tag tells the speaker.
  fileprivate var rank: Int {
    let strength = strength == .strong ? 4 : 0
    let subject =
      switch subject {
      case .person, .me: 3
      case .noun, .group: 1
      case .pronoun: 2
      }
    return strength + subject + (isAfter ? 8 : 0)
  }
}

/// Decides the turns of a scene together: the evidence of each turn, and how turns follow each other.
///
/// The chain sums over all sequences of speakers, so its result is a probability for each candidate.
struct SpeakerChain: Sendable {
  /// How a turn follows the turn before.
  struct Step {
    /// The rule if the same person speaks again, and the rule if the person of the turn before that speaks.
    var same: [AttributionRule]
    var back: [AttributionRule]
  }

  /// The candidates of each turn, with the sums of their evidence; nil is nobody.
  private let people: [[Int?]]
  private let scores: [[Double]]
  /// The factors if the same person speaks again, and if the person of the turn before that speaks.
  private let same: [Double]
  private let back: [Double]
  private let answered: Double

  /// `steps` has the step to each turn; the first is ignored.
  init(_ turns: [[SpeakerEvidence.Candidate]], _ steps: [Step], _ weights: [Double]) {
    people = turns.map { $0.map(\.person) }
    scores = turns.map { $0.map { $0.score(weights) } }
    same = steps.map { exp(Self.sum($0.same, weights)) }
    back = steps.map { exp(Self.sum($0.back, weights)) }
    answered = weights[AttributionRule.answered.rawValue]
  }

  /// Returns the probabilities of the candidates of each turn, or of the turns in a range, as if they were all.
  /// `answer` is a candidate who surely speaks a turn.
  func marginals(
    of range: Range<Int>? = nil, answer: (turn: Int, candidate: Int)? = nil
  ) -> [[Double]] {
    let turns = range ?? people.indices
    guard let first = turns.first else { return [] }
    let emissions = turns.map { turn -> [Double] in
      var scores = scores[turn]
      if let answer, answer.turn == turn { scores[answer.candidate] += answered }
      let top = scores.max() ?? 0
      return scores.map { exp($0 - top) }
    }
    guard turns.count > 1 else { return [Self.normalized(emissions[0])] }
    let links = turns.map { $0 == first ? [] : matches($0, $0 - 1) }
    let twoBack = turns.map { $0 < first + 2 ? [] : matches($0, $0 - 2) }
    // forward[t][b][c]: the sequences that end with b at t − 1 and c at t.
    var forward: [[[Double]]] = [[]]
    for index in 1..<turns.count {
      let (width, height) = (emissions[index].count, emissions[index - 1].count)
      let (same, back) = (same[first + index], back[first + index])
      var table = [[Double]](repeating: [Double](repeating: 0, count: width), count: height)
      var total = 0.0
      for b in 0..<height {
        let sums = index == 1 ? emissions[0][b] : forward[index - 1].reduce(0) { $0 + $1[b] }
        for c in 0..<width {
          var value = sums
          // Turns of one person do not alternate.
          if index > 1, links[index][c] != b, let a = twoBack[index][c] {
            value += (back - 1) * forward[index - 1][a][b]
          }
          value *= emissions[index][c]
          if links[index][c] == b { value *= same }
          table[b][c] = value
          total += value
        }
      }
      for b in 0..<height { for c in 0..<width { table[b][c] /= total } }
      forward.append(table)
    }
    return backward(first, emissions, forward, links, twoBack)
  }

  private func backward(
    _ first: Int, _ emissions: [[Double]], _ forward: [[[Double]]], _ links: [[Int?]],
    _ twoBack: [[Int?]]
  ) -> [[Double]] {
    let last = emissions.count - 1
    var result = [[Double]](repeating: [], count: emissions.count)
    // after[b][c]: the sum over all ways to go on after b at t − 1 and c at t.
    var after = [[Double]](
      repeating: [Double](repeating: 1, count: emissions[last].count),
      count: emissions[last - 1].count)
    for index in stride(from: last, through: 1, by: -1) {
      var own = [Double](repeating: 0, count: emissions[index].count)
      var previous = [Double](repeating: 0, count: emissions[index - 1].count)
      for b in previous.indices {
        for c in own.indices {
          let value = forward[index][b][c] * after[b][c]
          own[c] += value
          previous[b] += value
        }
      }
      result[index] = Self.normalized(own)
      result[index - 1] = Self.normalized(previous)
      guard index > 1 else { break }
      // before[a][b] = Σc after[b][c] · emission(c) · same(b, c) · back(a, c)
      let (same, back) = (same[first + index], back[first + index])
      var before = [[Double]](
        repeating: [Double](repeating: 0, count: previous.count), count: emissions[index - 2].count)
      var total = 0.0
      for b in previous.indices {
        var sum = 0.0
        var extra = [Double](repeating: 0, count: before.count)
        for c in own.indices {
          var value = after[b][c] * emissions[index][c]
          if links[index][c] == b { value *= same }
          sum += value
          if links[index][c] != b, let a = twoBack[index][c] { extra[a] += value * (back - 1) }
        }
        for a in before.indices {
          before[a][b] = sum + extra[a]
          total += before[a][b]
        }
      }
      let scale = 1 / max(total, .leastNormalMagnitude)
      after = before.map { $0.map { $0 * scale } }
    }
    return result
  }

  /// For each candidate of a turn, its number in another turn; nil for nobody, because nobody is not one person.
  private func matches(_ turn: Int, _ other: Int) -> [Int?] {
    people[turn].map { person in person.flatMap { people[other].firstIndex(of: $0) } }
  }

  /// How far an answer decides other turns.
  private static let reach = 30

  /// Returns how much surer the turns of the scene become on average if somebody answers who speaks a turn.
  func gains(of turn: Int) -> [Int: Double] {
    let range = max(0, turn - Self.reach)..<min(people.count, turn + Self.reach + 1)
    let usual = marginals(of: range)
    // The probabilities promise a little too much, so other answers count for more.
    let chances = usual[turn - range.lowerBound].map { pow($0, 0.7) }
    let likely = chances.indices.sorted { (chances[$1], $0) < (chances[$0], $1) }.prefix(6)
    let all = likely.reduce(0) { $0 + chances[$1] }
    var gains: [Int: Double] = [:]
    for candidate in likely {
      let answered = marginals(of: range, answer: (turn, candidate))
      for (place, index) in range.enumerated() {
        let gain = (answered[place].max() ?? 0) - (usual[place].max() ?? 0)
        gains[index, default: 0] += gain * chances[candidate] / all
      }
    }
    return gains
  }

  private static func sum(_ rules: [AttributionRule], _ weights: [Double]) -> Double {
    rules.reduce(0) { $0 + weights[$1.rawValue] }
  }

  private static func normalized(_ values: [Double]) -> [Double] {
    let total = values.reduce(0, +)
    return total > 0 ? values.map { $0 / total } : values
  }

  /// Returns how a turn follows the turn before.
  static func step(to turn: DialogueTurn, from before: DialogueTurn, _ text: DialogueText) -> Step {
    let gap = turn.firstParagraph - before.lastParagraph
    let hasName = if case .person? = turn.tag?.subject { true } else { false }
    var (same, back): ([AttributionRule], [AttributionRule])
    if gap == 0, !text.isAnswer(turn.pieces.lowerBound) {
      (same, back) = ([.sameParagraph], [])
    } else if gap <= 1 {
      let isQuestion = text.pieces[before.pieces.upperBound - 1].end == .question
      let isNarrated = turn.hasNarration || before.hasNarration
      (same, back) = (
        [isNarrated ? .sameNarrated : isQuestion ? .sameQuestion : .sameBare], [.backBare]
      )
      if isNarrated, isQuestion { same = [.sameQuestion] }
    } else {
      (same, back) = ([gap == 2 ? .sameAcross : .sameFar], [.backFar])
    }
    if hasName, turn.tag?.subject == before.tag?.subject {
      // Both tags name the same person, so the order tells nothing.
      (same, back) = ([], [])
    } else if hasName {
      same.append(.sameNamed)
      back = [.backNamed]
    }
    return Step(same: same, back: back)
  }
}
