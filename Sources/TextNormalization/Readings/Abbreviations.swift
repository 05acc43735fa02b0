import Basics

// Expands abbreviations depending on the adjacent text: "St. John" and "Elm St. near".
struct Abbreviations: ReadingRule {
  let speech: Speech
  private let amounts: Amounts
  let nearby: NearbyWords

  init(speech: Speech) {
    self.speech = speech
    amounts = Amounts(speech: speech)
    nearby = NearbyWords(speech: speech)
  }

  var table: AbbreviationWords { speech.vocabulary.abbreviations }

  struct Found {
    var start: Int
    /// The index of the token after the abbreviation and its full stop.
    var end: Int
    var key: String
    /// The article that French joins to the abbreviation: "l'" of "l'art. 5".
    var article = ""
    var hasStop: Bool { key.hasSuffix(".") }
  }

  func reading(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond, line.length(start) == 2, line.isAllCapitals(start),
      let code = code(at: start, in: line)
    {
      return code
    }
    guard begins(at: start, in: line) else { return nil }
    if speech.isSecond, speech.language.isEnglish,
      let word = revision(start, in: line) ?? head(start, in: line) ?? bare(start, in: line)
    {
      return word
    }
    // "VS Code", but "RED VS BLUE"
    if speech.isSecond, line.word(start) == "VS", line.isSpace(start + 1),
      line.isUpper(start + 2), !line.isAllCapitals(start + 2),
      line.wordBefore(start).map(line.isAllCapitals) != true
    {
      return Reading(start..<start + 1, "V.S", in: line)
    }
    // "/etc/"
    if speech.isSecond, line.symbol(start - 1) == "/", line.word(start) == "etc" { return nil }
    // "a Sr. Consultant"
    if speech.isSecond, speech.language.isEnglish, line.word(start) == "Sr",
      line.symbol(start + 1) == ".", line.isSpace(start + 2),
      line.key(start + 3).map(Self.posts.contains) == true
    {
      return Reading(start..<start + 2, "Senior", in: line)
    }
    for found in found(at: start, in: line).reversed() {
      for entry in table.entries[found.key] ?? [] {
        guard isTyped(entry, found, in: line), stands(entry, found, in: line) else { continue }
        return reading(entry, found, in: line)
      }
    }
    switch speech.language {
    case .english: return with(at: start, in: line)
    case .german: return street(at: start, in: line)
    default: return nil
    }
  }

  /// Reads "Rev. C" and "Rev B1", but not "Rev. C. Jones" and "the Rev. W. was late".
  private func revision(_ start: Int, in line: Line) -> Reading? {
    guard line.key(start) == "rev", !line.isAllCapitals(start) else { return nil }
    let end = line.symbol(start + 1) == "." ? start + 2 : start + 1
    guard line.isSpace(end), line.length(end + 1) == 1, line.isUpper(end + 1),
      line.word(end + 1) != "I", line.keyBefore(start) != "the",
      !line.isUpper(start) || line.symbol(start + 1) != "." || line.symbol(start - 1) == "("
        || line.kind(end + 2) == .digits || line.kind(start - 2) == .digits
        || line.isAllCapitals(start - 2)
        || start == 0 && line.isEnd(end + 2)
    else { return nil }
    let next = line.kind(end + 2) == .digits ? end + 3 : end + 2
    guard
      line.isEnd(next) || line.symbol(next).map({ ".,;:)]".unicodeScalars.contains($0) }) == true
        || line.isSpace(next) && line.kind(next + 1) == .word && !line.isUpper(next + 1)
    else { return nil }
    // "Rev. C. Jones"
    if line.symbol(next) == ".", !line.isEnd(next + 1) { return nil }
    return Reading(start..<end, line.isUpper(start) ? "Revision" : "revision", in: line)
  }

  /// The heads of columns: "No.: 4", "Pos.: 2", "Max.: 9".
  private static let heads = [
    "dia": "Diameter", "est": "Estimated", "max": "Maximum", "no": "Number", "pos": "Position",
  ]

