package import Basics
import Guion
import Hablare
package import Narration

/// The table `takes.csv` of a folder of recordings: a row for each line to record (Documentation/rehearsal.md).
package struct TakeTable: Sendable, Equatable {
  /// A line to record.
  package struct Row: Sendable, Equatable {
    /// The name of the row, which never changes.
    package var id: String
    /// The number of the row in the table, which never changes; nil if the table has none.
    package var number: Int?
    /// The name of the role; `narrator` for the narrator.
    package var role: String
    /// The words when the row was written.
    package var words: String
    /// The recording, relative to the folder; empty for a file that is named by the id or the number.
    package var file: String
    /// The values of the columns that are not ours.
    package var others: [String] = []
    /// The line of the table, counted from 1.
    package var line = 0
  }

  /// The name of the file.
  package static let fileName = "takes.csv"
  private static let columns = ["id", "number", "role", "words", "file"]

  /// The rows, in the order of the script for each role.
  package var rows: [Row] = []
  /// The mistakes, with their lines.
  package private(set) var faults: [(line: Int, message: String)] = []
  /// The names of the columns that are not ours.
  private var others: [String] = []
  private var separator = ","

  /// Creates an empty table.
  package init() {}

  package static func == (left: Self, right: Self) -> Bool { left.csv == right.csv }

  /// Reads a table that this program or a spreadsheet wrote.
  package init(_ bytes: [UInt8]) {
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...],
      as: UTF8.self)
    if let place = text.unicodeScalars.firstIndex(of: "\u{FFFD}") {
      // A table that is written again would lose these letters.
      let line = text[..<place].count(where: \.isNewline) + 1
      faults.append((line, "the table is not UTF-8; save it as UTF-8"))
      return
    }
    let first = text.prefix { !$0.isNewline }
    separator =
      [",", ";", "\t"].max { one, other in
        first.count { String($0) == one } < first.count { String($0) == other }
      } ?? ","
    var records = Self.records(text, separator.unicodeScalars.first ?? ",")
    guard !records.isEmpty else { return }
    let header = records.removeFirst()
    let names = header.fields.map { $0.lowercased().filter { !$0.isWhitespace } }
    let places = Self.columns.map { names.firstIndex(of: $0) }
    for (name, place) in zip(Self.columns, places)
    where place == nil && name != "number" && name != "file" {
      faults.append((1, "the column \"\(name)\" is missing"))
    }
    guard faults.isEmpty else { return }
    let foreign = header.fields.indices.filter { !places.contains($0) }
    others = foreign.map { header.fields[$0] }
    var ids: Set<String> = []
    for record in records where record.fields.contains(where: { !$0.isEmpty }) {
      func field(_ place: Int?) -> String {
        place.flatMap { record.fields.indices.contains($0) ? record.fields[$0] : nil } ?? ""
      }
      let row = Row(
        id: field(places[0]).trimmed, number: Int(field(places[1]).trimmed),
        role: field(places[2]).trimmed,
        words: field(places[3]), file: field(places[4]).trimmed, others: foreign.map { field($0) },
        line: record.line)
      if row.id.isEmpty {
        faults.append((row.line, "the row has no id"))
      } else if !ids.insert(row.id.lowercased()).inserted {
        faults.append((row.line, "the id \(row.id) occurs twice; give one of the rows another id"))
      } else {
        rows.append(row)
      }
    }
  }

  /// The table as text.
  package var csv: String {
    let lines =
      [Self.columns + others]
      + rows.map { row in
        [row.id, row.number.map(String.init) ?? "", row.role, row.words, row.file] + row.others
      }
    return lines.map { fields in
      fields.map { field in
        let needsQuotes =
          field.unicodeScalars.contains { "\"\r\n".unicodeScalars.contains($0) }
          || field.contains(separator)
        return needsQuotes ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
      }.joined(separator: separator) + "\n"
    }.joined()
  }

  /// Splits a table into records (RFC 4180); each has the line on which it begins.
  private static func records(
    _ text: String, _ separator: Unicode.Scalar
  ) -> [(line: Int, fields: [String])] {
    var records: [(line: Int, fields: [String])] = []
    var (fields, field) = ([String](), "")
    var (line, start, isQuoted, wasQuote) = (1, 1, false, false)
    func end() {
      records.append((start, fields + [field]))
      (fields, field, start) = ([], "", line)
    }
    for scalar in text.unicodeScalars {
      if scalar == "\n" { line += 1 }
      if scalar == "\"" {
        // Two quotes within quotes are one.
        if wasQuote, !isQuoted { field.unicodeScalars.append(scalar) }
        wasQuote = isQuoted
        isQuoted.toggle()
        continue
      }
      wasQuote = false
      switch scalar {
      case _ where isQuoted: field.unicodeScalars.append(scalar)
      case separator:
        fields.append(field)
        field = ""
      case "\n": end()
      case "\r": break
      default: field.unicodeScalars.append(scalar)
      }
    }
    if !field.isEmpty || !fields.isEmpty { end() }
    return records
  }
}

/// A line of the script that a person can record.
package struct RecordableLine: Sendable {
  /// The name of the role; empty for the narrator.
  package var role: String
  package var words: String
  /// The indices of its chapter, its passage and its item.
  package var chapter: Int
  package var passage: Int
  package var item: Int
  package var position: ScriptPosition

  /// Returns the lines of table reads, in order.
  package static func lines(of reads: [TableRead]) -> [RecordableLine] {
    reads.enumerated().flatMap { chapter, read in
      read.passages.enumerated().flatMap { passage, own in
        own.items.enumerated().compactMap { index, item in
          item.kind == .announcement
            ? nil
            : RecordableLine(
              role: item.role?.name ?? "", words: item.spokenWords, chapter: chapter,
              passage: passage, item: index, position: item.position)
        }
      }
    }
  }

  /// Returns whether a row of the table is for the role.
  func isOf(_ row: TakeTable.Row) -> Bool {
    role.isEmpty
      ? ["narrator", "(narrator)", ""].contains(row.role.lowercased())
      : CharacterNormalizer.folded(row.role) == CharacterNormalizer.folded(role)
  }
}

