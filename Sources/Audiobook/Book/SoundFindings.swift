import Basics
import Guion
import Narration

/// Findings about the sounds that a script asks for.
enum SoundFindings {
  /// The length in seconds from which a sound that the next line waits for is probably a mistake.
  private static let longest = 600.0

  /// Returns the sounds that the cast of books does not name, each with a note about its places.
  static func missing(in books: [PlannedBook]) -> [(name: String, note: String)] {
    var places: [String: [String]] = [:]
    var order: [String] = []
    for book in books {
      for cue in book.plan.chapters.flatMap(\.sounds).compactMap(\.cue)
      where cue.mode != .stop && book.cast.sounds.entry(for: cue.name) == nil {
        let isLoud = cue.name == cue.name.uppercased()
        let name = isLoud ? cue.name.lowercased() : cue.name
        let source = Int(cue.source)
        let file = book.paths.indices.contains(source) ? book.paths[source] : nil
        let place =
          book.paths.count > 1 || books.count > 1
          ? file.map { PlaceUnit.place(ofLine: Int(cue.line), in: $0) } ?? "\(cue.line)"
          : PlaceUnit.words(ofLine: Int(cue.line), in: file)
        if places[name] == nil { order.append(name) }
        places[name, default: []].append(cue.line > 0 ? place : "cast")
      }
    }
    return order.map { name in
      let all = places[name] ?? []
      let shown = all.prefix(5).joined(separator: ", ") + (all.count > 5 ? ", …" : "")
      return (name, "\(shown); name a file: \"file\": \"sounds/….flac\"")
    }
  }

  /// Returns a finding for each sound without a file, for each line that waits for a long sound, and for each sound that
  /// is ended where it does not play.
  static func findings(in book: PlannedBook) -> [Diagnostic] {
    var places: [String: [SoundCue]] = [:]
    var order: [String] = []
    var findings: [Diagnostic] = []
    for sound in book.plan.chapters.flatMap(\.sounds) {
      guard let cue = sound.cue, cue.mode != .stop else { continue }
      if let file = sound.file {
        if file.waits, file.seconds > longest, let finding = long(cue, file, in: book) {
          findings.append(finding)
        }
      } else {
        if places[cue.name] == nil { order.append(cue.name) }
        places[cue.name, default: []].append(cue)
      }
    }
    let unbound = order.compactMap { name in places[name].map { (name, $0) } }
    if book.cast.sounds.files.isEmpty {
      if let finding = summary(unbound, in: book) { findings.append(finding) }
    } else {
      findings += unbound.map { name, cues in
        finding(
          "\"\(name)\" has no file, so it is not heard\(cues.count > 1 ? " (\(cues.count) places)" : "")"
            + "; name a file under \"sounds\" of the cast", at: cues[0], in: book)
      }
    }
    if !book.cast.sounds.files.isEmpty {
      findings += book.plan.chapters.flatMap { endless($0.sounds, in: book) }
    }
    if !book.cast.sounds.files.isEmpty, book.options.sampleRate == nil, book.sampleRate < 44_100 {
      findings.append(
        Diagnostic(
          code: LintCode.unboundSound.name, severity: .note,
          message:
            "the sounds are heard at \(book.sampleRate) Hz, the rate of the voices; for music, use "
            + "--sample-rate 44100", file: book.castFile))
    }
    return book.cast.lint.applied(to: findings)
  }

  /// Returns one note for a book whose cast has no sounds.
  private static func summary(
    _ unbound: [(name: String, cues: [SoundCue])], in book: PlannedBook
  ) -> Diagnostic? {
    guard let first = unbound.first else { return nil }
    let names = unbound.prefix(5).map { "\"\($0.name)\"" }.joined(separator: ", ")
    let count = Quantity.count(unbound.count, "sound")
    return finding(
      "the script asks for \(count) without files: \(names)\(unbound.count > 5 ? ", …" : ""); `guion2audio "
        + "cast` lists them under \"sounds\" of the cast", at: first.cues[0], in: book)
  }

  /// Returns a finding for each sound of a chapter that is ended by name where no sound of this name plays.
  private static func endless(_ sounds: [PlannedSound], in book: PlannedBook) -> [Diagnostic] {
    var playing: [SoundCue] = []
    return sounds.compactMap { sound in
      guard let cue = sound.cue else {
        // The end of a scene ends everything else.
        playing.removeAll { $0.bus != .effects }
        return nil
      }
      guard cue.mode == .stop else {
        playing.append(cue)
        return nil
      }
      let ends = { (other: SoundCue) in
        cue.name.isEmpty ? other.bus == cue.bus : other.isNamed(as: cue)
      }
      defer { playing.removeAll(where: ends) }
      guard !cue.name.isEmpty, !playing.contains(where: ends) else { return nil }
      return finding(
        "\"\(cue.name)\" does not play here, so nothing ends; write the name as where it begins",
        at: cue, in: book)
    }
  }

  private static func long(
    _ cue: SoundCue, _ file: PlayedFile, in book: PlannedBook
  ) -> Diagnostic? {
    let minutes = Int(file.seconds / 60)
    var finding = finding(
      "the next line waits \(minutes) minutes for \"\(cue.name)\"; to go on beneath it, write "
        + "\"\(cue.name), under\"", at: cue, in: book)
    finding.severity = .warning
    finding.code = LintCode.longSound.name
    return finding
  }

  private static func finding(
    _ message: String, at cue: SoundCue, in book: PlannedBook
  ) -> Diagnostic {
    let source = Int(cue.source)
    return Diagnostic(
      code: LintCode.unboundSound.name, severity: .note, message: message,
      file: cue.line > 0 && book.paths.indices.contains(source)
        ? book.paths[source] : book.castFile,
      position: cue.line > 0 ? SourcePosition(line: Int(cue.line), column: 1) : nil)
  }
}
