import Audio
import Basics
import Glibc

/// Decodes an audio file once, block by block, and checks its length and its lines.
private struct SoundVerifier {
  let entry: VerifyPlan.Entry
  let manifest: Manifest
  let alphabet: Alphabet?
  let notes: FileNotes

  /// The number of samples decoded at a time.
  private static let blockSamples = 16_384

  /// Returns the findings about an open file.
  /// Throws only `CancellationError`.
  func outcome(of file: borrowing FileDescriptor) throws -> FileOutcome {
    do {
      let reader = try DecodedSound(file, entry)
      let info = reader.info
      let lines =
        entry.hasLines
        ? SoundLine.lines(of: entry, in: manifest, sampleRate: info.sampleRate) : []
      let decoding = try decode(reader, lines)
      var outcome = FileOutcome(number: notes.number, findings: formFindings(info))
      outcome.findings += lengthFindings(decoding, info, lines)
      outcome.peak = decoding.peak
      guard entry.hasLines else { return outcome }
      let verifier = LineVerifier(
        notes: notes, alphabet: alphabet, sampleRate: max(1, info.sampleRate))
      outcome.findings += verifier.findings(betweenLines: decoding.strayClippings)
      // The finding about the length already reports incomplete lines.
      for (line, heard) in zip(lines, decoding.lines) where !decoding.cuts(line) {
        outcome.findings += verifier.findings(of: line, heard: heard)
      }
      outcome.seconds = Double(decoding.frames) / Double(max(1, info.sampleRate))
      return outcome
    } catch let error as AudioError {
      let isEmpty = (try? file.status().size) == 0
      let finding = notes.note(
        .undecodable, "it cannot be decoded: \(isEmpty ? "the file is empty" : error.reason)")
      return FileOutcome(number: notes.number, findings: [finding])
    }
  }

  /// The result of decoding.
  private struct Decoding {
    var frames = 0
    var lines: [ChapterScan.Line] = []
    var strayClippings = 0
    var peak: Double?
    /// Whether decoding stopped with an error before the end.
    var isBroken = false

    /// Returns whether the audio ends before the end of a line.
    /// If the sample rate was converted, rounding can lose one frame.
    func cuts(_ line: SoundLine) -> Bool { line.frames.upperBound > frames + 1 }
  }

  private func decode(
    _ sound: consuming DecodedSound, _ lines: [SoundLine]
  ) throws -> Decoding {
    var reader = sound
    let info = reader.info
    var scan = ChapterScan(
      lines: lines.map(\.frames), sampleRate: info.sampleRate, channels: info.channels,
      isLossless: entry.format?.isLossless ?? false)
    var block = [Float](
      repeating: 0, count: max(1, Self.blockSamples / info.channels) * info.channels)
    var decoding = Decoding()
    var meter =
      entry.format?.isLossless == false ? TruePeakMeter(channels: max(1, info.channels)) : nil
    do throws(AudioError) {
      while !Task.isCancelled {
        let frames = try reader.read(into: &block)
        if frames == 0 { break }
        decoding.frames += frames
        meter?.add(halved: block[..<(frames * info.channels)])
        guard entry.hasLines else { continue }
        block.withUnsafeBufferPointer { samples in
          scan.add(UnsafeBufferPointer(rebasing: samples[..<(frames * info.channels)]))
        }
      }
    } catch {
      decoding.isBroken = true
    }
    try Task.checkCancellation()
    decoding.peak = meter?.levelOfHalved
    decoding.strayClippings = scan.strayClippings
    decoding.lines = scan.finish()
    return decoding
  }

  // MARK: The file

  /// The expected length, sample rate and channels of the decoded file; nil if the manifest does not list its chapters.
  private var expected: SoundFileInfo? {
    guard let part = entry.parts.first else { return nil }
    let chapter = manifest.chapters[part.chapter]
    let frames = entry.parts.map { $0.start + manifest.chapters[$0.chapter].samples }.max() ?? 0
    let written = SoundFileInfo(
      frames: frames, sampleRate: chapter.sampleRate, channels: chapter.channels)
    return entry.format?.decoded(written) ?? written
  }