  private func head(_ start: Int, in line: Line) -> Reading? {
    guard line.symbol(start + 1) == ".", line.symbol(start + 2) == ":", line.isUpper(start),
      let key = line.key(start), let word = Self.heads[key],
      line.kind(line.skippingSpace(start + 3)) == .digits
    else { return nil }
    return Reading(start..<start + 2, word, in: line)
  }

  /// Whether "re" is the word of a note: "(re: the lamp)", "(re Bob)", but not that of "do re mi".
  func isRegarding(_ start: Int, in line: Line) -> Bool {
    if line.symbol(start + 1) == ":" { return line.isSpace(start + 2) }
    return (start == 0 || line.symbol(start - 1) == "(") && line.isSpace(start + 1)
      && line.kind(start + 2) == .word && line.key(start + 2) != "mi"
  }

  /// Whether a whole word begins here, not a part of a word such as the second letter of "U.S.".
  private func begins(at start: Int, in line: Line) -> Bool {
    guard line.kind(start - 1) != .word, line.symbol(start - 1) != "@" else { return false }
    // "I+D. Luego"
    if speech.isSecond, line.symbol(start - 1) == "+" { return false }
    if let symbol = line.symbol(start - 1), symbol == "." || symbol == "/" || symbol.isApostrophe {
      return line.kind(start - 2) != .word && line.symbol(start - 2) != "."
    }
    return true
  }

  /// Reads "w/ milk" and "w/milk".
  private func with(at start: Int, in line: Line) -> Reading? {
    if speech.isSecond, line.word(start) == "b", line.symbol(start + 1) == "/",
      line.word(start + 2) == "w", line.isSpace(start + 3), line.isOpen(before: start),
      let next = line.key(start + 4), !Self.pictures.contains(next)
    {
      return Reading(start..<start + 3, "between", in: line)
    }
    guard line.key(start) == "w", line.symbol(start + 1) == "/",
      line.isSpace(start + 2) || line.kind(start + 2) == .word
    else { return nil }
    return Reading(start..<start + 2, "with", in: line)
  }

  /// Words behind "b/w" that is black and white.
  private static let pictures: Set<String> = [
    "and", "film", "films", "footage", "image", "images", "movie", "or", "photo", "photograph",
    "photography", "photos", "picture", "pictures", "print", "prints", "tv", "version",
  ]

  // MARK: Finding

  /// Returns the abbreviations that begin at a token, the shortest first.
  private func found(at start: Int, in line: Line) -> [Found] {
    // "op-eds."
    if speech.isSecond, line.symbol(start - 1) == "-", line.key(start) == "eds" { return [] }
    var found: [Found] = []
    var (key, place) = ("", start)
    let article = article(start, in: line)
    while place < line.count, place - start < 12 {
      if line.isSpace(place) {
        // "d. h."
        guard line.symbol(place - 1) == "." || isLink(place - 1, in: line),
          line.kind(place + 1) == .word
        else { break }
        place += 1
        continue
      }
      guard let part = part(place, in: line) else { break }
      key += place == start ? String(part.dropFirst(article.count)) : part
      guard table.beginnings.contains(key) else { break }
      place += 1
      if table.entries[key] != nil, ends(place, key, in: line) {
        found.append(Found(start: start, end: place, key: key, article: article))
      }
    }
    return found
  }

  /// Returns "l'" of "l'art.", which is one word with the abbreviation.
  private func article(_ start: Int, in line: Line) -> String {
    guard speech.isSecond, speech.language.isFrench, let word = line.word(start),
      let stem = line.stem(start)
    else { return "" }
    return String(word.dropLast(stem.count))
  }

  // Whether a space may follow within an abbreviation: "a. de C."
  private func isLink(_ index: Int, in line: Line) -> Bool {
    speech.isSecond && speech.language.isSpanish && line.key(index) == "de"
  }

  private func part(_ index: Int, in line: Line) -> String? {
    if let key = line.key(index) { return key }
    switch line.symbol(index) {
    case "’": return "'"
    case let symbol?: return String(symbol)
    case nil: return nil
    }
  }

