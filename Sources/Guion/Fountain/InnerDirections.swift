extension [GuionElement] {
  /// The elements of a pasted script, in which a direction within the lines of a speech is a parenthetical:
  /// `Yes. (beat) Are you okay?` (R21.13).
  var withInnerDirections: Self {
    let roles = Set(
      lazy.filter { $0.elementType == .character }
        .compactMap { $0.elementText.split(separator: " ").first?.lowercased() })
    return flatMap { element in
      let isPlain = element.elementType == .dialogue && element.inlines.isEmpty
      return isPlain && element.elementText.utf8.contains(UInt8(ascii: "("))
        ? element.splitAtDirections(roles) : [element]
    }
  }
}

extension GuionElement {
  /// `roles` are the first words of the names of speakers.
  fileprivate func splitAtDirections(_ roles: Set<String>) -> [Self] {
    let text = elementText
    var (parts, start, next) = ([Self](), text.startIndex, text.startIndex)
    while let open = text[next...].firstIndex(of: "("),
      let close = text[open...].firstIndex(of: ")")
    {
      next = text.index(after: close)
      let words = text.index(after: open)..<close
      guard Self.isDirection(text[words], above: text[..<open], below: text[next...], roles)
      else { continue }
      parts += [part(start..<open, .dialogue), part(words, .parenthetical)]
      start = next
    }
    guard !parts.isEmpty else { return [self] }
    return (parts + [part(start..<text.endIndex, .dialogue)]).filter { !$0.elementText.isEmpty }
  }

  /// Returns the part of the text without the blanks around it.
  private func part(_ range: Range<String.Index>, _ type: ElementType) -> Self {
    let words = elementText[range].drop(while: \.isWhitespace)
    var part = self
    part.elementType = type
    part.elementText = String(words).trimmed
    if type == .parenthetical {
      // A word torn at its hyphen stays one word.
      part.elementText = part.elementText.split(separator: "\n").reduce("") { text, line in
        let isTorn = text.hasSuffix("-") && text.dropLast().last?.isLetter == true
        return text + (isTorn || text.isEmpty ? "" : " ") + line
      }
    }
    let lines = elementText.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = sourceRange?.start, let end = sourceRange?.end,
      end.line - start.line == lines.count - 1
    else { return part }
    func place(_ index: String.Index) -> SourcePosition {
      let above = elementText[..<index].split(separator: "\n", omittingEmptySubsequences: false)
      let column = start.column + (above.last?.utf8.count ?? 0)
      return SourcePosition(line: start.line + max(above.count, 1) - 1, column: column)
    }
    let last = words.lastIndex { !$0.isWhitespace } ?? range.lowerBound
    part.sourceRange = SourceRange(start: place(words.startIndex), end: place(last))
    return part
  }

  /// Whether words in parentheses are a pause, what is shown, or a short direction between two sentences.
  private static func isDirection(
    _ text: Substring, above: Substring, below: Substring, _ roles: Set<String>
  ) -> Bool {
    var words = text.lowercased().split { " ,;\n".contains($0) }.map(String.init)
    // "(then to Ben)"
    if words.count > 1, words[0] == "then" { words.removeFirst() }
    guard 1...16 ~= words.count, isOpen(above.last), isOpen(below.first) else { return false }
    // "(Slide: A cow in a field)"
    if words.count > 1, shown.contains(words[0]) { return true }
    // "(V.O.) It was late."
    if above.isEmpty, CueWords.isExtension(String(text)) { return true }
    let key = words.joined(separator: " ")
    if key == "then" || ["beat", "pause"].contains(words.last) && words.count < 4 { return true }
    let isManner = words.count == 1 && manners.contains(words[0])
    // "Yes (laughs) of course."
    if isManner, words[0].hasSuffix("s"), text.first?.isLowercase == true { return true }
    let isPersonal = words.contains(where: spoken.contains)
    let isDoing =
      words[0].hasSuffix("ing") && !words[0].hasSuffix("thing") && words[0].allSatisfy(\.isLetter)
    // "the (looking at his watch) four o'clock"
    if isDoing, words[0].count > 4, !isPersonal, text.first?.isLowercase == true,
      !openers.contains(words[0]), words.dropFirst().contains(where: people.contains)
    {
      return true
    }
    let end = above.last { !$0.isWhitespace }
    let start = below.first { !$0.isWhitespace }
    guard end.map({ ".?!…—–-”\"".contains($0) }) ?? true,
      start.map({ $0.isUppercase || "\"“‘'.…".contains($0) }) ?? true,
      text.allSatisfy({ $0.isLetter || " '’,;.-\n".contains($0) })
    else { return false }
    if ["to", "off", "beat"].contains(words[0]) { return true }
    // "I lost. (everything)... Gone."
    if above.last?.isWhitespace == false || start.map({ ".…".contains($0) }) ?? false {
      return isDoing || isManner
    }
    guard text.first?.isLowercase == true || isManner else {
      // "(Ann and Bob laugh)", "(Takes the book.)"
      if words.count == 1 { return above.isEmpty && isAdverb(words[0]) }
      return !isPersonal && !openers.contains(words[0])
        && (isDoing || isAct(words, roles) || isTold(words, text))
    }
    // "(he's lying)"
    guard words[0].allSatisfy(\.isLetter) else {
      return words.count > 1 && !isPersonal && told.contains(words[0])
    }
    guard words[0].count > 3 else {
      return words.count > 1 && !isPersonal && staged.contains(words[0])
    }
    return isDoing || isManner || !isPersonal && !openers.contains(words[0])
  }

