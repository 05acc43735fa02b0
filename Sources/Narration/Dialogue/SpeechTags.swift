/// The words beside a piece that say who speaks it: "said Tom", "she asked", "Tom smiled."
struct SpeechTag {
  /// Whom the tag names.
  enum Subject: Equatable {
    case person(Int)
    case me
    case pronoun(RoleGender?)
    /// A noun such as "the old man"; `isOwned` for "her mother".
    case noun(word: Int32, gender: RoleGender?, isOwned: Bool)
    case group
  }

  enum Strength { case strong, weak, beat }

  var subject: Subject
  var strength: Strength
  /// Whether the tag stands after the piece.
  var isAfter: Bool
  /// The number of the first word of the tag.
  var token: Int
  /// The words of the tag.
  var tokens: Range<Int>
  var verb: Int32?
  /// Whether the name in the tag is that of several people.
  var isShared = false
  /// The person to whom the tag says that the words are said.
  var addressee: Int?
}

/// Finds tags without a parser, by the order of verbs and subjects next to a piece.
struct SpeechTags {
  private let text: DialogueText
  private let names: BookNames

  init(_ text: DialogueText, _ names: BookNames) { (self.text, self.names) = (text, names) }

  /// Whether a name within a piece addresses somebody: it stands between punctuation or the edges of the piece.
  static func isAddress(_ range: Range<Int>, in text: DialogueText) -> Bool {
    let piece = Int(text.tokens[range.lowerBound].piece)
    guard text.pieces.indices.contains(piece) || piece >= 0 else { return false }
    if text.tokens[range.upperBound - 1].isPossessive { return false }
    let after = range.upperBound
    let isEnd =
      after >= text.tokens.count || text.tokens[after].piece != Int32(piece)
      || !text.tokens[after].marks.isDisjoint(with: [.comma, .stop, .pause])
    guard isEnd else { return false }
    var before = range.lowerBound
    var steps = 0
    while steps < 3 {
      if before == 0 || text.tokens[before - 1].piece != Int32(piece) { return true }
      if !text.tokens[before].marks.isDisjoint(with: [.comma, .stop, .pause]) { return true }
      guard text.trait(before - 1).contains(.beforeName) else { return false }
      before -= 1
      steps += 1
    }
    return false
  }

  // MARK: Subjects

  private struct Phrase {
    var subject: SpeechTag.Subject
    var tokens: Range<Int>
    var isShared = false
  }

  /// Returns the subject that begins at a word, or nil if none does.
  private func phrase(at start: Int, before end: Int, in paragraph: Int) -> Phrase? {
    guard start < end else { return nil }
    let traits = text.trait(start)
    if traits.contains(.me), text.tokens[start].isCapital || text.key(start) != "i" {
      return Phrase(subject: .me, tokens: start..<start + 1)
    }
    if traits.contains(.he), !traits.contains(.determiner) {
      return Phrase(subject: .pronoun(.male), tokens: start..<start + 1)
    }
    if traits.contains(.she) {
      return Phrase(subject: .pronoun(.female), tokens: start..<start + 1)
    }
    if traits.contains(.it) { return Phrase(subject: .pronoun(nil), tokens: start..<start + 1) }
    // "the March Hare", "poor Alice", "Mr. Bumble the beadle"
    let near = names.mentions(in: start..<min(end, start + 4), of: paragraph)
    if let mention = near.first(where: { mention in
      (start..<mention.tokens.lowerBound).allSatisfy { isBeforeName($0, from: start) }
    }) {
      let last = mention.tokens.upperBound
      if !text.tokens[last - 1].isPossessive {
        // "Lord Henry's friend" and "the Emma woman" are somebody else.
        return Phrase(
          subject: .person(mention.person), tokens: start..<last, isShared: mention.isShared)
      }
      return noun(after: last, from: start, before: end, isOwned: true)
    }
    if traits.contains(.they), !traits.contains(.determiner) {
      return Phrase(subject: .group, tokens: start..<start + 1)
    }
    if traits.contains(.determiner) {
      return noun(
        after: start + 1, from: start, before: end, isOwned: traits.contains(.owner))
    }
    return nil
  }

