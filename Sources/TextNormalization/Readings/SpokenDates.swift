/// A date with the tokens of its parts.
struct WrittenDate: Sendable {
  struct Part: Sendable {
    var value: Int
    var tokens: Range<Int>
  }

  var day: Part
  /// The last day of "May 5–7", or nil.
  var lastDay: Part?
  var month: Part
  var year: Part?
}

struct SpokenDates: Sendable {
  let speech: Speech

  /// Returns the words of a date that begins at a token.
  func words(_ date: WrittenDate, at start: Int, in line: Line) -> SpokenWords {
    switch speech.language {
    case .english(let isBritish):
      isBritish ? british(date, at: start, in: line) : american(date, in: line)
    case .german: german(date, at: start, in: line)
    default: romance(date, in: line)
    }
  }

  private func add(
    _ part: WrittenDate.Part, _ text: String, to words: inout SpokenWords, in line: Line
  ) {
    words.add(text, from: line.range(part.tokens))
  }

  private func name(_ month: WrittenDate.Part) -> String {
    speech.vocabulary.calendar.months[month.value - 1]
  }

  /// Reads "January fifth, twenty twenty-five".
  private func american(_ date: WrittenDate, in line: Line) -> SpokenWords {
    var words = SpokenWords()
    add(date.month, name(date.month), to: &words, in: line)
    addDays(date, to: &words, in: line) { speech.speller.ordinal($0) }
    addYear(date, closing: ",", to: &words, in: line)
    return words
  }

  func dayFirst(_ date: WrittenDate, at start: Int, in line: Line) -> SpokenWords {
    british(date, at: start, in: line)
  }

  /// Returns "the fifth of January, twenty twenty-five", or "January the fifth" if the month is written first.
  private func british(_ date: WrittenDate, at start: Int, in line: Line) -> SpokenWords {
    var words = SpokenWords()
    let monthFirst =
      date.month.tokens.lowerBound < date.day.tokens.lowerBound
      && line.kind(date.month.tokens.lowerBound) == .word
    let hasArticle = line.keyBefore(start) == "the"
    if monthFirst { add(date.month, name(date.month), to: &words, in: line) }
    if monthFirst || !hasArticle { add(date.day, "the", to: &words, in: line) }
    addDays(date, to: &words, in: line) { speech.speller.ordinal($0) }
    if !monthFirst { add(date.month, "of " + name(date.month), to: &words, in: line) }
    addYear(date, closing: ",", to: &words, in: line)
    return words
  }

  private func addDays(
    _ date: WrittenDate, to words: inout SpokenWords, in line: Line, _ spelled: (Int) -> String
  ) {
    add(date.day, spelled(date.day.value), to: &words, in: line)
    if let last = date.lastDay {
      words.add(
        speech.symbols.to, from: line.range(date.day.tokens.upperBound..<last.tokens.lowerBound))
      add(last, spelled(last.value), to: &words, in: line)
    }
  }

  private func addYear(
    _ date: WrittenDate, closing: String, to words: inout SpokenWords, in line: Line
  ) {
    guard let year = date.year else { return }
    words.close(with: closing)
    add(year, speech.speller.year(year.value), to: &words, in: line)
  }

  /// Reads "cinco de marzo de dos mil veinticinco", "premier mai deux mille vingt-cinq".
  private func romance(_ date: WrittenDate, in line: Line) -> SpokenWords {
    var words = SpokenWords()
    let isSpanish = speech.language.isSpanish
    let link = isSpanish ? "de " : ""
    let saysFirst = !isSpanish || speech.language == .spanish(isAmerican: true)
    addDays(date, to: &words, in: line) {
      $0 == 1 && saysFirst ? speech.speller.ordinal(1) : speech.speller.cardinal($0)
    }
    add(date.month, link + name(date.month), to: &words, in: line)
    if let year = date.year {
      add(year, link + speech.speller.year(year.value), to: &words, in: line)
    }
    return words
  }

  /// Reads "dritter Mai zweitausendfünfundzwanzig", "am dritten Mai".
  private func german(_ date: WrittenDate, at start: Int, in line: Line) -> SpokenWords {
    var words = SpokenWords()
    let form = GermanEndings.ofDate(before: start, in: line)
    addDays(date, to: &words, in: line) { speech.speller.ordinal($0, form) }
    add(date.month, name(date.month), to: &words, in: line)
    addYear(date, closing: "", to: &words, in: line)
    return words
  }
}