  /// Whether a direction can be beside a character: a blank or the end of a sentence, as in `No.(pause) Wait.`
  private static func isOpen(_ character: Character?) -> Bool {
    character.map { $0.isWhitespace || ".!?…".contains($0) } ?? true
  }

  /// Whether words begin with a verb of the stage or with a speaker who acts.
  private static func isAct(_ words: [String], _ roles: Set<String>) -> Bool {
    if DescribedLine.isPresent(words[0]), words[1].hasSuffix("'s") || handled.contains(words[1]) {
      return true
    }
    guard roles.contains(words[0]) else { return false }
    return words[1] == "and" && words.count > 3
      || words[1...].prefix(2).contains(where: DescribedLine.isPresent)
  }

  /// Whether a word says how somebody speaks: "Skeptically".
  private static func isAdverb(_ word: String) -> Bool {
    word.hasSuffix("ly") && word.count > 5 && !comments.contains(word)
  }

  /// Whether words tell what the speaker does: "As if in a dream", "He takes her hand", but not "He owns the shop."
  private static func isTold(_ words: [String], _ text: Substring) -> Bool {
    guard words.count > 2, text.last != "." else { return false }
    if words[0] == "as" { return words[1] == "if" || words[1] == "though" }
    return ["he", "she", "they"].contains(words[0]) && DescribedLine.isPresent(words[1])
      && !DescribedLine.states.contains(words[1])
  }

  /// Words that comment on what somebody says.
  private static let comments: Set<String> = [
    "really", "finally", "actually", "probably", "possibly", "especially", "usually", "hopefully",
    "apparently", "obviously", "honestly", "frankly", "basically", "unfortunately", "luckily",
    "naturally", "certainly", "absolutely", "exactly", "definitely", "eventually", "literally",
    "family", "supposedly", "allegedly", "generally", "normally", "recently", "currently",
  ]
  /// Words behind a verb of the stage.
  private static let handled: Set<String> = [
    "a", "an", "the", "his", "her", "their", "him", "them", "to", "at", "up", "down", "on", "off",
    "out", "away", "back", "around", "over", "into", "and", "it",
  ]
  /// Words with a colon before what is shown or heard.
  private static let shown: Set<String> = [
    "slide:", "slides:", "re:", "photo:", "picture:", "image:", "insert:", "sound:", "sfx:",
    "music:", "super:", "subtitle:", "subtitles:", "title:", "caption:", "video:", "clip:",
    "graphic:", "screen:",
  ]
  private static let people: Set<String> = ["he", "she", "they", "his", "her", "him", "them"]
  /// Short words that begin a direction.
  private static let staged: Set<String> = [
    "he", "she", "a", "an", "his", "her", "the", "as", "re", "at", "in", "on",
  ]

  /// Words that begin what somebody else tells about the speaker.
  private static let told: Set<String> = ["he's", "she's", "they're", "he’s", "she’s", "they’re"]

  /// Words that a speech has and a direction does not have.
  private static let spoken: Set<String> = [
    "i", "you", "we", "me", "us", "my", "your", "our", "i'm", "you're", "we're", "i've", "i'll",
    "you'll", "i'd", "let's", "don't",
  ]
  /// Words that begin an aside of a speech.
  private static let openers: Set<String> = [
    "well", "which", "like", "okay", "with", "that", "what", "where", "when", "from", "just",
    "even", "maybe", "except", "including", "unless", "until", "because", "especially", "being",
    "having", "meaning", "depending", "according", "considering", "assuming", "counting",
    "sometimes", "always", "thanks", "besides", "perhaps",
  ]

  private static let manners: Set<String> = [
    "laughs", "sighs", "smiles", "nods", "shrugs", "whispers", "shouts", "chuckles", "coughs",
    "softly", "quietly",
    "angrily", "nervously",
  ]
}
