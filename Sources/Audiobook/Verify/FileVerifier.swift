import Audio
import Basics
import Glibc

/// What looking at one file gave.
struct FileOutcome: Sendable {
  /// The file's place among all that are looked at.
  var number: Int
  var findings: [PlacedFinding] = []
  /// Seconds of sound in which its lines were listened to.
  var seconds = 0.0
}

/// Looks at one file: is it there, are its bytes those that were written, and what do they sound like.
struct FileVerifier: Sendable {
  let folder: String
  let manifest: Manifest
  /// The alphabet of most of the book's letters; nil where they are of another script.
  let alphabet: Alphabet?

  /// Looks at a file; `number` is its place among all files.
  ///
  /// Throws `CancellationError` only.
  func outcome(of entry: VerifyPlan.Entry, number: Int) throws -> FileOutcome {
    var notes = FileNotes(entry: entry, number: number, manifest: manifest)
    var outcome = FileOutcome(number: number)
    do {
      // A folder may come from elsewhere: neither a link to another file of the user's is followed, nor
      // a pipe waited for.
      let path = folder.hasSuffix("/") ? folder + entry.name : "\(folder)/\(entry.name)"
      if ReadAlongFolder.isName(entry.name), !ReadAlongFolder.isThere(in: folder) {
        throw FileFault.system(SystemError(ENOENT))
      }
      let file = try FileDescriptor(regular: path)
      let sha256 = try Files<FileFault>.attempt(path) { () throws(SystemError) in
        try file.sha256().hex
      }
      if sha256 != entry.sha256 {
        notes.isChanged = true
        outcome.findings.append(
          notes.note(.changedFile, "it is not as it was written; its SHA-256 is now \(sha256)"))
      }
      if entry.isSound {
        let sound = SoundVerifier(
          entry: entry, manifest: manifest, alphabet: alphabet, notes: notes)
        let heard = try sound.outcome(of: file)
        outcome.findings += heard.findings
        outcome.seconds = heard.seconds
      }
    } catch let fault as FileFault {
      outcome.findings.append(
        fault == .system(SystemError(ENOENT))
          ? notes.note(.missingFile, "it is in the manifest, and not in the folder")
          : notes.note(.unreadableFile, "it cannot be read: \(fault.reason)"))
    }
    return outcome
  }
}

/// Makes findings about a file and its lines.
struct FileNotes: Sendable {
  let entry: VerifyPlan.Entry
  let number: Int
  let manifest: Manifest
  /// Whether the file has other bytes than those that were written.
  var isChanged = false

  /// A finding about the file.
  func note(_ code: Finding.Code, _ message: String) -> PlacedFinding {
    let chapter = entry.parts.first?.chapter
    let finding = Finding(
      code: code, message: message, chapter: chapter.map { manifest.chapters[$0].index },
      file: entry.name)
    return PlacedFinding(chapter: chapter ?? Int.max, file: number, finding: finding)
  }

  /// A finding about how a line sounds; a new take may help, unless the file is another by now.
  func note(_ code: Finding.Code, _ message: String, take line: SoundLine) -> PlacedFinding {
    var placed = note(code, message, line: line)
    guard !isChanged, let retake = manifest.retake(of: line.item) else { return placed }
    placed.finding.retake = retake
    return placed
  }

  /// A finding about a line in it.
  func note(_ code: Finding.Code, _ message: String, line: SoundLine) -> PlacedFinding {
    let finding = Finding(
      code: code, message: message, chapter: manifest.chapters[line.chapter].index,
      file: entry.name, document: manifest.document(of: line.item),
      line: line.item.spoken.line > 0 ? line.item.spoken.line : nil, time: line.time)
    return PlacedFinding(
      chapter: line.chapter, item: line.number, file: number, finding: finding)
  }
}
