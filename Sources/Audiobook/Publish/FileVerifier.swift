import Audio
import Basics
import Glibc

/// The result of checking one file.
struct FileOutcome: Sendable {
  /// The file's position in the list of checked files.
  var number: Int
  var findings: [PlacedFinding] = []
  /// The seconds of audio whose lines were checked.
  var seconds = 0.0
  /// The true peak of the decoded audio in dBTP, if its format is lossy; nil for silence.
  var peak: Double?
}

/// Checks whether a file exists, whether its bytes are unchanged, and whether its audio is right.
struct FileVerifier: Sendable {
  let folder: String
  let manifest: Manifest
  /// The alphabet that most of the book's letters belong to; nil if the alphabet is unknown.
  let alphabet: Alphabet?

  /// Checks a file.
  /// `number` is the file's position in the list of checked files. Throws only `CancellationError`.
  func outcome(of entry: VerifyPlan.Entry, number: Int) throws -> FileOutcome {
    var notes = FileNotes(entry: entry, number: number, manifest: manifest)
    var outcome = FileOutcome(number: number)
    do {
      // The folder may come from a stranger, so links are not followed and pipes are not opened.
      let path = folder.hasSuffix("/") ? folder + entry.name : "\(folder)/\(entry.name)"
      if !Subfolder.exists(for: entry.name, in: folder) {
        throw FileError(path, .system(SystemError(ENOENT)))
      }
      let file = try FileDescriptor(regular: path)
      let sha256 = try Files<FileError>.attempt(path) { () throws(SystemError) in
        try file.sha256().hex
      }
      if sha256 != entry.sha256 {
        notes.isChanged = true
        outcome.findings.append(
          notes.note(
            .changedFile, "it has changed since the build; run the build again to restore it"))
      }
      if entry.isSound {
        let sound = SoundVerifier(
          entry: entry, manifest: manifest, alphabet: alphabet, notes: notes)
        let heard = try sound.outcome(of: file)
        outcome.findings += heard.findings
        (outcome.seconds, outcome.peak) = (heard.seconds, heard.peak)
      }
    } catch let error as FileError {
      outcome.findings.append(
        error.code == ENOENT
          ? notes.note(
            .missingFile, "it is listed in the manifest but missing; run the build again")
          : notes.note(.unreadableFile, "it cannot be read: \(error.reason)"))
    }
    return outcome
  }
}

/// Creates findings about a file and its lines.
struct FileNotes: Sendable {
  let entry: VerifyPlan.Entry
  let number: Int
  let manifest: Manifest
  /// Whether the file has changed since it was written.
  var isChanged = false

  /// Returns a finding about the file.
  func note(_ code: Finding.Code, _ message: String) -> PlacedFinding {
    let chapter = entry.parts.first?.chapter
    let finding = Finding(
      code: code, message: message, chapter: chapter.map { manifest.chapters[$0].index },
      file: entry.name)
    return PlacedFinding(chapter: chapter ?? Int.max, file: number, finding: finding)
  }

  /// Returns a finding about the audio of a line.
  /// The finding names the line for a retake, unless the file has changed.
  func note(_ code: Finding.Code, _ message: String, take line: SoundLine) -> PlacedFinding {
    var placed = note(code, message, line: line)
    guard !isChanged, let retake = manifest.retake(of: line.item) else { return placed }
    placed.finding.retake = retake
    return placed
  }

  /// Returns a finding about a line in the file.
  func note(_ code: Finding.Code, _ message: String, line: SoundLine) -> PlacedFinding {
    let finding = Finding(
      code: code, message: message, chapter: manifest.chapters[line.chapter].index,
      file: entry.name, document: manifest.document(of: line.item),
      line: line.item.spoken.line > 0 ? line.item.spoken.line : nil, time: line.time)
    return PlacedFinding(
      chapter: line.chapter, item: line.number, file: number, finding: finding)
  }
}
