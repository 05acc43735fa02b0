import Audio
import Basics
import Hablare
import Narration

/// A person's recording of a line, in place of the speech of a voice.
struct RecordedClip {
  private let clip: Clip

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
      var clip = try Clip(
        pcm, words: [], sampleRate: source.sampleRate,
        effect: line.span.performance.effect.map(SoundEffect.init), fadesIn: true)
      clip.levelling = level
      self.clip = clip
    } catch let error as AudioError {
      throw failure(error.description)
    } catch let error as FileError {
      throw failure(error.reason)
    }
  }

  /// Returns the part of the clip between two shares of its audible length.
  /// The parts of a clip join without a gap.
  func part(from start: Double, to end: Double) -> Clip {
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
        pcm: own, head: isFirst ? clip.sound.head : 0, tail: isLast ? clip.sound.tail : 0))
    part.levelling = clip.levelling
    return part
  }
}

/// Reads the sound file of a recording: everything that libsndfile decodes, and AAC in MPEG-4.
enum TakeSound {
  static func bytes(of path: String) throws(FileError) -> [UInt8] {
    try SourceFile.bytes(of: FilePath(path), shown: path, limit: .recording, isRegular: true)
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
