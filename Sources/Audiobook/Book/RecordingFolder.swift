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
