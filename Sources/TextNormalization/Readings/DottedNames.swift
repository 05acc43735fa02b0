import Basics

/// Reads the dots in names of programs: "cv2.resize", "pandas.DataFrame", "list.append()", "libgcc.so.1".
/// Other words with a full stop between them are sentences whose author forgot the space.
struct DottedNames: ReadingRule {
  let speech: Speech

  private static let most = 24

  func reading(at start: Int, in line: Line) -> Reading? {
    // The letter of "a100" is no article.
    if speech.language.isEnglish, let digits = line.digits(start + 1), digits.utf8.count < 4,
      line.word(start) == "a", line.isOpen(before: start)
    {
      return Reading(start..<start + 2, "A-" + speech.speller.cardinal(digits), in: line)
    }
    guard line.symbol(start + 1) == "." || line.symbol(start + 2) == ".", line.isOpen(before: start)
    else { return nil }
    var labels: [Range<Int>] = []
    var place = start
    while place - start < Self.most {
      var end = place
      while line.kind(end) == .word || line.kind(end) == .digits { end += 1 }
      guard end > place else { return nil }
      labels.append(place..<end)
      place = end
      guard line.symbol(end) == ".", !line.isClosed(end + 1) else { break }
      place += 1
    }
    guard labels.count > 1, isName(labels, in: line) else { return nil }
    var words = SpokenWords()
    for label in labels {
      if label.lowerBound > start {
        words.add(speech.symbols.dot, from: line.range(label.lowerBound - 1))
      }
      for index in label { add(index, to: &words, in: line) }
    }
    return Reading(end: place, words: words)
  }

  private func add(_ index: Int, to words: inout SpokenWords, in line: Line) {
    guard let digits = line.digits(index) else {
      words.add(line.word(index) ?? "", from: line.range(index))
      return
    }
    words.add(
      digits.utf8.count < 3 ? speech.speller.cardinal(digits) : speech.digits(digits),
      from: line.range(index))
  }

  private func isName(_ labels: [Range<Int>], in line: Line) -> Bool {
    guard let first = labels.first, let last = labels.last,
      line.kind(first.lowerBound) == .word
    else { return false }
    // "libgcc_s.so.1"
    if last.count == 1, line.kind(last.lowerBound) == .digits {
      guard labels.count > 2, let ending = line.word(labels[labels.count - 2].lowerBound) else {
        return false
      }
      // "messages.log.1"
      return ending == "so" || speech.isSecond && ["gz", "log", "md", "txt"].contains(ending)
    }
    guard line.length(first.lowerBound) > 1 || first.count > 1 else { return false }
    guard labels.allSatisfy({ line.kind($0.lowerBound) == .word }) else { return false }
    let (opening, ending) = (line.text(first), line.text(last))
    // "the nclass.FD function"
    if line.isSpace(last.upperBound), opening.first?.isLowercase == true,
      line.key(last.upperBound + 1).map(Self.things.contains) == true
    {
      return true
    }
    if line.symbol(last.upperBound) == "(" { return ending.first?.isLowercase == true }
    // "FrameFactory.createFrame"
    if hasHump(opening), hasHump(ending), ending.first?.isLowercase == true { return true }
    if labels.count == 2, isMember(ending, of: opening, last.upperBound, in: line) { return true }
    guard opening.first?.isLowercase == true, !ending.hasPrefix("Mc") else { return false }
    if labels.count == 2, ending.first?.isLowercase == true, Self.owners.contains(opening) {
      return true
    }
    let isLong = labels.allSatisfy { line.length($0.lowerBound) > 1 || $0.count > 1 }
    // "no.no.no"
    if isLong, opening != ending, ending.first?.isLowercase == true {
      if labels.count > 2 || first.count == 2 && line.length(first.lowerBound) < 4 { return true }
    }
    return hasHump(ending)
  }