  private func ends(_ end: Int, _ key: String, in line: Line) -> Bool {
    if !line.isClosed(end), key.unicodeScalars.last?.isWordLetter == true { return false }
    // Before a full stop, "Mr" does not match, because the longer abbreviation "Mr." may match.
    return key.hasSuffix(".") || line.symbol(end) != "." || line.isEnd(end + 1)
      || line.capitalFollows(end + 1)
  }

  func isUpper(_ found: Found, in line: Line) -> Bool {
    line.scalars[line.range(found.start).lowerBound + found.article.unicodeScalars.count].isUpper
  }

  /// Whether a text only mentions the abbreviation in quotation marks: "Now for the ‘Eg.’"
  func isMentioned(_ found: Found, in line: Line) -> Bool {
    guard let opening = line.symbol(found.start - 1), opening.opensGroup, opening != "(",
      opening != "[", let closing = line.symbol(found.end)
    else { return false }
    return closing.isClosingQuote || closing == "'"
  }

  // Whether more initials follow directly: "O.C.A.S." is not "o.c."
  func goesOn(_ found: Found, in line: Line) -> Bool {
    found.hasStop && line.length(found.end) == 1 && line.isUpper(found.end)
      && line.symbol(found.end + 1) == "."
  }

  // Whether an abbreviation with a capital is before a letter: "Fed. R. Civ. P. 12".
  func isAmongInitials(_ start: Int, in line: Line) -> Bool {
    let stop = line.skippingSpaceBack(start - 1)
    return line.symbol(stop) == "." && line.isUpper(stop - 1) && line.length(stop - 1) < 5
  }

  // MARK: Context

  private func stands(
    _ entry: AbbreviationWords.Entry, _ found: Found, in line: Line
  ) -> Bool {
    // "3D." and "4B": letters after digits.
    if line.kind(found.start - 1) == .digits, entry.place != .behindNumber { return false }
    switch entry.place {
    // "She said no. Of course."
    case .anywhere: return found.key != "no.of" || !line.isUpper(found.end - 1)
    case .ending: return found.hasStop || line.isClosed(found.end)
    case .beforeNumber: return isBeforeNumber(found, in: line)
    case .behindNumber: return isBehindNumber(found, in: line)
    case .beforeName: return isBeforeName(found, in: line)
    case .behindName:
      if speech.isSecond, found.key == "ave",
        line.keyBefore(found.start).map(Self.avenues.contains) == true
      {
        return true
      }
      // "Hail Ave Maria"
      if found.key == "ave", line.isSpace(found.end), line.nextWord(found.end) != nil {
        return false
      }
      return isBehindName(found, in: line)
    case .behindTown: return isBehindTown(found, in: line)
    }
  }

