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
    /// The words, with those of the turn before if other turns begin alike.
    var row: LineFinder.Row
    /// The line as it is written.
    package var text: String
  }

  /// How a line of the book is spoken: `~  rate 0.9, whisper  ch 3 §120  How did it go?`.
  package struct Shape: Sendable, Equatable {
    package var number: Int
    package var settings: LineSettings
    var row: LineFinder.Row
    /// The line as it is written.
    package var text: String
  }

  /// The file as the user named it.
  package let path: String
  package private(set) var lines: [Line] = []
  /// The settings of lines of the book.
  package private(set) var shapes: [Shape] = []
  /// The author's comments, and the lines that cannot be read, which stay when the file is written again.
  private(set) var comments: [String] = []
  private(set) var unread: [String] = []
  /// The warnings about lines that cannot be read.
  package private(set) var diagnostics: [Diagnostic] = []

  /// The comments that the program writes: those at the top, and one above the lines without an effect.
  static let headers = [
    "# Who speaks? Change ? to = if the first name is right, or write = and another name, or - for the narrator.",
    "# speaker?  sure  where  words",
    "# ch counts the parts with quotations between headings or breaks, § all paragraphs and headings of the book.",
    "# not found",
  ]

  /// The first line of a file that a program begins.
  package static let heading = headers[0]

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
      } else if sign == "~" {
        read(shape: line, number: index + 1)
      } else if let read = Self.line(line, number: index + 1) {
        lines.append(read)
      } else {
        let message = "the line needs ?, = or -, names, a place such as \"ch 1 §2\", and words"
        diagnostics.append(report(message, at: index + 1))
        unread.append(String(line))
      }
    }
  }

  private mutating func read(shape line: Substring, number: Int) {
    var rest = line.dropFirst()
    var repeated: [String] = []
    do throws(LineSettings.Problem) {
      let settings = try LineSettings(reading: &rest, repeated: &repeated)
      guard let section = rest.firstIndex(of: "§") else {
        throw LineSettings.Problem("the line needs a place such as \"ch 1 §2\", and words")
      }
      let row = Self.row(after: section, in: rest)
      guard !row.key.isEmpty else {
        throw LineSettings.Problem("the line needs the words it is about")
      }
      shapes.append(Shape(number: number, settings: settings, row: row, text: String(line)))
      for name in repeated {
        let message = "the line has two settings \"\(name)\"; the last one counts"
        diagnostics.append(report(message, at: number, code: LintCode.lineSetting.name))
      }
    } catch {
      diagnostics.append(report(error.words, at: number, code: LintCode.lineSetting.name))
      unread.append(String(line))
    }
  }

  /// Returns the letters of the words behind a place, and those of the turn or the line before.
  private static func row(
    after section: Substring.Index, in line: Substring
  ) -> LineFinder.Row {
    let rest = line[line.index(after: section)...].drop { $0.isNumber }
    let parts = rest.split(separator: "  < ", maxSplits: 1).map(String.init)
    return LineFinder.Row(parts.first ?? "", before: parts.count > 1 ? parts[1] : nil)
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
    let row = Self.row(after: section, in: line)
    let list = names.split(separator: "|").map { $0.trimmed }.filter { !$0.isEmpty }
    guard !row.key.isEmpty, sign != .person || !list.isEmpty else { return nil }
    return Line(number: number, sign: sign, names: list, row: row, text: String(line))
  }

  /// Returns a warning about a line.
  package func report(
    _ message: String, at line: Int, code: String = "unknown-speaker"
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: .warning, message: message, file: path,
      position: SourcePosition(line: line, column: 1))
  }

  /// Returns the answer to each turn, by the number of the turn, and the answers whose turn is gone.
  /// `keys` are the first letters of all turns.
  func answers(to keys: [String]) -> (places: [Int: Line], gone: [Line], twice: [Line]) {
    Self.found(lines.filter { $0.sign != .open }, at: \.row, in: keys)
  }

  /// Finds entries again by their words (`LineFinder`). Returns each entry by its place, the entries whose words are gone,
  /// and those whose place another entry has.
  static func found<Entry>(
    _ entries: [Entry], at row: KeyPath<Entry, LineFinder.Row>, in keys: [String],
    byBeginning: Bool = false
  ) -> (places: [Int: Entry], gone: [Entry], twice: [Entry]) {
    var (found, gone, twice): ([Int: Entry], [Entry], [Entry]) = ([:], [], [])
    let places = LineFinder.places(
      of: entries.map { $0[keyPath: row] }, in: keys, byBeginning: byBeginning)
    for (entry, place) in zip(entries, places) {
      switch place {
      case .line(let index): found[index] = entry
      case .gone: gone.append(entry)
      case .taken: twice.append(entry)
      }
    }
    return (found, gone, twice)
  }

  /// Returns a line of the contents of a file, counted from 1, without the white space before it; nil if there is none.
  package static func line(_ number: Int, of bytes: [UInt8]) -> String? {
    let lines = String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(number - 1) else { return nil }
    return String(lines[number - 1].drop(while: \.isWhitespace))
  }

  /// Returns the contents of the file with another line in place of the line with a number, or at the end; a line that
  /// is nil is removed. Returns nil if the contents are not UTF-8.
  package static func replacing(
    _ number: Int?, with line: String?, in bytes: [UInt8]?
  ) -> [UInt8]? {
    let bytes = bytes ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    guard Array(text.utf8) == bytes else { return nil }
    guard let number else {
      guard let line else { return bytes }
      let start = text.isEmpty || text.last?.isNewline == true ? text : text + "\n"
      return Array((start + line + "\n").utf8)
    }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard lines.indices.contains(number - 1) else { return bytes }
    let old = lines[number - 1]
    let end =
      line == nil && old.endIndex < text.endIndex ? text.index(after: old.endIndex) : old.endIndex
    return Array((text[..<old.startIndex] + (line ?? "") + text[end...]).utf8)
  }

  /// Returns a line for the file.
  package static func line(
    _ sign: String, _ middle: String, chapter: Int, section: Int, words: String, before: String?
  ) -> String {
    func short(_ text: String) -> String {
      String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(60))
    }
    return
      "\(sign)  \(middle.isEmpty ? "" : middle + "  ")ch \(chapter) §\(section)  \(short(words))"
      + (before.map { "  < \(short($0))" } ?? "")
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
}
