import Audio
import Basics

/// Decodes an audio file once, block by block, and checks its length and its lines.
struct SoundVerifier {
  let entry: VerifyPlan.Entry
  let manifest: Manifest
  let alphabet: Alphabet?
  let notes: FileNotes

  /// The number of samples decoded at a time.
  private static let blockSamples = 16_384

  /// Returns the findings about an open file.
  ///
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
    /// Whether decoding stopped with an error before the end.
    var isBroken = false

    /// Returns whether the audio ends before the end of a line.
    ///
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
    do throws(AudioError) {
      while !Task.isCancelled {
        let frames = try reader.read(into: &block)
        if frames == 0 { break }
        decoding.frames += frames
        guard entry.hasLines else { continue }
        block.withUnsafeBufferPointer { samples in
          scan.add(UnsafeBufferPointer(rebasing: samples[..<(frames * info.channels)]))
        }
      }
    } catch {
      decoding.isBroken = true
    }
    try Task.checkCancellation()
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
}

extension AudioError {
  /// The reason without the name of the file.
  ///
  /// The capital letter and the full stop of libsndfile's texts are removed.
  fileprivate var reason: String {
    switch self {
    case .cannotOpen(_, let reason), .cannotRead(_, let reason), .malformed(_, let reason):
      reason.hasSuffix(".") ? reason.prefix(1).lowercased() + reason.dropFirst().dropLast() : reason
    default: description
    }
  }
}
