import Basics

/// Reads a date with a time in digits only: "202611271530", "20261127T153000", "20261127-153000".
struct TimeStamps: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard let digits = line.digits(start), [8, 12, 14].contains(digits.utf8.count),
      digits.hasPrefix("19") || digits.hasPrefix("20"), line.kind(start - 1) != .word
    else { return nil }
    let day = String(digits.prefix(8))
    if digits.utf8.count > 8 {
      guard line.isClosed(start + 1) else { return nil }
      return reading(day, String(digits.dropFirst(8)), start..<start + 1, in: line)
    }
    let joint = start + 1
    let isJoined =
      line.word(joint).map { $0 == "T" || $0 == "t" }
      ?? line.symbol(joint).map { $0 == "-" || $0 == "_" } ?? false
    guard isJoined, let time = line.digits(start + 2), [4, 6].contains(time.utf8.count) else {
      return nil
    }
    return reading(day, time, start..<start + 3, in: line)
  }

  private func reading(
    _ day: String, _ time: String, _ tokens: Range<Int>, in line: Line
  ) -> Reading? {
    guard let value = Int(day) else { return nil }
    let parts = [value % 100, value / 100 % 100, value / 10000].map {
      WrittenDate.Part(value: $0, tokens: tokens)
    }
    let pairs = Array(time.utf8).indices.filter { $0 % 2 == 0 }.compactMap {
      Int(time.dropFirst($0).prefix(2))
    }
    guard (1...31).contains(parts[0].value), (1...12).contains(parts[1].value),
      zip(pairs, [24, 60, 60]).allSatisfy({ $0 < $1 }),
      let date = NumericDates(speech: speech).dated(
        day: parts[0], month: parts[1], year: parts[2], true)
    else { return nil }
    var words = SpokenDates(speech: speech).words(date, at: tokens.lowerBound, in: line)
    words.close(with: ",")
    let said = pairs.map { pair in
      pair < 10 ? speech.digits("0\(pair)") : speech.speller.cardinal(pair)
    }
    words.add(said.joined(separator: " "), from: line.range(tokens))
    return Reading(end: tokens.upperBound, words: words)
  }
}

/// Reads the pattern of a date or a time letter by letter: "DD/MM/AAAA", "HH:mm:ss".
struct DatePatterns: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    guard line.length(start) < 5, isPart(start, in: line), line.isOpen(before: start),
      let mark = line.symbol(start + 1), "/-.:".unicodeScalars.contains(mark),
      isPart(start + 2, in: line), line.word(start) != line.word(start + 2)
    else { return nil }
    var words = SpokenWords(letters(start, in: line), from: line.range(start))
    var end = start + 1
    while let mark = line.symbol(end), "/-.: ".unicodeScalars.contains(mark), end - start < 12,
      isPart(end + 1, in: line)
    {
      words.add(letters(end + 1, in: line), from: line.range(end + 1))
      end += 2
    }
    guard line.isClosed(end) else { return nil }
    return Reading(end: end, words: words)
  }

  private func letters(_ index: Int, in line: Line) -> String {
    (line.word(index) ?? "").uppercased().map(String.init).joined(separator: ".")
  }

  private func isPart(_ index: Int, in line: Line) -> Bool {
    line.word(index).map(Self.parts.contains) == true
  }

  private static let parts: Set<String> = [
    "AA", "AAAA", "DD", "HH", "JJ", "JJJJ", "MM", "SS", "TT", "YY", "YYYY", "aa", "aaaa", "dd",
    "hh", "jj", "jjjj", "mm", "ss", "tt", "yy", "yyyy",
  ]
}
