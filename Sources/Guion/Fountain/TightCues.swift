import Basics

/// The speakers of a pasted script that lost their blank lines or line ends: `ANN` directly below the speech of somebody
/// else, and `ANN I was there.` Action that lost its blank line: `He turns on the light.` (R21.16)
struct TightCues {
  /// The offsets of cues directly below a speech.
  private(set) var cues: Set<Int> = []
  private(set) var labels: [Int: PrintedPages.Label] = [:]
  /// The offsets of action directly below a speech.
  private(set) var actions: Set<Int> = []
  private let text: Bytes
  private var names: [String: Int] = [:]
  /// Labels above a word that does not show alone that somebody speaks: `ANN Paris, Rome.`
  private var likely: [Int: PrintedPages.Label] = [:]

  init(in text: Bytes, _ cursor: LineCursor, _ pages: PrintedPages) {
    self.text = text
    collect(cursor, pages)
    guard names.count > 1 else { return }
    find(cursor, pages)
    // One such line can be a description: "ANN Rises."
    if labels.count > 1 { labels.merge(likely) { label, _ in label } }
  }

  /// Counts the cues below a blank line.
  private mutating func collect(_ cursor: LineCursor, _ pages: PrintedPages) {
    var (cursor, isBlankAbove, above) = (cursor, true, String?.none)
    while let line = pages.next(&cursor) {
      if pages.lines.contains(line.start) { continue }
      if line.kind == .text, let above { names[above, default: 0] += 1 }
      above = isBlankAbove && line.kind == .text ? name(of: line, pages) : nil
      isBlankAbove = line.kind != .text
    }
    names = names.filter { $0.value > 1 }
  }

  /// Returns the name in a line that has the form of a cue.
  private func name(of line: ScriptLine, _ pages: PrintedPages) -> String? {
    guard line.content.count < 40,
      let cue = LineForm.cue(
        text, line, .second, isName: pages.names.contains(line.start)),
      case let name = text.string(cue.name), name.count > 1,
      CueWords.kind(of: name, isRepeated: true) == nil
    else { return nil }
    return name
  }

  private mutating func find(_ cursor: LineCursor, _ pages: PrintedPages) {
    var (cursor, isBlankAbove, above) = (cursor, true, 0..<0)
    var speaker: String?
    // Whether a speech tells of other people, and whether the line above is its first or a direction.
    var (isStory, isTop) = (false, true)
    while let line = pages.next(&cursor) {
      if pages.lines.contains(line.start) { continue }
      defer { (isBlankAbove, above) = (line.kind != .text, line.content) }
      if line.kind != .text || pages.isBreak(line) { (speaker, isBlankAbove) = (nil, true) }
      guard line.kind == .text else { continue }
      let wasTop = isTop
      isTop = isBlankAbove || text[line.content.lowerBound] == UInt8(ascii: "(")
      defer { isStory = !isTop && (isStory || tellsOfOthers(line.content)) }
      let isOpen = isBlankAbove || speaker != nil && endsSpeech(above)
      guard isOpen else { continue }
      let isAboveText = cursor.peek()?.kind == .text
      if isAboveText, let name = name(of: line, pages),
        isBlankAbove || names[name] != nil && name != speaker
      {
        if !isBlankAbove { cues.insert(line.start) }
        (speaker, isTop) = (name, true)
      } else if let known = speaker, !isBlankAbove, !wasTop, !pages.columns.isColumned,
        isAction(line, of: known, isStory: isStory, cursor)
      {
        actions.insert(line.start)
        speaker = nil
      } else if let name = addLabel(line, besides: speaker) {
        speaker = name
      }
    }
  }

  /// Whether a line of a speech can be its last.
  private func endsSpeech(_ line: Range<Int>) -> Bool {
    guard text[line.lowerBound] != UInt8(ascii: "(") else { return false }
    let end = text.string(line.suffix(12)).last { !"\"'”’".contains($0) }
    return end.map { ".!?…-–—)".contains($0) } ?? false
  }

  private func tellsOfOthers(_ line: Range<Int>) -> Bool {
    text.string(line).lowercased().split { !$0.isLetter }.contains { Self.others.contains($0) }
  }

