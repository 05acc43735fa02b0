package import Basics

/// The author's answers to the question who speaks: the file `NOVEL.voices` beside a document, or `book.voices` in a
/// folder (Documentation/speech.md, "The file of answers").
///
/// A line has a sign, names and the first words of a turn: `=  Jake  ch 12 §58  How did it go?`. A line is found again
/// by its words.
package struct VoicesFile: Sendable {
  package struct Line: Sendable, Equatable {
    /// What the author or the program says about a turn.
    package enum Sign: Character, Sendable {
      /// The guess of the program.
      case open = "?"
      /// The author's answer: a character.
      case person = "="
      /// The author's answer: the narrator.
      case narrator = "-"
    }

    package var number: Int
    package var sign: Sign
    /// The names; the first one is the answer.
    package var names: [String]
    /// The first letters of the words, as they are compared.
    var key: String
    /// The first letters of the turn before, if other turns begin with the same words.
    var before: String?
    /// The line as it is written.
    package var text: String
  }

  /// The file as the user named it.
  package let path: String
  package private(set) var lines: [Line] = []
  /// The author's comments, and the lines that cannot be read, which stay when the file is written again.
  private(set) var comments: [String] = []
  private(set) var unread: [String] = []
  /// The warnings about lines that cannot be read.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The comments that the program writes: two lines at the top, and one above the lines without an effect.
  static let headers = [
    "# Who speaks? Change ? to = if the first name is right, or write = and another name, or - for the narrator.",
    "# speaker?  sure  where  words", "# not found",
  ]

  /// Reads a file.
  package init(_ bytes: [UInt8], path: String) {
    self.path = path
    let text = String(decoding: bytes, as: UTF8.self)
    let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in all.enumerated() {
      let line = line.drop(while: \.isWhitespace)
      guard let sign = line.first else { continue }
      if sign == "#" {
        if !Self.headers.contains(String(line)) { comments.append(String(line)) }
      } else if let read = Self.line(line, number: index + 1) {
        lines.append(read)
      } else {
        let message = "the line needs ?, = or -, names, a place such as \"ch 1 §2\", and words"
        diagnostics.append(report(message, at: index + 1))
        unread.append(String(line))
      }
    }
  }

  private static func line(_ line: Substring, number: Int) -> Line? {
    guard let sign = line.first.flatMap({ Line.Sign(rawValue: $0) }),
      let section = line.firstIndex(of: "§"),
      let chapter = line[..<section].lastStart(of: "ch ")
    else { return nil }
    var names = line[line.index(after: line.startIndex)..<chapter]
    // The number before the place is the probability.
    while names.last?.isWhitespace == true { names = names.dropLast() }
    let digits = names.reversed().prefix(while: \.isNumber).count
    let isProbability = digits > 0 && names.dropLast(digits).hasSuffix("  ")
    if isProbability { names = names.dropLast(digits) }
    let rest = line[line.index(after: section)...].drop { $0.isNumber }
    let parts = rest.split(separator: "  < ", maxSplits: 1).map(String.init)
    let key = LineFinder.key(parts.first ?? "")
    let list = names.split(separator: "|").map { $0.trimmed }.filter { !$0.isEmpty }
    guard !key.isEmpty, sign != .person || !list.isEmpty else { return nil }
    return Line(
      number: number, sign: sign, names: list, key: key,
      before: parts.count > 1 ? LineFinder.key(parts[1]) : nil, text: String(line))
  }

  /// Returns a warning about a line.
  func report(_ message: String, at line: Int) -> Diagnostic {
    Diagnostic(
      code: "unknown-speaker", severity: .warning, message: message, file: path,
      position: SourcePosition(line: line, column: 1))
  }

  /// Returns the answer to each turn, by the number of the turn, and the answers whose turn is gone.
  /// `keys` are the first letters of all turns.
  func answers(to keys: [String]) -> (turns: [Int: Line], gone: [Line], twice: [Line]) {
    var (turns, gone, twice): ([Int: Line], [Line], [Line]) = ([:], [], [])
    let answers = lines.filter { $0.sign != .open }
    let places = LineFinder.places(
      of: answers.map { .init(key: $0.key, before: $0.before) }, in: keys)
    for (line, place) in zip(answers, places) {
      switch place {
      case .line(let turn): turns[turn] = line
      case .gone: gone.append(line)
      case .taken: twice.append(line)
      }
    }
    return (turns, gone, twice)
  }
}

extension Substring {
  /// Returns the start of the last occurrence of a text.
  fileprivate func lastStart(of text: String) -> Index? {
    var last: Index?
    var rest = self
    while let range = rest.firstRange(of: text) {
      last = range.lowerBound
      rest = rest[range.upperBound...]
    }
    return last
  }

  fileprivate var trimmed: String {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