  private func isBeforeName(_ index: Int, from start: Int) -> Bool {
    guard index == start || text.tokens[index].marks == [] else { return false }
    let traits = text.trait(index)
    if traits.contains(.determiner) { return index == start && !traits.contains(.owner) }
    return !text.tokens[index].isCapital
      && traits.isDisjoint(with: [.preposition, .joint, .strong, .pronoun, .kin])
  }

  private func noun(
    after start: Int, from first: Int, before end: Int, isOwned: Bool
  ) -> Phrase? {
    var index = start
    let stops: DialogueWords.Traits = [.preposition, .joint, .pronoun, .determiner]
    while index < end, index - start < 5, index == start || text.tokens[index].marks == [] {
      let traits = text.trait(index)
      if index > start, !traits.isDisjoint(with: stops) { break }
      if index > start, !traits.isDisjoint(with: [.strong, .weak, .filler]),
        traits.isDisjoint(with: [.anybody, .kin, .title])
      {
        break
      }
      index += 1
      if !traits.isDisjoint(with: [.anybody, .kin]), index < end,
        text.trait(index).isDisjoint(with: [.anybody, .kin])
      {
        break
      }
    }
    guard index > start else { return nil }
    let head = Int(text.tokens[index - 1].word)
    let traits = text.traits[head]
    if traits.contains(.group), !traits.contains(.anybody) || text.keys[head].hasSuffix("s") {
      return Phrase(subject: .group, tokens: first..<index)
    }
    let stated: RoleGender? =
      traits.contains(.woman) ? .female : traits.contains(.man) ? .male : nil
    let gender = stated ?? text.words.people.noun(text.keys[head])?.gender
    return Phrase(
      subject: .noun(
        word: Int32(head), gender: gender, isOwned: isOwned && traits.contains(.kin)),
      tokens: first..<index)
  }

  // MARK: After a piece

  /// Returns the tag or the action that follows a piece.
  func tag(after piece: Int) -> SpeechTag? {
    let range = text.narration(after: piece)
    guard let first = range.first else { return nil }
    let paragraph = text.pieces[piece].paragraph
    let end = clauseEnd(range)
    let isSmall = !text.tokens[first].isCapital
    let goesOn: Bool
    switch text.pieces[piece].end {
    case .comma, .dash: goesOn = true
    case .question, .exclamation: goesOn = true
    case .stop, .none: goesOn = isSmall
    }
    var start = first
    while start < end, start - first < 3, text.tokens[start].marks == [] || start == first,
      !text.trait(start).isDisjoint(with: [.joint, .filler]),
      text.trait(start).isDisjoint(with: .pronoun)
    {
      start += 1
    }
    if goesOn || text.trait(start < end ? start : first).contains(.strong) {
      if let tag = verbFirst(start, end, paragraph) { return tag }
    }
    guard let phrase = phrase(at: start, before: end, in: paragraph) else {
      return nil
    }
    if goesOn, let tag = subjectFirst(phrase, end, paragraph, piece) { return tag }
    return SpeechTag(
      subject: phrase.subject, strength: .beat, isAfter: true, token: phrase.tokens.lowerBound,
      tokens: phrase.tokens, isShared: phrase.isShared)
  }

  /// Returns the end of the first sentence in narration.
  private func clauseEnd(_ range: Range<Int>) -> Int {
    range.dropFirst().first { text.tokens[$0].marks.contains(.stop) } ?? range.upperBound
  }

