import Guion
import Hablare

/// Speeches without letters or digits.
struct UnspeakableSpeeches: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.speeches.flatMap { speech in
      speech.parts.compactMap { part in
        guard part.elementType != .parenthetical, isUnspeakable(part.elementText, script) else {
          return nil
        }
        return script.finding(
          .unspeakableText,
          "no voice can speak \"\(part.elementText.prefix(20))\"; write a sound in words, such as \"Hm\"",
          at: part)
      }
    }
  }

  /// Whether no voice can speak a text.
  /// Voices read symbols such as % by name. Voices also name emoji, unless the cast leaves emoji out.
  private func isUnspeakable(_ text: String, _ script: CheckedScript) -> Bool {
    guard !text.hasLetterOrDigit, text.contains(where: { !$0.isWhitespace }) else { return false }
    if text.contains(where: { "&%$€£¥+=@#".contains($0) }) { return false }
    return script.cast.speech.emoji == .skip || Emoji.removed(from: text) == text
  }
}

/// Paragraphs and speeches that are longer than the limit of a service.
struct LongLines: ScriptCheck {
  /// The services with a limit for one request, in characters of text (Documentation/providers.md),
  /// the lowest limit first.
  private static let limits = ProviderFacts.builtIn.compactMap { facts in
    facts.textLimit.map { (name: facts.name, id: facts.id, characters: $0) }
  }.sorted { $0.characters < $1.characters }

  func findings(in script: CheckedScript) -> [Diagnostic] {
    let named = Set(script.cast.voiceReferences.map(\.uri.providerId))
    // If the cast names no such service, only the highest limit matters.
    guard let limit = Self.limits.first(where: { named.contains($0.id) }) ?? Self.limits.last
    else { return [] }
    return script.elements.compactMap { element in
      guard element.elementType == .dialogue || element.elementType == .action else { return nil }
      // Bytes are counted in constant time, and a text never has fewer bytes than characters. So this check excludes
      // most texts.
      guard element.elementText.utf8.count > limit.characters else { return nil }
      let count = element.elementText.unicodeScalars.count
      guard count > limit.characters else { return nil }
      return script.finding(
        .longLine,
        "this text has \(count) characters, but \(limit.name) accepts \(limit.characters) in one request, so "
          + "voices of \(limit.name) speak the text in pieces; split it where a pause does no harm",
        at: element)
    }
  }
}

/// Directions that match no known delivery.
/// Each direction is reported once.
struct UnmatchedDirections: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    guard script.cast.speech.parentheticals == .direct else { return [] }
    let table = DeliveryTable(
      languageCode: script.language, additions: script.cast.delivery, rules: script.cast.ruleSet)
    let business = StageBusiness(language: script.language, deliveries: table)
    let reads = script.cast.speech.resolved(for: script.cast.ruleSet).directions == .essential
    var seen: [String: Int] = [:]
    var firsts: [GuionElement] = []
    for element in script.elements where element.elementType == .parenthetical {
      let words = element.elementText.lowercased()
      if seen[words, default: 0] == 0 { firsts.append(element) }
      seen[words, default: 0] += 1
    }
    return firsts.compactMap { element in
      let direction = element.elementText
      guard table.delivery(for: direction) == nil, !business.isAll(of: direction),
        !(reads && business.isEssential(direction))
      else { return nil }
      let count = seen[element.elementText.lowercased()] ?? 1
      let times = count == 1 ? "" : " (\(count) times)"
      return script.finding(
        .unmatchedDirection,
        "(\(element.elementText)) is not a known direction, so most voices ignore it\(times)",
        at: element)
    }
  }
}

/// Blocks of HTML whose words are not read.
struct UnreadHTML: ScriptCheck {
  func findings(in script: CheckedScript) -> [Diagnostic] {
    script.elements.compactMap { element in
      guard element.elementType == .comment, !script.isScreenplay(element) else { return nil }
      let count = Self.wordCount(of: element.elementText)
      guard count > 0 else { return nil }
      let words = count == 1 ? "1 word" : "\(count) words"
      return script.finding(
        .unreadHTML, "this block of HTML is not read aloud (\(words)); write the text in Markdown",
        at: element)
    }
  }

  /// Returns the number of words that a reader of the page sees in a block of HTML.
  /// Comments, scripts and styles are not visible. Summaries are not counted because they are read aloud.
  static func wordCount(of html: String) -> Int {
    var count = 0
    var rest = Substring(html)
    while let open = rest.firstIndex(of: "<") {
      count += Self.words(in: rest[..<open])
      rest = rest[open...]
      let hidden = silent.first { rest.prefix($0.start.count).lowercased() == $0.start }
      guard let end = rest.firstRange(of: hidden?.end ?? ">") else { return count }
      rest = rest[end.upperBound...]
    }
    return count + Self.words(in: rest)
  }

  private static let silent = [
    ("<!--", "-->"), ("<script", "</script>"), ("<style", "</style>"), ("<summary", "</summary>"),
    ("<?", "?>"),
  ].map { (start: $0.0, end: $0.1) }

  private static func words(in text: Substring) -> Int {
    text.split(whereSeparator: \.isWhitespace).count { $0.contains { $0.isLetter || $0.isNumber } }
  }
}

/// Finds which of many pronunciations occur in texts as whole words.
/// A word with a capital is found as written, or in all capitals. For a word without a capital, case does not matter.
struct PronunciationSearch {
  /// The indices of the pronunciations found so far.
  private(set) var found: Set<Int> = []

  /// The words to find exactly as written.
  /// Words with a capital are also listed in all capitals.
  private var typed: Words
  /// The words without a capital.
  /// The search for these words uses the lower-case form of a text.
  private var small: Words

  init(_ entries: [Pronunciation]) {
    var (typed, small) = ([String: [Int]](), [String: [Int]]())
    for (number, entry) in entries.enumerated() {
      typed[entry.text, default: []].append(number)
      if entry.text.contains(where: \.isUppercase) {
        typed[entry.text.uppercased(), default: []].append(number)
      } else {
        small[entry.text.lowercased(), default: []].append(number)
      }
    }
    (self.typed, self.small) = (Words(typed), Words(small))
  }

  mutating func read(_ text: String) {
    found.formUnion(typed.newEntries(in: text))
    found.formUnion(small.newEntries(in: text.lowercased()))
  }

  private struct Words {
    private let sorted: SortedWords<Character>
    /// The indices of the pronunciations of each word; empty once the word is found.
    private var entries: [[Int]]

    init(_ words: [String: [Int]]) {
      sorted = SortedWords(words.keys.map(Array.init))
      entries = Array(words.values)
    }

    /// Returns the indices of the pronunciations that occur in a text and did not occur in an earlier text.
    mutating func newEntries(in text: String) -> [Int] {
      guard sorted.root != nil else { return [] }
      var found: [Int] = []
      for (range, numbers) in WordOccurrences(of: sorted, in: text) {
        let after = range.upperBound < text.endIndex ? text[range.upperBound] : nil
        guard after.map(WordOccurrences.isPartOfWord) != true else { continue }
        for word in numbers {
          found += entries[word]
          entries[word] = []
        }
      }
      return found
    }
  }
}