  /// Whether a line and those below it end a speech and tell what a person does: `He turns on the light.` In a
  /// story about somebody, "he" is no speaker.
  private func isAction(
    _ line: ScriptLine, of speaker: String, isStory: Bool, _ cursor: LineCursor
  ) -> Bool {
    let first = text.string(line.content.prefix(120))
    let words = first.split(separator: " ", maxSplits: 2)
    guard words.count > 2 || words.count == 2 && words[1].hasSuffix(".") else { return false }
    let isPerson = !isStory && (words[0] == "He" || words[0] == "She")
    if isPerson {
      guard DescribedLine(first, []).isDescription else { return false }
    } else {
      let verb = words[1].filter(\.isLetter)
      guard words[0].contains(where: \.isLowercase),
        speaker.split(separator: " ").contains(where: { $0 == words[0].uppercased() }),
        DescribedLine.isPresent(verb), !DescribedLine.states.contains(verb)
      else { return false }
    }
    var (cursor, told, last) = (cursor, [first], line.content)
    while let below = cursor.next(), below.kind == .text {
      told.append(text.string(below.content))
      last = below.content
      guard told.count < 7 else { return false }
    }
    return text[last.upperBound - 1] == UInt8(ascii: ".")
      && !told.contains { DescribedLine($0, []).isPersonal }
  }

  private static let others: Set<Substring> = [
    "he", "him", "his", "she", "her", "hers", "they", "man", "guy", "woman", "girl", "boy",
    "somebody", "someone",
  ]

  /// Reads a line such as `ANN I was there.`, and returns the name.
  private mutating func addLabel(_ line: ScriptLine, besides speaker: String?) -> String? {
    let words = text.string(line.content.prefix(80)).split(separator: " ", maxSplits: 6)
    guard words.count > 1, words[0].count > 1,
      let count = (1...min(4, words.count - 1)).last(where: { count in
        names[words[..<count].joined(separator: " ")] != nil
      }), case let name = words[..<count].joined(separator: " "), name != speaker
    else { return nil }
    let end = line.content.lowerBound + name.utf8.count
    // Wide gaps are not typed behind a name: "HELEN  Can she be there?"
    guard text.string(line.content.lowerBound..<end) == name,
      end + 1 < line.content.upperBound, text[end + 1] > 0x20,
      let cue = CueForm(forced: text, line.content.lowerBound..<end)
    else { return nil }
    let speech = words[count...].map(String.init)
    if Opening.isSure(speech) {
      labels[line.start] = PrintedPages.Label(cue: cue)
    } else if Opening.isLikely(speech), names[speech[0].uppercased()] == nil {
      likely[line.start] = PrintedPages.Label(cue: cue)
    } else {
      return nil
    }
    return name
  }
}

/// How a speech begins.
private enum Opening {
  /// Whether words begin as no description behind a name does: `I was there.`
  static func isSure(_ words: [String]) -> Bool {
    guard isSentence(words) else { return false }
    let first = words[0].lowercased().replacing("’", with: "'")
    if first.hasSuffix("'re") { return true }
    let word = first.prefix { $0.isLetter || $0 == "'" }.description
    // "ANN Is it late?", but not "ANN Is too late to answer."
    return openers.contains(word) || askers.contains(word) && words.contains { $0.contains("?") }
  }

  /// Whether words begin with a capital letter, and not with what somebody does: `Rises.`, `Quickly turns`.
  static func isLikely(_ words: [String]) -> Bool {
    isSentence(words) && !["Was", "Had"].contains(words[0])
      && !([words[0].lowercased()] + words[1...].prefix(2)).contains {
        DescribedLine.isPresent($0.filter(\.isLetter))
      }
  }

  /// Whether the first word has small letters behind its capital letter, or is "I" before a word in small letters.
  private static func isSentence(_ words: [String]) -> Bool {
    let letters = words[0].prefix { $0.isLetter || "'’".contains($0) }
    guard letters.first?.isUppercase == true else { return false }
    if letters.count == 1 { return letters == "I" && words.count > 1 && isSmall(words[1]) }
    return letters.dropFirst().allSatisfy { !$0.isUppercase }
      || letters.first == "I" && "'’".contains(letters.dropFirst().first ?? "I")
  }

  private static func isSmall(_ word: String) -> Bool { word.first?.isLowercase == true }

  private static let openers: Set<String> = [
    "i", "i'm", "i'll", "i've", "i'd", "you", "you've", "you'll", "it's", "we", "we'll", "we've",
    "don't", "what", "what's", "who", "who's", "where", "where's", "when", "why", "how", "how's",
    "that's", "there's", "if", "but", "so", "yes", "no", "yeah", "nope", "oh", "ah", "well", "hey",
    "uh", "um", "er", "hm", "hmm", "listen", "please", "hello", "hi", "thanks", "thank", "let's",
    "okay", "ok", "sorry", "excuse", "jesus",
  ]
  private static let askers: Set<String> = [
    "is", "are", "was", "were", "do", "does", "did", "doesn't", "didn't", "isn't", "aren't", "can",
    "can't", "could", "would", "will", "won't", "have",
  ]
}
