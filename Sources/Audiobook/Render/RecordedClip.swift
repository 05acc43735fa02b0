import Audio
import Basics
import Hablare
import Narration

/// A person's recording of a line, in place of the speech of a voice.
struct RecordedClip {
  private let clip: Clip
  /// The labels in the file, to which the words of the clip refer.
  private let labels: [String]

  /// Reads, trims and converts a recording, with the effect of the line.
  /// If voices are levelled, the recording gets the level of a voice; a delivery such as "(quietly)" stays.
  init(_ take: RecordedTake, of line: SpeakableSpan, _ source: ClipSource) throws {
    func failure(_ reason: String) -> RenderError {
      .line(line.position, kind: .unavailable, message: "\(take.file): \(reason)")
    }
    do {
      let bytes = try TakeSound.bytes(of: take.path)
      guard SHA256.hash(bytes).hex == take.digest else {
        throw failure("the recording changed during the build; run the build again")
      }
      let pcm = try TakeSound.pcm(bytes, of: take.path)
      let level = source.levels == nil ? 0 : try VoiceLevels.gain(of: pcm) ?? 0
      let marks = try TakeSound.labels(bytes, of: take.path)
      labels = marks.map(\.text)
      let words = marks.enumerated().map { index, mark in
        WordTiming(location: index, length: 0, sample: mark.frame)
      }
      var clip = try Clip(
        pcm, words: words, sampleRate: source.sampleRate,
        effect: line.span.performance.effect.map(SoundEffect.init), keepsLoudness: line.isShaped,
        fadesIn: true)
      clip.levelling = level
      self.clip = clip
    } catch let error as AudioError {
      throw failure(error.description)
    } catch let error as FileError {
      throw failure(error.reason)
    }
  }

  /// Returns the part of the clip between two shares of its audible length, for a text.
  /// The parts of a clip join without a gap. Words begin where labels of the file have the same letters.
  func part(from start: Double, to end: Double, of text: String) -> Clip {
    let samples = clip.sound.pcm.samples
    let heard = max(0, samples.count - clip.sound.head - clip.sound.tail)
    func place(_ share: Double) -> Int {
      clip.sound.head + Int((Double(heard) * share).rounded())
    }
    let isFirst = start <= 0
    let isLast = end >= 1
    let range = (isFirst ? 0 : place(start))..<(isLast ? samples.count : place(end))
    let own = PCM(samples: Array(samples[range]), sampleRate: clip.sound.pcm.sampleRate)
    var part = Clip(
      TrimmedClip(
        pcm: own, head: isFirst ? clip.sound.head : 0, tail: isLast ? clip.sound.tail : 0),
      words: Self.words(of: text, marks(in: range)))
    part.levelling = clip.levelling
    return part
  }
}

extension RecordedClip {
  /// Returns the labels in a part of the clip, in order, with their samples in the part.
  private func marks(in range: Range<Int>) -> [(label: String, sample: Int)] {
    clip.words.filter { range ~= $0.sample }.sorted { $0.sample < $1.sample }
      .map { (labels[$0.location], $0.sample - range.lowerBound) }
  }

  /// Returns the times of the words of a text that labels name, in order.
  static func words(of text: String, _ marks: [(label: String, sample: Int)]) -> [WordTiming] {
    guard !marks.isEmpty else { return [] }
    let scalars = Array(text.unicodeScalars)
    let pieces = scalars.indices.split { scalars[$0].properties.isWhitespace }
    func letters(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      var kept = String.UnicodeScalarView()
      kept.append(contentsOf: scalars.filter { $0.properties.isAlphabetic || $0.isDigit })
      return CharacterNormalizer.folded(String(kept))
    }
    let names = pieces.map { piece in letters(piece.map { scalars[$0] }) }
    var (result, next) = ([WordTiming](), 0)
    for mark in marks {
      let label = letters(mark.label.unicodeScalars)
      guard !label.isEmpty, let place = names[next...].firstIndex(of: label) else { continue }
      let piece = pieces[place]
      result.append(
        WordTiming(location: piece.startIndex, length: piece.count, sample: mark.sample))
      next = place + 1
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { properties.numericType == .decimal }
}

/// Reads the sound file of a recording: everything that libsndfile decodes, and AAC in MPEG-4.
enum TakeSound {
  static func bytes(of path: String) throws(FileError) -> [UInt8] {
    try SourceFile.bytes(of: FilePath(path), shown: path, limit: .recording, isRegular: true)
  }

  /// Returns the labels of a file, such as editors write them into WAV files, with their frames.
  static func labels(
    _ bytes: [UInt8], of path: String
  ) throws -> [(frame: Int, text: String)] {
    guard !BookFileReader.isMPEG4(bytes) else { return [] }
    return try SoundFileReader(bytes: bytes, name: path).labels
  }

  /// Decodes the bytes of a file to one channel.
  static func pcm(_ bytes: [UInt8], of path: String) throws -> PCM {
    guard BookFileReader.isMPEG4(bytes) else {
      return try SoundFileReader(bytes: bytes, name: path).readAll()
    }
    let file = try FileDescriptor(regular: path, followingLinks: true)
    return try BookFileReader(descriptor: file.number, name: path).readAll()
  }
}