  /// Whether a name with a capital is a part of a class: "QueueFactory.FromTemplate", "ArrayList.Add". A word that
  /// begins a sentence is none: "GitHub.See below".
  private func isMember(_ name: String, of owner: String, _ end: Int, in line: Line) -> Bool {
    guard speech.isSecond, hasHump(owner), owner.first?.isUppercase == true,
      name.first?.isUppercase == true, !["Mac", "Mc"].contains(where: name.hasPrefix)
    else { return false }
    if hasHump(name) { return true }
    guard speech.language.isEnglish, name.dropFirst().contains(where: \.isLowercase),
      case let key = name.lowercased(), !Self.openers.contains(key),
      !speech.context.starters.contains(key)
    else { return false }
    guard line.isSpace(end) else {
      return line.symbol(end).map { ",.;:)!?".unicodeScalars.contains($0) } ?? true
    }
    return line.key(end + 1).map(Self.followers.contains) ?? false
  }

  /// Words that open a sentence before a comma, besides those that open most sentences.
  private static let openers = WordTable.words(
    """
    additionally again also any anyone anything both currently each enjoy eventually everyone everything finally first \
    firstly furthermore hello hence however indeed initially instead lastly later more moreover next none nothing ok okay \
    otherwise overall please second secondly similarly someone something sometimes sorry thank thanks therefore third thus \
    unfortunately usually
    """)

  /// Words behind a name, but not behind a word that opens a sentence.
  private static let followers: Set<String> = [
    "and", "are", "as", "can", "class", "does", "field", "function", "has", "is", "method", "must",
    "or", "property", "returns", "should", "takes", "throws", "was", "when", "will",
  ]

  /// Words behind the name of a thing in a program.
  private static let things: Set<String> = [
    "argument", "attribute", "class", "command", "field", "function", "method", "module", "object",
    "package", "parameter", "property", "setting", "variable",
  ]

  /// Names of modules and objects that are no words of sentences: "os.path".
  private static let owners: Set<String> = [
    "np", "numpy", "os", "pandas", "pd", "plt", "scipy", "self", "sys", "torch",
  ]

  /// Whether a name has a capital within it: "DataFrame".
  private func hasHump(_ name: String) -> Bool {
    zip(name, name.dropFirst()).contains { $0.isLowercase && $1.isUppercase }
  }
}

/// Reads the slices of a processor: "1g.5gb", "a100_1g.5gb".
struct SlicedNames: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 2) == ".",
      line.isOpen(before: start) || line.symbol(start - 1) == "_",
      line.length(start + 1) == 1, let first = line.digits(start),
      let letter = line.word(start + 1),
      let second = line.digits(start + 3), let unit = line.word(start + 4),
      ["gb", "GB", "mb", "MB"].contains(unit), line.isClosed(start + 5)
    else { return nil }
    var words = SpokenWords(speech.speller.cardinal(first), from: line.range(start))
    words.add(letter.uppercased(), from: line.range(start + 1))
    words.add(speech.symbols.dot, from: line.range(start + 2))
    words.add(speech.speller.cardinal(second), from: line.range(start + 3))
    words.add(unit.uppercased(), from: line.range(start + 4))
    return Reading(end: start + 5, words: words)
  }
}

/// Reads addresses of the internet with letters in place of numbers: "192.168.x.y".
struct OpenAddresses: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 1) == ".", line.symbol(start + 5) == ".",
      line.symbol(start + 3) == ".", line.isOpen(before: start), line.kind(start) == .digits,
      line.kind(start + 4) == .word || line.kind(start + 6) == .word,
      stride(from: start, through: start + 6, by: 2).allSatisfy({ isPart($0, in: line) }),
      line.isClosed(start + 7)
    else { return nil }
    var words = SpokenWords()
    for place in stride(from: start, through: start + 6, by: 2) {
      if place > start { words.add(speech.symbols.dot, from: line.range(place - 1)) }
      let digits = line.digits(place).map { speech.speller.cardinal($0) }
      words.add(digits ?? line.word(place) ?? "", from: line.range(place))
    }
    return Reading(end: start + 7, words: words)
  }

  private func isPart(_ place: Int, in line: Line) -> Bool {
    line.kind(place) == .digits
      ? line.length(place) < 4 : ["n", "x", "xx", "xxx", "y", "z"].contains(line.key(place))
  }
}