  /// The maximum number of samples that the file's format adds after the last chapter.
  private var padding: Int { entry.book?.maximumPadding ?? 0 }

  private func formFindings(_ info: SoundFileInfo) -> [PlacedFinding] {
    guard let expected else { return [] }
    var findings: [PlacedFinding] = []
    if info.sampleRate != expected.sampleRate {
      findings.append(
        notes.note(
          .wrongForm,
          "it has a sample rate of \(info.sampleRate) Hz instead of \(expected.sampleRate) Hz"))
    }
    if info.channels != expected.channels {
      findings.append(
        notes.note(
          .wrongForm,
          "it has \(Quantity.count(info.channels, "channel")) instead of \(expected.channels)"))
    }
    return findings
  }

  /// Returns the finding about a file that cannot be decoded completely or has the wrong length.
  private func lengthFindings(
    _ decoding: Decoding, _ info: SoundFileInfo, _ lines: [SoundLine]
  ) -> [PlacedFinding] {
    let seconds = Seconds(Double(decoding.frames) / Double(max(1, info.sampleRate)))
    var code = Finding.Code.wrongLength
    var message: String
    if decoding.isBroken {
      code = .undecodable
      message = "\(entry.name) cannot be decoded after \(seconds)"
    } else if let expected, info.sampleRate == expected.sampleRate,
      !(expected.frames...expected.frames + padding ~= decoding.frames)
    {
      let wanted = Seconds(Double(expected.frames) / Double(max(1, expected.sampleRate)))
      message =
        "\(entry.name) has \(decoding.frames) samples (\(seconds)) instead of "
        + "\(expected.frames) (\(wanted))"
    } else {
      return []
    }
    guard let cut = lines.first(where: decoding.cuts) else {
      return [notes.note(code, message)]
    }
    message += "; the first incomplete line is \(Quotation(cut.item.spoken.text))"
    return [notes.note(code, message, line: cut)]
  }

  /// Finds faults in the scanned audio of lines.
  struct LineVerifier {
    let notes: FileNotes
    /// The alphabet that most of the book's letters belong to; nil if the alphabet is unknown.
    let alphabet: Alphabet?
    /// The sample rate of the decoded audio, in hertz.
    let sampleRate: Int

    /// Returns the findings about a line that was decoded completely.
    func findings(of line: SoundLine, heard: ChapterScan.Line) -> [PlacedFinding] {
      // The time that an actor has for a line is silent, and as long as the actor needs.
      if line.item.spoken.rehearsal != nil { return [] }
      let words = Quotation(line.item.spoken.text)
      let place = "\(Seconds(line.time)) into \(notes.entry.name)"
      guard heard.isHeard else {
        return [notes.note(.silentLine, "\(words) is silent, \(place)", take: line)]
      }
      var findings: [PlacedFinding] = []
      if heard.clippings > 0 {
        let message =
          "\(words) is distorted \(Self.times(heard.clippings)) by clipping at the highest level, "
          + place
        findings.append(notes.note(.clipping, message, take: line))
      }
      let seconds = Double(heard.sounding) / Double(sampleRate)
      let length = TextLength(line.item.spoken.text, alphabet: alphabet)
      guard
        let fault = SpeechPace(tempo: notes.manifest.tempo(of: line.item))
          .fault(length, seconds: seconds)
      else {
        return findings
      }
      let beginning = "\(words) is spoken in \(Seconds(seconds)), \(place)"
      switch fault {
      case .tooFast(let pace, let bound):
        let message =
          "\(beginning): \(Self.pace(pace)), above the limit of \(Rounded(bound, decimals: 1))"
        findings.append(notes.note(.tooFast, message, take: line))
      case .tooSlow(let pace, let bound):
        let message =
          "\(beginning): \(Self.pace(pace)), below the limit of \(Rounded(bound, decimals: 1))"
        findings.append(notes.note(.tooSlow, message, take: line))
      }
      return findings
    }