extension SpokenItem {
  /// The words of the item as an actor reads them.
  fileprivate var spokenWords: String {
    (written ?? spans.map(\.captionText).joined(separator: " "))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The recordings of a book by people.
package struct Recordings: Sendable {
  /// What a row of the table is to the script.
  package enum State: Sendable, Equatable {
    /// The line with this index has the words of the row.
    case current(Int)
    /// The line with this index is at the place of the row, and has other words.
    case changed(Int)
    /// No line has the words.
    case gone
    /// Another row has the line with these words.
    case taken

    /// The index of the line; nil if there is none.
    package var line: Int? {
      switch self {
      case .current(let line), .changed(let line): line
      case .gone, .taken: nil
      }
    }
  }

  /// The path of the table, as messages show it.
  package var file: String
  package var table: TakeTable
  /// The usable recordings, by the index of the row.
  package var takes: [Int: RecordedTake] = [:]
  /// What is wrong with recordings, by the index of the row.
  package var problems: [Int: [String]] = [:]
  /// The lines of the script.
  package private(set) var lines: [RecordableLine] = []
  /// The state of each row.
  package private(set) var states: [State] = []
  /// The warnings about rows whose recording is not heard.
  package private(set) var diagnostics: [Diagnostic] = []

  /// Returns whether a row has a recording, usable or not.
  func hasFile(_ row: Int) -> Bool { takes[row] != nil || problems[row] != nil }

  /// Creates the recordings of a table.
  package init(_ table: TakeTable, file: String) { (self.table, self.file) = (table, file) }

  /// Finds the rows in the script.
  package mutating func find(in lines: [RecordableLine]) {
    self.lines = lines
    states = Self.states(of: table.rows, in: lines)
    diagnostics = table.rows.indices.compactMap { index in
      guard takes[index] != nil, let message = stale(index) else { return nil }
      // A recording that a newer row has replaced is kept on purpose.
      return Diagnostic(
        code: LintCode.staleTake, severity: states[index].line == nil ? .note : .warning,
        message: message, file: file,
        position: SourcePosition(line: table.rows[index].line, column: 1))
    }
  }

  private func stale(_ index: Int) -> String? {
    let row = table.rows[index]
    let words = Self.short(row.words)
    switch states[index] {
    case .current: return nil
    case .changed(let line):
      return "\(row.id) is stale: it says \(words), but the script says "
        + "\(Self.short(lines[line].words)); a synthetic voice speaks the line until there is a new recording"
    case .gone: return "\(row.id) is not heard: no line of \(row.role) has the words \(words)"
    case .taken: return "\(row.id) is not heard: another row has the line with the words \(words)"
    }
  }

  private static func short(_ words: String) -> String {
    "\"\(words.count > 60 ? String(words.prefix(59)) + "…" : words)\"".visible
  }

  static func states(of rows: [TakeTable.Row], in lines: [RecordableLine]) -> [State] {
    var states = [State](repeating: .gone, count: rows.count)
    var roles: [String: [Int]] = [:]
    for (index, line) in lines.enumerated() { roles[line.role, default: []].append(index) }
    for own in roles.values {
      let indices = rows.indices.filter { lines[own[0]].isOf(rows[$0]) }
      let wanted = indices.enumerated().map { place, index in
        LineFinder.Row(rows[index].words, before: place > 0 ? rows[indices[place - 1]].words : nil)
      }
      let places = LineFinder.placesWithNeighbours(of: wanted, in: own.map { lines[$0].words })
      for (index, place) in zip(indices, places) {
        switch place {
        case .line(let line):
          let line = own[line]
          let isSame = LineFinder.isSame(rows[index].words, lines[line].words)
          states[index] = isSame ? .current(line) : .changed(line)
        case .gone: states[index] = .gone
        case .taken: states[index] = .taken
        }
      }
    }
    return states
  }

  /// Puts the recordings of unchanged lines in the place of voices.
  /// `narratorGain` is the gain that the cast sets for the narrator's voice, in decibels.
  func apply(to reads: inout [TableRead], narratorGain: Double) {
    for (index, state) in states.enumerated() {
      guard case .current(let number) = state, let take = takes[index] else { continue }
      let line = lines[number]
      reads[line.chapter].passages[line.passage].items[line.item].speak(take, narratorGain)
    }
  }
}

extension SpokenItem {
  /// Gives each span its part of a recording, in proportion to its words.
  fileprivate mutating func speak(_ take: RecordedTake, _ narratorGain: Double) {
    let amounts = spans.map { max(SpeechAmount($0.captionText).units, 0.001) }
    let total = amounts.reduce(0, +)
    // The gain of the cast is for the synthetic voice.
    let gain = role.map { $0.voice.gain ?? 0 } ?? narratorGain
    var start = 0.0
    for index in spans.indices {
      let end = index == spans.count - 1 ? 1 : start + amounts[index] / total
      let own = spans[index].performance
      spans[index].performance = own.replaced(
        by: .take(take, from: start, to: end), gain: own.gain - gain)
      if index > 0 { spans[index].pauseBefore = 0 }
      start = end
    }
  }
}
