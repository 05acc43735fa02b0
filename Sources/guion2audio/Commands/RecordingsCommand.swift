import Audiobook
import Basics
import Guion
import Hablare
import Narration

/// `guion2audio recordings list|check INPUT`: lists the lines that people are to record, and checks their recordings.
struct RecordingsCommand {
  private let arguments: Arguments

  private enum Action: String, CaseIterable {
    case list, check
  }

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    guard let action: Action = try arguments.action(of: .recordings) else {
      throw UsageError("recordings needs an action, list or check, and an input")
    }
    guard arguments.inputs.count > 1 else {
      throw UsageError("recordings \(action.rawValue) needs an input")
    }
    var own = arguments
    own.inputs = [arguments.inputs[1]]
    let input = try BookInput.one(own)
    let setup = try SpeechSetup(own)
    var options = try RenderOptions(own.removing(.strict))
    options.book.listsRecordings = action == .list
    var book = Book(input, own, options, setup)
    book.keepsElements = true
    let printer = DiagnosticsPrinter(own)
    do {
      let planned = try await PrintedPlanner(own.removing(.strict), printer).plan(book)
      await setup.shutdown()
      return try action == .list
        ? list(planned, Array(arguments.inputs.dropFirst(2))) : check(planned)
    } catch {
      await setup.shutdown()
      throw error
    }
  }

  private func folder(of book: PlannedBook) throws -> FilePath {
    if let folder = book.recordingFolder { return folder }
    throw CommandFailure(
      .badInput,
      "the cast names no folder of recordings; add \"recordings\": \"takes/\" to "
        + (book.castFile ?? "cast.json beside the input"))
  }

  // MARK: List

  private func list(_ book: PlannedBook, _ names: [String]) throws -> ExitCode {
    let folder = try folder(of: book)
    let all = book.roleNames
    guard !names.isEmpty else {
      let known = all.map { $0.isEmpty ? "narrator" : $0 }.joined(separator: ", ")
      throw UsageError("recordings list needs the names of roles: \(known.visible)")
    }
    let roles = try names.map { name in
      guard let role = RoleName.role(name, among: all, cast: book.cast) else {
        throw UsageError("\(name): no role has this name; \(RoleName.hint(for: name, among: all))")
      }
      return role
    }
    let path = folder.appending(FilePath(TakeTable.fileName)).text
    if book.recordings == nil, WholeFile.exists(path) {
      // The warning above says why. A new table would take its place.
      throw CommandFailure(.badInput, "\(path) cannot be read, so no line is listed")
    }
    if let faults = book.recordings?.table.faults, let first = faults.first {
      // A table that cannot be read completely would lose rows.
      throw CommandFailure(
        .badInput,
        "\(path):\(first.line): \(first.message); correct the table before it is listed again")
    }
    let list = RecordingList(book, roles: roles)
    var written: [(path: String, text: String)] = []
    if list.table != book.recordings?.table { written.append((path, list.table.csv)) }
    for role in roles {
      let script = folder.appending(FilePath(RecordingList.slug(role) + ".txt")).text
      if let text = try? SourceFile.bytes(of: script),
        !text.starts(with: RecordingList.heading.utf8)
      {
        throw CommandFailure(
          .cannotWrite, "\(script) was not written by recordings list; move it away")
      }
      written.append((script, list.script(of: role)))
    }
    do throws(FileError) {
      for file in written {
        try Files<FileError>.write([Array(file.text.utf8)], to: file.path, mode: 0o644)
      }
    } catch {
      throw CommandFailure(.cannotWrite, error.description)
    }
    Streams.out(written.map { $0.path + "\n" }.joined())
    if !arguments.has(.quiet) {
      let lines = list.table.rows.count
      let new = lines - (book.recordings?.table.rows.count ?? 0)
      Streams.error("\(Quantity.count(lines, "row")), \(new) new -> \(path)\n")
    }
    arguments.suggest([
      "check the recordings": "recordings check \(Summary.shellWord(arguments.inputs[1]))"
    ])
    return .success
  }

  // MARK: Check

  private func check(_ book: PlannedBook) throws -> ExitCode {
    let folder = try folder(of: book)
    guard let recordings = book.recordings else { return .noInput }
    let rows = recordings.table.rows.indices.map { RowState(recordings, $0) }
    if arguments.has(.json) {
      Streams.out(json(recordings, rows))
    } else {
      for state in RowState.Word.allCases where state != .recorded {
        let own = rows.filter { $0.word == state }
        guard !own.isEmpty, !arguments.has(.quiet) else { continue }
        Streams.out("\(state.rawValue): \(own.map(\.id).joined(separator: ", "))\n")
      }
      let recorded = rows.count { $0.word == .recorded }
      Streams.out(
        "\(recorded) of \(Quantity.count(rows.count, "row")) recorded in \(folder.text)\n")
    }
    let isBad = rows.contains { $0.isWarning } || !recordings.table.faults.isEmpty
    return arguments.has(.strict) && isBad ? .someFailed : .success
  }

  private func json(_ recordings: Recordings, _ rows: [RowState]) -> [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.beginArray()
    for (row, state) in zip(recordings.table.rows, rows) {
      json.beginObject()
      json.member("file", state.file)
      json.member("id", row.id)
      json.member("line", state.line)
      if let number = row.number { json.member("number", number) }
      json.key("problems")
      json.strings(state.problems)
      json.member("role", row.role)
      json.member("row", row.line)
      json.member("state", state.word.rawValue)
      json.member("words", row.words)
      json.end()
    }
    json.end()
    json.endLine()
    return json.take()
  }

  /// What `recordings check` says of a row.
  private struct RowState {
    enum Word: String, CaseIterable {
      case recorded, missing, stale, gone, unusable
    }

    var id: String
    var word: Word
    var file: String
    var problems: [String]
    /// The line of the script; 0 if no line has the words.
    var line: Int

    /// Whether a person should look at the row.
    var isWarning: Bool { !problems.isEmpty || word == .stale || word == .unusable }

    init(_ recordings: Recordings, _ index: Int) {
      let row = recordings.table.rows[index]
      let take = recordings.takes[index]
      (id, file, problems) = (row.id, take?.file ?? row.file, recordings.problems[index] ?? [])
      let state = recordings.states[index]
      line = state.line.map { recordings.lines[$0].position.line } ?? 0
      if take == nil {
        word = problems.isEmpty ? (state.line == nil ? .gone : .missing) : .unusable
      } else {
        switch state {
        case .current: word = .recorded
        case .changed: word = .stale
        case .gone, .taken: word = .gone
        }
      }
    }
  }
}