    /// Returns the findings about the audio between the lines.
    func findings(betweenLines clippings: Int) -> [PlacedFinding] {
      guard clippings > 0 else { return [] }
      let message =
        "the audio between the lines is distorted \(Self.times(clippings)) by clipping at the "
        + "highest level"
      return [notes.note(.clipping, message)]
    }

    private static func pace(_ value: Double) -> String {
      "\(Rounded(value, decimals: 1)) characters a second"
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }
  }

  /// An audio file opened for decoding.
  enum DecodedSound: ~Copyable {
    case plain(SoundFileReader)
    case mpeg4(BookFileReader)

    /// Opens a file of an output folder.
    init(_ file: borrowing FileDescriptor, _ entry: VerifyPlan.Entry) throws(AudioError) {
      self =
        entry.format == .aac
        ? .mpeg4(try BookFileReader(descriptor: file.number, name: entry.name))
        : .plain(try SoundFileReader(descriptor: file.number, name: entry.name))
    }

    /// The sample rate, channels and length in the file's header.
    var info: SoundFileInfo {
      switch self {
      case .plain(let reader): reader.info
      case .mpeg4(let reader): reader.info
      }
    }

    /// Decodes the next frames into a block, interleaved, and returns the number of frames; 0 at the end.
    mutating func read(into block: inout [Float]) throws(AudioError) -> Int {
      switch consume self {
      case .plain(var reader):
        let frames = Result { () throws(AudioError) in try reader.read(into: &block) }
        self = .plain(reader)
        return try frames.get()
      case .mpeg4(let reader):
        self = .mpeg4(reader)
        return try reader.read(into: &block)
      }
    }
  }
}

extension TruePeakMeter {
  /// Adds samples at half their level, because a decoder's samples can be above full scale.
  fileprivate mutating func add(halved samples: ArraySlice<Float>) {
    samples.map { PCM.sample($0 / 2) }.withUnsafeBufferPointer { add($0) }
  }

  /// The true peak of the whole samples in dBTP, to one decimal; nil for silence.
  fileprivate var levelOfHalved: Double? {
    let peak = peak() / 16_384
    return peak > 0 ? (200 * log10(peak)).rounded() / 10 : nil
  }
}

extension AudioError {
  /// The reason without the name of the file.
  /// The capital letter and the full stop of libsndfile's texts are removed.
  fileprivate var reason: String {
    switch self {
    case .cannotOpen(_, let reason), .cannotRead(_, let reason), .malformed(_, let reason):
      reason.hasSuffix(".") ? reason.prefix(1).lowercased() + reason.dropFirst().dropLast() : reason
    default: description
    }
  }
}

/// A line with its expected position in a file.
struct SoundLine: Sendable {
  /// The chapter's position in the manifest.
  var chapter: Int
  /// The line's position in the chapter.
  var number: Int
  var item: Manifest.Item
  /// The line's start in the file, in seconds.
  var time: Double
  /// The line's frames in the decoded file.
  var frames: Range<Int>

  /// Returns the lines of a file.
  /// `sampleRate` is that of the decoded audio, in hertz.
  /// Lines with impossible times are left out, because `ManifestCheck` has reported them.
  static func lines(
    of entry: VerifyPlan.Entry, in manifest: Manifest, sampleRate: Int
  ) -> [SoundLine] {
    entry.parts.flatMap { part -> [SoundLine] in
      let chapter = manifest.chapters[part.chapter]
      let start = Double(part.start) / Double(chapter.sampleRate)
      return chapter.items.enumerated().compactMap { number, item in
        let (from, to) = (item.start.value, item.end.value)
        guard from >= 0, from <= to, to <= chapter.seconds + ManifestCheck.tolerance
        else { return nil }
        let first = frame(at: start + from, sampleRate)
        let end = frame(at: start + to, sampleRate)
        return SoundLine(
          chapter: part.chapter, number: number, item: item, time: start + from,
          frames: first..<max(first, end))
      }
    }
  }

  private static func frame(at seconds: Double, _ sampleRate: Int) -> Int {
    Int(min(seconds * Double(sampleRate), 0x1p52).rounded())
  }
}

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