  /// "said Tom", "was her answer"
  private func verbFirst(_ start: Int, _ end: Int, _ paragraph: Int) -> SpeechTag? {
    guard start < end, !text.trait(start).isDisjoint(with: .verb) else { return nil }
    let isStrong = text.trait(start).contains(.strong)
    // "dit-elle" is a verb and a pronoun.
    if let subject = invertedSubject(start) {
      return SpeechTag(
        subject: subject, strength: .strong, isAfter: true, token: start,
        tokens: start..<start + 1, verb: text.tokens[start].word)
    }
    var next = start + 1
    while next < end, next - start < 3, text.tokens[next].marks == [],
      text.trait(next).contains(.filler) || text.key(next) == "on" || text.key(next) == "out",
      text.trait(next).isDisjoint(with: .pronoun)
    {
      next += 1
    }
    guard next < end, text.tokens[next].marks == [],
      let phrase = phrase(at: next, before: end, in: paragraph)
    else { return nil }
    // "said to her mother" has no subject here.
    return SpeechTag(
      subject: phrase.subject, strength: isStrong ? .strong : .weak, isAfter: true, token: start,
      tokens: start..<phrase.tokens.upperBound, verb: text.tokens[start].word,
      isShared: phrase.isShared,
      addressee: addressee(after: phrase.tokens.upperBound, end, paragraph))
  }

  private func invertedSubject(_ token: Int) -> SpeechTag.Subject? {
    let traits = text.trait(token)
    guard traits.contains(.inverted) else { return nil }
    if traits.contains(.he) { return .pronoun(.male) }
    if traits.contains(.she) { return .pronoun(.female) }
    if traits.contains(.me) { return .me }
    return traits.contains(.they) ? .group : nil
  }

  /// "Tom said", "she slowly answered", "Tom broke in"
  private func subjectFirst(
    _ phrase: Phrase, _ end: Int, _ paragraph: Int, _ piece: Int
  ) -> SpeechTag? {
    var index = phrase.tokens.upperBound
    var steps = 0
    while index < end, steps < 4, text.trait(index).contains(.filler),
      text.trait(index).isDisjoint(with: .verb)
    {
      index += 1
      steps += 1
    }
    let verb = index < end ? text.trait(index) : []
    if verb.contains(.heard), let other = self.phrase(at: index + 1, before: end, in: paragraph) {
      return SpeechTag(
        subject: other.subject, strength: .strong, isAfter: true, token: other.tokens.lowerBound,
        tokens: phrase.tokens.lowerBound..<other.tokens.upperBound, isShared: other.isShared)
    }
    let isStrong = verb.contains(.strong)
    let isComma = text.pieces[piece].end == .comma || text.pieces[piece].end == .dash
    let isSmall = !text.tokens[phrase.tokens.lowerBound].isCapital
    guard
      isStrong
        || verb.contains(.weak)
          && (isComma || isSmall || !text.tokens[phrase.tokens.lowerBound].isFirst)
        || isComma || isSmall
    else { return nil }
    return SpeechTag(
      subject: phrase.subject, strength: isStrong ? .strong : .weak, isAfter: true,
      token: phrase.tokens.lowerBound,
      tokens: phrase.tokens.lowerBound..<min(index + 1, end),
      verb: index < end ? text.tokens[index].word : nil, isShared: phrase.isShared,
      addressee: addressee(after: index + 1, end, paragraph))
  }

  /// "said Tom to Mary"
  private func addressee(after start: Int, _ end: Int, _ paragraph: Int) -> Int? {
    for index in start..<max(start, min(end, start + 3)) where text.trait(index).contains(.to) {
      guard index + 1 < end,
        case .person(let person)? = phrase(at: index + 1, before: end, in: paragraph)?.subject
      else { return nil }
      return person
    }
    return nil
  }

  // MARK: Before a piece

  /// Returns the tag or the action before a piece, in its paragraph or at the end of the paragraph before.
  func tag(before piece: Int) -> SpeechTag? {
    let own = text.narration(before: piece)
    let number = text.pieces[piece].paragraph
    if !own.isEmpty { return tag(endOf: own, number, piece) }
    guard piece == text.paragraphs[number].pieces.lowerBound, number > 0 else { return nil }
    let before = text.paragraphs[number - 1]
    guard !before.isBreak, !before.tokens.isEmpty else { return nil }
    let last = before.pieces.last.map { text.narration(after: $0) } ?? before.tokens
    // Behind a piece, "he said." tells of that piece.
    guard !last.isEmpty, before.pieces.isEmpty || text.leads(last, to: piece) else { return nil }
    let tag = tag(endOf: last, number - 1, piece)
    return tag?.strength == .beat ? nil : tag
  }

