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
  /// The people whom the narration beside the words names.
  var beside: Set<Int> = []
  /// The gender of the one whom the words address: "sir", "my dear madam".
  var addressedGender: RoleGender?
  /// Whether the paragraphs of the turn have narration.
  var hasNarration = false
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
      for piece in paragraph.pieces {
        let isContinued = text.pieces[piece].place.isContinued && !turns.isEmpty
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
    for index in turns.indices { turns[index].readNames(text, names) }
    return turns
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
struct SpeakerChain {
  /// How a turn follows the turn before.
  struct Step {
    /// The rule if the same person speaks again, and the rule if the person of the turn before that speaks.
    var same: [AttributionRule]
    var back: [AttributionRule]
  }

  /// Returns the probabilities of the candidates of each turn.
  /// `steps` has the step to each turn; the first is ignored.
  static func marginals(
    _ turns: [[SpeakerEvidence.Candidate]], _ steps: [Step], _ weights: [Double]
  ) -> [[Double]] {
    guard !turns.isEmpty else { return [] }
    let emissions = turns.map { candidates -> [Double] in
      let scores = candidates.map { $0.score(weights) }
      let top = scores.max() ?? 0
      return scores.map { exp($0 - top) }
    }
    guard turns.count > 1 else { return [normalized(emissions[0])] }
    let same = steps.map { exp(sum($0.same, weights)) }
    let back = steps.map { exp(sum($0.back, weights)) }
    let links = turns.indices.map { index in
      index == 0 ? [] : matches(turns[index], turns[index - 1])
    }
    let twoBack = turns.indices.map { index in
      index < 2 ? [] : matches(turns[index], turns[index - 2])
    }
    // forward[t][b][c]: the sequences that end with b at t − 1 and c at t.
    var forward: [[[Double]]] = [[]]
    for index in 1..<turns.count {
      let (width, height) = (turns[index].count, turns[index - 1].count)
      var table = [[Double]](repeating: [Double](repeating: 0, count: width), count: height)
      var total = 0.0
      for b in 0..<height {
        let sums = index == 1 ? emissions[0][b] : forward[index - 1].reduce(0) { $0 + $1[b] }
        for c in 0..<width {
          var value = sums
          if index > 1, let a = twoBack[index][c] {
            value += (back[index] - 1) * forward[index - 1][a][b]
          }
          value *= emissions[index][c]
          if links[index][c] == b { value *= same[index] }
          table[b][c] = value
          total += value
        }
      }
      for b in 0..<height { for c in 0..<width { table[b][c] /= total } }
      forward.append(table)
    }
    return backward(turns, emissions, forward, (same, back), (links, twoBack))
  }

  private static func backward(
    _ turns: [[SpeakerEvidence.Candidate]], _ emissions: [[Double]], _ forward: [[[Double]]],
    _ factors: (same: [Double], back: [Double]), _ matches: (links: [[Int?]], twoBack: [[Int?]])
  ) -> [[Double]] {
    let last = turns.count - 1
    var result = [[Double]](repeating: [], count: turns.count)
    // after[b][c]: the sum over all ways to go on after b at t − 1 and c at t.
    var after = [[Double]](
      repeating: [Double](repeating: 1, count: turns[last].count), count: turns[last - 1].count)
    for index in stride(from: last, through: 1, by: -1) {
      var own = [Double](repeating: 0, count: turns[index].count)
      var previous = [Double](repeating: 0, count: turns[index - 1].count)
      for b in previous.indices {
        for c in own.indices {
          let value = forward[index][b][c] * after[b][c]
          own[c] += value
          previous[b] += value
        }
      }
      result[index] = normalized(own)
      result[index - 1] = normalized(previous)
      guard index > 1 else { break }
      // before[a][b] = Σc after[b][c] · emission(c) · same(b, c) · back(a, c)
      var before = [[Double]](
        repeating: [Double](repeating: 0, count: previous.count), count: turns[index - 2].count)
      var total = 0.0
      for b in previous.indices {
        var sum = 0.0
        var extra = [Double](repeating: 0, count: before.count)
        for c in own.indices {
          var value = after[b][c] * emissions[index][c]
          if matches.links[index][c] == b { value *= factors.same[index] }
          sum += value
          if let a = matches.twoBack[index][c] { extra[a] += value * (factors.back[index] - 1) }
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

  /// For each candidate, its number in another list; nil for nobody, because nobody is not one person.
  private static func matches(
    _ candidates: [SpeakerEvidence.Candidate], _ others: [SpeakerEvidence.Candidate]
  ) -> [Int?] {
    candidates.map { candidate in
      candidate.person.flatMap { person in others.firstIndex { $0.person == person } }
    }
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
    if hasName {
      same.append(.sameNamed)
      back = [.backNamed]
    }
    return Step(same: same, back: back)
  }
}
