import Audio
import Basics
import Guion
import Narration

/// The folder of a book's recordings: the files of its table, and what is wrong with them.
struct RecordingFolder {
  let path: FilePath
  private let reference: FileReference
  /// The endings of the names of sound files.
  private static let endings: Set<String> = [
    "wav", "flac", "mp3", "ogg", "oga", "opus", "aif", "aiff", "aifc", "w64", "caf", "au", "m4a",
    "mp4", "m4b",
  ]

  init(_ reference: FileReference) {
    self.reference = reference
    path = FilePath(reference.base).appending(FilePath(reference.path)).trimmed
  }

  /// The path of the table.
  var table: String { path.appending(FilePath(TakeTable.fileName)).text }

  /// Reads the table and examines the recordings.
  /// Returns nil if there is no table, with the reason in `diagnostics`.
  /// If no table is expected, because a command will write it, a missing one is no warning.
  func recordings(_ diagnostics: inout [Diagnostic], isExpected: Bool = true) -> Recordings? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try SourceFile.bytes(
        of: FilePath(table), shown: table, limit: .castFile, isRegular: true)
    } catch {
      if error.isMissing, !isExpected { return nil }
      diagnostics.append(
        Diagnostic(
          code: LintCode.noRecordings, severity: .warning,
          message: error.isMissing
            ? "\(table) does not exist, so no recording is heard; write it with guion2audio recordings list"
            : "\(table) cannot be read: \(error.reason)",
          file: reference.file, position: reference.position))
      return nil
    }
    var recordings = Recordings(TakeTable(bytes), file: table)
    for fault in recordings.table.faults {
      diagnostics.append(report(LintCode.unusableTake, fault.message, at: fault.line))
    }
    let found = files(of: recordings.table.rows, &recordings, &diagnostics)
    let rows = found.keys.sorted()
    let words = recordings.table.rows.map(\.words)
    let examined = ParallelMap.map(rows.count) { place in
      TakeExamination(found[rows[place]] ?? "", in: path, words: words[rows[place]])
    }
    for (index, examination) in zip(rows, examined) {
      let row = recordings.table.rows[index]
      recordings.takes[index] = examination.take
      if !examination.problems.isEmpty { recordings.problems[index] = examination.problems }
      let code = examination.take == nil ? LintCode.unusableTake : LintCode.poorTake
      for problem in examination.problems {
        diagnostics.append(
          report(
            code, "\(found[index] ?? ""), the recording of \(row.id), \(problem)", at: row.line))
      }
    }
    return recordings
  }

  private func report(_ code: String, _ message: String, at line: Int) -> Diagnostic {
    Diagnostic(
      code: code, severity: .warning, message: message.visible, file: table,
      position: SourcePosition(line: line, column: 1))
  }

  /// Returns the file of each row that has one.
  private func files(
    of rows: [TakeTable.Row], _ recordings: inout Recordings, _ diagnostics: inout [Diagnostic]
  ) -> [Int: String] {
    var named: [String: [String]] = [:]
    for name in FolderListing.names(in: path.text).sorted() where !name.hasPrefix(".") {
      guard let dot = name.lastIndex(of: "."),
        Self.endings.contains(name[name.index(after: dot)...].lowercased())
      else { continue }
      named[Self.key(String(name[..<dot])), default: []].append(name)
    }
    var files: [Int: String] = [:]
    var owners: [String: String] = [:]
    for (index, row) in rows.enumerated() {
      func reject(_ message: String) {
        recordings.problems[index] = [message]
        diagnostics.append(report(LintCode.unusableTake, "\(row.id): \(message)", at: row.line))
      }
      var own = [row.file]
      if row.file.isEmpty {
        let keys = [row.id.lowercased()] + (row.number.map { [String($0)] } ?? [])
        own = keys.flatMap { named[$0] ?? [] }
      }
      guard let file = own.first else { continue }
      if own.count > 1 {
        reject(
          "\(own.joined(separator: " and ")) are recordings of one line; name one of them in the column "
            + "\"file\"")
      } else if FilePath(file).isAbsolute || file.split(separator: "/").contains("..") {
        reject("\(file) is outside the folder of recordings")
      } else if let other = owners.updateValue(row.id, forKey: file) {
        reject("\(file) is already the recording of \(other)")
      } else {
        files[index] = file
      }
    }
    return files
  }

  /// Returns the name of a file as ids and numbers are compared: `007` is the number 7.
  private static func key(_ stem: String) -> String {
    Int(stem).map(String.init) ?? stem.lowercased()
  }

  /// What a recording is, and what is wrong with it.
  struct TakeExamination: Sendable {
    /// The recording; nil if it cannot be used.
    private(set) var take: RecordedTake?
    /// What is wrong, each as the end of a sentence that begins with the name of the file.
    private(set) var problems: [String] = []

    /// Below this rate, "s" and "f" sound alike.
    private static let leastRate = 16_000
    /// The least distance between speech and noise, in decibels.
    private static let leastDistance = 20.0

    init(_ file: String, in folder: FilePath, words: String) {
      let path = folder.appending(FilePath(file))
      do {
        guard let real = try? path.resolved(), let root = try? folder.resolved(),
          real.isWithin(root)
        else {
          problems = [
            FileStatus(path.cString, followingLinks: true) == nil
              ? "does not exist" : "leads out of the folder of recordings"
          ]
          return
        }
        let bytes = try TakeSound.bytes(of: path.text)
        if let missing = Self.missingBytes(bytes) {
          problems = ["is cut off: \(Quantity.size(missing)) are missing at its end"]
          return
        }
        if let reason = SoundProbe.cutOff(path.text) {
          problems = ["is cut off: \(reason)"]
          return
        }
        examine(try TakeSound.pcm(bytes, of: path.text), words)
        guard take != nil else { return }
        take = RecordedTake(
          path: path.text, file: file, digest: SHA256.hash(bytes).hex, seconds: take?.seconds ?? 0)
      } catch let error as FileError {
        problems = ["cannot be read: \(error.tooLarge?.message ?? error.reason)"]
      } catch {
        problems = ["cannot be decoded: \(error)"]
      }
    }

    private mutating func examine(_ pcm: PCM, _ words: String) {
      let heard = pcm.soundingRange()
      guard !heard.isEmpty else {
        problems.append("is silent")
        return
      }
      let rate = Double(pcm.sampleRate)
      let seconds = Double(heard.count) / rate
      take = RecordedTake(path: "", file: "", digest: "", seconds: seconds)
      if pcm.sampleRate < Self.leastRate {
        problems.append("has a sample rate of \(pcm.sampleRate) Hz; record at 44100 Hz or more")
      }
      let clipped = pcm.clippings
      if clipped > 0 {
        problems.append(
          "is distorted: \(Quantity.count(clipped, "peak")) beyond full scale; record it softer")
      }
      let pauses = pcm.innerSilences(ofAtLeast: 0.3).reduce(0) { $0 + $1.count }
      switch SpeechPace().fault(TextLength(words), seconds: seconds - Double(pauses) / rate) {
      case .tooSlow:
        problems.append("is too long for its words: \(Quantity.tenths(seconds)) seconds")
      case .tooFast:
        problems.append("is too short for its words: \(Quantity.tenths(seconds)) seconds")
      case nil: break
      }
      if let distance = pcm.distanceOfNoise, distance < Self.leastDistance {
        problems.append(
          "is noisy: its noise is only \(Int(distance.rounded())) dB below the speech")
      }
    }

    /// Returns the number of bytes that a RIFF file announces and does not have; nil if it is complete.
    private static func missingBytes(_ bytes: [UInt8]) -> Int? {
      guard bytes.count > 12, bytes.starts(with: "RIFF".utf8) else { return nil }
      let size = (4..<8).reversed().reduce(0) { $0 << 8 | Int(bytes[$1]) }
      // Programs that write a stream do not know the size.
      guard size < Int(UInt32.max) - 8, size + 8 > bytes.count + 1 else { return nil }
      return size + 8 - bytes.count
    }
  }
}

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