  /// Names of avenues: "live at Park Ave after all", "fifth ave".
  private static let avenues: Set<String> = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth", "park", "madison", "lexington", "columbus", "amsterdam", "michigan",
  ]
  private static let numbers: Set<String> = ["nr.", "n.º", "nº", "n°", "núm."]
  /// Abbreviations whose numbers have brackets: "eq. (4)".
  private static let equations: Set<String> = ["eq.", "gl.", "éq.", "ec."]

  private func isBeforeNumber(_ found: Found, in line: Line) -> Bool {
    let place = line.skippingSpace(found.end)
    if line.kind(place) == .word {
      // Two adjacent single letters are not abbreviations: "a and b. C. came".
      if found.key.utf8.count == 2, line.length(place) == 1, line.isUpper(place) { return false }
      // "p. xxxix"
      let isPage = found.key.hasPrefix("p") && line.length(place) > 1
      let typed = line.word(place).map { isPage ? $0.uppercased() : $0 }
      return typed.flatMap { RomanNumeral.value(of: $0.unicodeScalars) } != nil
        && line.length(place) + 1 > (place == found.end ? 9 : 1)
        && (!speech.isSecond || isNumeral(place, behind: found, in: line))
    }
    if speech.isSecond, line.symbol(place) == "(", line.kind(place + 1) == .digits,
      line.symbol(place + 2) == ")", Self.equations.contains(found.key)
    {
      return true
    }
    let number = line.symbol(place) == "#" ? place + 1 : place
    // The head of a column: "Nr.: 5", "N° | Thème"
    if speech.isSecond, Self.numbers.contains(found.key),
      line.symbol(found.end) == ":" || found.start == 0 && line.isEnd(found.end)
    {
      return true
    }
    guard line.kind(number) == .digits else { return false }
    // "p 80:80" are ports.
    if speech.isSecond, found.key == "p", line.symbol(number + 1) == ":",
      line.kind(number + 2) == .digits
    {
      return false
    }
    // "Urt. v. 12.3.2014" and "v. 5. Mai", but "v. 2.0"
    if found.key == "v.", speech.language.isGerman {
      return NumericDates(speech: speech).reading(at: number, in: line) != nil
        || NamedDates(speech: speech).reading(at: number, in: line) != nil
    }
    // "H.323" is a name.
    if place == found.end, found.key == "h." { return false }
    // In these texts, the full stop ends a sentence: `"No. 5 people are enough."`, "into a fig. 3 wasps fly out".
    guard context.wordsWithStop.contains(found.key),
      line.startsSentence(found.start) || isBehindArticle(found, in: line)
        || isAnswer(found, in: line),
      let amount = amounts.amount(at: number, in: line), amount.value != 1,
      let next = line.keyAfter(amount.tokens.upperBound)
    else { return true }
    return !nearby.isPlural(next)
  }

  /// Whether a Roman numeral is a number and no pronoun, initial or other word.
  private func isNumeral(_ place: Int, behind found: Found, in line: Line) -> Bool {
    let word = line.word(place) ?? ""
    let isSingle = word.utf8.count == 1
    // "vol. M. Dupont", "No. C'mon"
    if isSingle, "CDLM".contains(word) { return false }
    guard context.wordsWithStop.contains(found.key) else { return true }
    // The abbreviation is also a word, so the full stop can end a sentence: "No. MIX it", "No. CD?"
    guard word.utf8.count > 3 || !word.contains(where: "CDM".contains) else { return false }
    guard isSingle else { return true }
    // "No. I know", "Modern art. I love it". A citation has a capital: "Art. I, section 2".
    if word == "I", found.key == "no." { return false }
    let isCited = line.isUpper(found.start) && !line.startsSentence(found.start)
    return (isCited || line.isUpper(found.start) && line.isEnd(place + 1))
      && line.symbol(place + 1)?.isApostrophe != true && line.kind(place + 2) != .word
  }

  var context: ContextWords { speech.context }

  private func isBehindArticle(_ found: Found, in line: Line) -> Bool {
    line.keyBefore(found.start).map { context.determiners.contains($0) } == true
  }

  /// Whether "no." can be the end of an answer: "He said no. 3 men came."
  private func isAnswer(_ found: Found, in line: Line) -> Bool {
    guard speech.isSecond, found.key == "no.", !line.isUpper(found.start),
      let before = line.keyBefore(found.start)
    else { return false }
    return context.beforeAnswer.contains(before)
  }

  private func isBehindNumber(_ found: Found, in line: Line) -> Bool {
    var before = line.skippingSpaceBack(found.start - 1)
    if line.symbol(before) == "." { before -= 1 }
    // "the 22nd inst."
    if speech.isSecond, let key = line.key(before), ["th", "st", "nd", "rd"].contains(key) {
      before -= 1
    }
    return line.kind(before) == .digits
  }

  // MARK: Words

  private func reading(
    _ entry: AbbreviationWords.Entry, _ found: Found, in line: Line
  ) -> Reading {
    let end = keepsStop(entry, found, in: line) ? found.end - 1 : found.end
    var text = found.article + (isSentence(found, in: line) ? "Satz" : entry.words)
    if entry.place == .beforeNumber, isRange(found.end, in: line), let many = speech.plural(text) {
      text = many
    }
    if ["sog.", "o.g.", "u.g."].contains(found.key), speech.isSecond,
      speech.language.isGerman,
      line.keyBefore(found.start).map(GermanEndings.isWeak) == true
    {
      text += "n"
    }
    if text == "Jahrhundert", speech.isSecond, isGenitive(found.start, in: line) { text += "s" }
    let range = line.range(found.start..<found.end)
    var words = SpokenWords(text, from: range)
    if line.isUpper(found.start), line.startsSentence(found.start) { words.capitalize() }
    return Reading(end: end, words: words)
  }

  // Whether German "S." is the sentence of a paragraph of law: "§ 5 Abs. 2 S. 1".
  private func isSentence(_ found: Found, in line: Line) -> Bool {
    guard speech.isSecond, speech.language.isGerman, found.key == "s." else { return false }
    let number = line.skippingSpaceBack(found.start - 1)
    return line.kind(number) == .digits
      && ["abs", "absatz"].contains(line.keyBefore(number))
  }

  private func isRange(_ index: Int, in line: Line) -> Bool {
    let start = line.skippingSpace(index)
    return Quantities(speech: speech).quantity(at: start, in: line)?.last != nil
  }

  /// Abbreviations that never end a sentence.
  private static let openers: Set<String> = [
    "e.g.", "eg.", "i.e.", "ie.", "viz.", "z.b.", "d.h.", "p.ej.", "p.ex.",
  ]

  /// Whether the full stop also ends the sentence.
  private func keepsStop(
    _ entry: AbbreviationWords.Entry, _ found: Found, in line: Line
  ) -> Bool {
    guard found.hasStop, line.symbol(found.end - 1) == "." else { return false }
    switch entry.place {
    case .beforeName, .beforeNumber: return false
    case .ending where !speech.language.isGerman:
      if line.capitalFollows(found.end) { return true }
    case .anywhere, .behindName, .behindNumber, .behindTown, .ending: break
    }
    if line.isEnd(found.end) { return true }
    // "e.g. In Progress"
    if speech.isSecond, Self.openers.contains(found.key) { return false }
    guard line.isSpace(found.end), line.capitalFollows(found.end),
      let next = line.nextWord(found.end), let key = line.key(next)
    else { return false }
    return context.starters.contains(key)
      || speech.isSecond && speech.language.isGerman && Self.germanStarters.contains(key)
  }

  /// Words that begin a German sentence, besides those of all rule sets. A noun has a capital, too.
  private static let germanStarters = WordTable.words(
    """
    allerdings außerdem bitte dabei dadurch dafür daher damit daneben danach daran darauf daraus darin darüber darum davon \
    dazu dementsprechend demnach dennoch deren deshalb dessen deswegen dieser dieses diesem diesen ebenfalls ebenso einige \
    falls ferner hier hierbei hierfür hierzu im insbesondere insgesamt jede jedem jeden jeder jedes jedoch jene kann können \
    manche manchmal mehrere meist meistens möchte muss müssen natürlich neben obwohl oft schon sobald sofern sogar soll sollte \
    sollten somit sonst sowohl statt stattdessen teilweise tatsächlich während weder weitere weiterhin welche wenige wichtig \
    wird wobei wodurch wurde wurden zudem zuerst zunächst zusätzlich zuletzt
    """)

  /// Reads "avg_cost" and "quickly (adv)", without full stops.
  private func bare(_ start: Int, in line: Line) -> Reading? {
    if line.word(start) == "avg", line.symbol(start + 1) != "." {
      return Reading(start..<start + 1, "average", in: line)
    }
    guard line.symbol(start - 1) == "(", line.symbol(start + 1) == ")",
      let word = AbbreviationWords.partsOfSpeech[line.word(start) ?? ""]
    else { return nil }
    return Reading(start..<start + 1, word, in: line)
  }

  // Reads "Hauptstr. 5".
  private func street(at start: Int, in line: Line) -> Reading? {
    guard let word = line.word(start), line.symbol(start + 1) == ".", word.utf8.count > 4,
      word.hasSuffix("str") || word.hasSuffix("STR"), !speech.isSecond || line.isUpper(start)
    else { return nil }
    let end = line.isEnd(start + 2) ? start + 1 : start + 2
    return Reading(start..<end, word.dropLast(3) + "straße", in: line)
  }
}