  private func tag(endOf range: Range<Int>, _ paragraph: Int, _ piece: Int) -> SpeechTag? {
    let start =
      range.last { text.tokens[$0].marks.contains(.stop) || $0 == range.lowerBound }
      ?? range.lowerBound
    let sentence = start..<range.upperBound
    let verbs = sentence.filter { text.trait($0).contains(.strong) }
    let last = sentence.upperBound - 1
    let endsInVerb = last >= start && text.trait(last).contains(.strong)
    let leads = endsInVerb || text.leads(range, to: piece)
    guard leads else { return beat(sentence, paragraph) }
    if let verb = verbs.last ?? sentence.last(where: { text.trait($0).contains(.weak) }) {
      let isStrong = text.trait(verb).contains(.strong)
      if let phrase = nearSubject(of: verb, from: start, paragraph)
        ?? clauseSubject(sentence, before: verb, paragraph)
      {
        let isFar = verb - phrase.tokens.upperBound > 12
        return SpeechTag(
          subject: phrase.subject, strength: isStrong && !isFar ? .strong : .weak, isAfter: false,
          token: phrase.tokens.lowerBound,
          tokens: min(verb, phrase.tokens.lowerBound)..<max(verb + 1, phrase.tokens.upperBound),
          verb: text.tokens[verb].word, isShared: phrase.isShared,
          addressee: addressee(
            after: max(verb + 1, phrase.tokens.upperBound), sentence.upperBound, paragraph))
      }
    }
    guard let phrase = clauseSubject(sentence, before: sentence.lowerBound, paragraph) else {
      return nil
    }
    return SpeechTag(
      subject: phrase.subject, strength: .weak, isAfter: false, token: phrase.tokens.lowerBound,
      tokens: phrase.tokens, isShared: phrase.isShared)
  }

  /// Returns the subject directly before a verb: at most three words are between them.
  private func nearSubject(of verb: Int, from start: Int, _ paragraph: Int) -> Phrase? {
    for index in stride(from: verb - 1, through: max(start, verb - 6), by: -1) {
      guard let phrase = phrase(at: index, before: verb, in: paragraph),
        phrase.tokens.upperBound <= verb, verb - phrase.tokens.upperBound <= 3,
        (phrase.tokens.upperBound..<verb).allSatisfy({
          text.tokens[$0].marks == [] && text.trait($0).isDisjoint(with: [.preposition])
        })
      else { continue }
      let isObject =
        index > start && text.tokens[index].marks == []
        && text.trait(index - 1).contains(.preposition)
      if !isObject { return phrase }
    }
    return nil
  }

  /// Returns the last subject that begins a clause before a word, else the first subject of the sentence.
  /// A preposition before a phrase makes it an object: "turning to the undertaker".
  private func clauseSubject(_ sentence: Range<Int>, before verb: Int, _ paragraph: Int) -> Phrase?
  {
    var index = sentence.lowerBound
    var (first, last): (Phrase?, Phrase?)
    while index < sentence.upperBound {
      let traits = index > sentence.lowerBound ? text.trait(index - 1) : []
      let isDirect = index > sentence.lowerBound && text.tokens[index].marks == []
      guard let phrase = phrase(at: index, before: sentence.upperBound, in: paragraph) else {
        index += 1
        continue
      }
      if !isDirect || !traits.contains(.preposition) {
        first = first ?? phrase
        if phrase.tokens.upperBound <= verb, !isDirect || traits.contains(.joint) { last = phrase }
      }
      index = max(phrase.tokens.upperBound, index + 1)
    }
    return last ?? first
  }

  /// An action before a piece: "Tom smiled."
  private func beat(_ sentence: Range<Int>, _ paragraph: Int) -> SpeechTag? {
    guard let phrase = clauseSubject(sentence, before: sentence.lowerBound, paragraph) else {
      return nil
    }
    return SpeechTag(
      subject: phrase.subject, strength: .beat, isAfter: false, token: phrase.tokens.lowerBound,
      tokens: phrase.tokens, isShared: phrase.isShared)
  }
}
