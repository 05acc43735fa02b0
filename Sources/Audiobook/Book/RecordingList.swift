import Basics
import Guion
import Narration

/// The lines that people are to record: the table, and the script of each role.
package struct RecordingList {
  private let book: PlannedBook
  private let lines: [BookLine]
  private let recordable: [RecordableLine]
  /// The table with the lines of the roles.
  package private(set) var table: TakeTable
  /// The ids of the rows that have a recording.
  private let recorded: Set<String>

  /// Lists the lines of some roles of a book that keeps its elements; the narrator's name is empty.
  /// Rows of the table stay, with their ids and numbers. The row of a line whose words have changed stays too if it has
  /// a recording, and the line gets a new row.
  package init(_ book: PlannedBook, roles: [String]) {
    self.book = book
    lines = book.lines.filter { $0.spoken.kind != .announcement }
    let recordings = book.recordings ?? Recordings(TakeTable(), file: "")
    recordable = RecordableLine.lines(of: book.plan.chapters.map(\.read))
    table = recordings.table
    recorded = Set(
      recordings.table.rows.indices.filter(recordings.hasFile).map { recordings.table.rows[$0].id })
    for role in roles { add(role) }
  }

  /// The names of the files of a role's script and of a role in ids: letters and digits.
  package static func slug(_ role: String) -> String {
    let words = (role.isEmpty ? "narrator" : role).lowercased().split {
      !$0.isLetter && !$0.isNumber
    }
    return words.isEmpty ? "role" : words.joined(separator: "-")
  }

  private mutating func add(_ role: String) {
    let own = recordable.indices.filter { recordable[$0].role == role }
    guard let first = own.first else { return }
    let isOwn = table.rows.map(recordable[first].isOf)
    var byLine: [Int: Int] = [:]
    let states = Recordings.states(of: table.rows, in: recordable)
    for (index, state) in states.enumerated() where isOwn[index] {
      guard let line = state.line else { continue }
      // A row without a recording follows its line; a recording belongs to the words that were said.
      if case .changed = state, recorded.contains(table.rows[index].id) { continue }
      byLine[line] = index
    }
    var rows: [TakeTable.Row] = []
    var used: Set<Int> = []
    var next = (table.rows.compactMap(\.number).max() ?? 0) + 1
    // Rows without a line stay after the row that they follow.
    func addLost(before end: Int) {
      for index in table.rows.indices[..<end] where isOwn[index] && !used.contains(index) {
        if !byLine.values.contains(index) {
          rows.append(table.rows[index])
          used.insert(index)
        }
      }
    }
    for line in own {
      if let index = byLine[line] {
        addLost(before: index)
        var row = table.rows[index]
        if !LineFinder.isSame(row.words, recordable[line].words) {
          row.words = recordable[line].words
        }
        rows.append(row)
        used.insert(index)
      } else {
        rows.append(row(for: line, role, number: next))
        next += 1
      }
    }
    addLost(before: table.rows.count)
    let place = isOwn.firstIndex(of: true) ?? table.rows.count
    let before = table.rows.indices.filter { $0 < place && !isOwn[$0] }.map { table.rows[$0] }
    let after = table.rows.indices.filter { $0 > place && !isOwn[$0] }.map { table.rows[$0] }
    table.rows = before + rows + after
  }

  private func row(for line: Int, _ role: String, number: Int) -> TakeTable.Row {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return TakeTable.Row(
      id: "\(Self.slug(role))-\(padded)", number: number, role: role.isEmpty ? "narrator" : role,
      words: recordable[line].words, file: "",
      others: table.rows.first.map { $0.others.map { _ in "" } } ?? [])
  }

  // MARK: The script

  /// Returns the script of a role: each line with its cue, its directions and the name of its file.
  package func script(of role: String) -> String {
    let rows = Dictionary(
      zip(Recordings.states(of: table.rows, in: recordable), table.rows).compactMap { state, row in
        if case .current(let line) = state { (line, row) } else { nil }
      }
    ) { first, _ in first }
    let shown = role.isEmpty ? "narrator" : role
    var text = "\(Self.heading)\n\(shown): lines to record for \(book.plan.title)\n"
    var heading: String?
    for (index, line) in recordable.enumerated() where line.role == role {
      let scene = scene(at: index)
      if scene != heading, let scene { text += "\n\(scene)\n" }
      heading = scene
      text += "\n"
      if index > 0, recordable[index - 1].role != role || index == 1 {
        let cue = recordable[index - 1]
        text += "        \(cue.role.isEmpty ? "" : cue.role + ": ")\(cue.words)\n"
      }
      if let row = rows[index] { text += "\(row.number.map { "\($0)  " } ?? "")\(row.id).wav\n" }
      text += directions(of: index).map { "    \($0)\n" }.joined()
      text += "    \(line.words)\n"
    }
    return text
  }

  /// The first line of a script, which shows that this program wrote the file.
  package static let heading =
    "# Written by guion2audio recordings list; the next list replaces this file."

  /// Returns the last scene heading before a line.
  private func scene(at index: Int) -> String? {
    let line = lines[index]
    return lines[..<index].last {
      $0.chapter == line.chapter && $0.spoken.kind == .element(.sceneHeading)
    }?.spoken.shownText
  }

  private func directions(of index: Int) -> [String] {
    guard lines.indices.contains(index) else { return [] }
    return lines[index].elements.compactMap { place in
      guard book.elements.indices.contains(place),
        book.elements[place].elementType == .parenthetical
      else { return nil }
      let words = book.elements[place].elementText
      return words.hasPrefix("(") ? words : "(\(words))"
    }
  }
}
