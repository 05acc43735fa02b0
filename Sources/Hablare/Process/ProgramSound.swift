import Basics
import FoundationEssentials
import Glibc
import Synchronization

/// Converts a local program's audio into an engine's output.
struct ProgramSound: Sendable {
  /// The program's name, for messages.
  var program: String
  /// Whether empty audio is allowed.
  var mayBeEmpty: Bool
  var delivery: ProgramDelivery

  /// Returns the audio of a WAV file.
  /// Files in other formats are returned unchanged, except MPEG-4, which is an error.
  /// Throws `engineCrashed` if the data is not audio, is cut off, or is empty although audio is
  /// required.
  func output(of data: Data) throws(VoiceProviderError) -> VoiceEngineOutput {
    if data.isEmpty {
      guard mayBeEmpty else { throw fault("no data") }
      return VoiceEngineOutput(
        audioData: data, audioFormat: .pcm16, sampleRate: 22_050, channels: 1)
    }
    switch SoundSignature(data) {
    case .format(.wav): return try wavOutput(of: data)
    case .format(.m4a): throw fault("MPEG-4, which cannot be used")
    case .format(let format):
      guard SoundCheck.accepts(data, as: format) else {
        let name = SoundSignature.format(format).name
        throw fault("data that begins like \(name) but is not valid \(name)")
      }
      return try passedOn(data, as: format)
    case .other(let name): throw fault("\(name), which cannot be used")
    case nil: throw fault("data that is not audio")
    }
  }

  private func wavOutput(of data: Data) throws(VoiceProviderError) -> VoiceEngineOutput {
    let file: WAVFile
    do { file = try WAVFile(data) } catch { throw fault(error.reason) }
    if file.missing > 0, let announced = file.announced {
      throw fault(
        "a WAV file with \(announced - file.missing) bytes of audio instead of \(announced)")
    }
    if file.samples.isEmpty, !mayBeEmpty { throw fault("a WAV file without audio") }
    if let problem = file.fault(in: data) { throw fault(problem.reason) }
    if file.isMono16 { return output(samples: data.sub(file.samples), rate: file.sampleRate) }
    let whole = file.announced != nil ? data : Self.withTrueSizes(data, file)
    var output = try passedOn(whole, as: .wav)
    (output.sampleRate, output.channels) = (file.sampleRate, file.channels)
    return output
  }

  /// Returns the audio of headerless 16-bit samples.
  /// If there are several channels, a WAV header is added.
  func output(
    raw: Data, sampleRate: Int, channels: Int
  ) throws(VoiceProviderError) -> VoiceEngineOutput {
    if raw.isEmpty, !mayBeEmpty { throw fault("no data") }
    // An unexpected header would be audible as noise.
    if let kind = SoundSignature(raw) {
      throw fault("\(kind.name) instead of raw samples; set \"output\": \"wav\"")
    }
    guard raw.count % (2 * channels) == 0 else {
      throw fault("\(raw.count) bytes, which are not whole 16-bit samples of \(channels) channels")
    }
    if channels == 1 { return output(samples: raw, rate: sampleRate) }
    let header = WAVHeader.bytes(
      samples: raw.count / 2, sampleRate: sampleRate, channels: channels)
    var output = try passedOn(Data(header) + raw, as: .wav)
    (output.sampleRate, output.channels) = (sampleRate, channels)
    return output
  }

  /// Returns `output` as a WAV file.
  static func wav(_ output: VoiceEngineOutput) throws(VoiceProviderError) -> Data {
    switch output.audioFormat {
    case .wav: return output.audioData
    case .pcm16:
      let header = WAVHeader.bytes(
        samples: output.audioData.count / 2, sampleRate: output.sampleRate ?? 0)
      return Data(header) + output.audioData
    default:
      throw .notSupported(
        "this voice sends \(output.audioFormat.rawValue), not WAV; generate(request:) returns its audio "
          + "unchanged")
    }
  }

  private func output(samples: Data, rate: Int) -> VoiceEngineOutput {
    VoiceEngineOutput(
      audioData: delivery.gain == 1 ? samples : Self.scaled(samples, by: delivery.gain),
      audioFormat: .pcm16, sampleRate: Int((Double(rate) * delivery.pitch).rounded()), channels: 1)
  }

  private func passedOn(
    _ data: Data, as format: VoiceEngineAudioFormat
  ) throws(VoiceProviderError) -> VoiceEngineOutput {
    if delivery.changesSound {
      throw .notSupported(
        "pitch and gain need mono audio with 16-bit samples, but \(program) sends another form; "
          + "remove pitch and gain from its voices")
    }
    return VoiceEngineOutput(audioData: data, audioFormat: format)
  }

  private func fault(_ what: String) -> VoiceProviderError {
    .engineCrashed(reason: "\(program) sent \(what)")
  }

  /// Multiplies samples by a gain.
  /// Values beyond the range of 16 bits are clipped.
  private static func scaled(_ samples: Data, by gain: Double) -> Data {
    var result = samples
    result.withUnsafeMutableBytes { bytes in
      for sample in bytes.bindMemory(to: Int16.self).indices {
        let value = bytes.loadUnaligned(fromByteOffset: sample * 2, as: Int16.self)
        let scaled = Int16(clamping: Int((Double(Int16(littleEndian: value)) * gain).rounded()))
        bytes.storeBytes(of: scaled.littleEndian, toByteOffset: sample * 2, as: Int16.self)
      }
    }
    return result
  }

  /// Returns the file with only its format and its samples, and with their true sizes in the
  /// header.
  private static func withTrueSizes(_ data: Data, _ file: WAVFile) -> Data {
    let header = WAVHeader.bytes(format: data.sub(file.format), size: file.samples.count)
    return Data(header) + data.sub(file.samples)
  }
}

extension Data {
  /// Returns the bytes in a range.
  /// The range counts from the first byte. The indices of the returned data begin at 0.
  fileprivate func sub(_ range: Range<Int>) -> Data {
    Data(self[startIndex + range.lowerBound..<startIndex + range.upperBound])
  }
}

/// The tempo to request from a local program, and the changes to the program's audio.
/// Together, this tempo and these changes give the wanted tempo, pitch and gain.
/// Few programs can change the pitch. However, audio that is played faster by a factor has a pitch
/// that is higher by the same factor. Therefore, for a higher pitch, the voice is asked to speak
/// slower by this factor, and a higher sample rate is declared for the samples. The higher sample
/// rate also shifts the formants. The formants of a human voice do not shift with the pitch. A
/// shift of two semitones, as in a shout, is acceptable, but a shift of an octave sounds like a
/// cartoon.
struct ProgramDelivery: Sendable, Equatable {
  /// The tempo to request from the program, as a multiple of the voice's normal tempo.
  var tempo: Double
  /// The factor by which to multiply the sample rate.
  var pitch: Double
  /// The factor by which to multiply each sample.
  var gain: Double

  /// Computes the values.
  /// Throws `invalidRequest` for values that are out of range or not finite.
  init(_ options: VoiceOptions) throws(VoiceProviderError) {
    guard options.rate.isFinite, (0.1...10).contains(options.rate) else {
      throw .invalidRequest("the rate \(options.rate) is not between 0.1 and 10")
    }
    guard options.pitch.isFinite, abs(options.pitch) <= 24 else {
      throw .invalidRequest("the pitch \(options.pitch) is not between -24 and 24 semitones")
    }
    guard options.gain.isFinite, abs(options.gain) <= 60 else {
      throw .invalidRequest("the gain \(options.gain) is not between -60 and 60 dB")
    }
    pitch = options.pitch == 0 ? 1 : pow(2, options.pitch / 12)
    tempo = options.rate / pitch
    gain = options.gain == 0 ? 1 : pow(10, options.gain / 20)
  }

  /// Whether the program's audio must be changed.
  var changesSound: Bool { pitch != 1 || gain != 1 }
}

/// Checks of a text before a program speaks it.
enum SpokenText {
  /// Throws if the text is blank or cannot be passed to a program.
  static func check(_ text: String) throws(VoiceProviderError) {
    if text.unicodeScalars.allSatisfy({ $0.properties.isWhitespace || $0.value < 0x20 }) {
      throw .invalidRequest("the text is blank")
    }
    if text.unicodeScalars.contains("\0") {
      throw .invalidRequest("the text contains a null character")
    }
  }

  /// Returns whether the text contains a letter or a digit.
  /// Every voice can speak letters and digits.
  static func hasWords(_ text: String) -> Bool { text.contains { $0.isLetter || $0.isNumber } }

  /// Returns the text on one line.
  /// Characters that programs may read as line ends, and other control characters, become spaces.
  static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
      default: line.append(scalar)
      }
    }
    return String(line)
  }

  /// Returns an estimate of the duration of speech, in seconds.
  /// The estimate assumes 15 characters a second, a usual reading speed.
  static func estimatedSeconds(_ text: String) -> Double {
    Double(text.unicodeScalars.count) / 15
  }

  /// Throws if `tag` is not a language tag.
  /// The tag comes from a project and becomes an argument of a program.
  static func checkLanguage(_ tag: String) throws(VoiceProviderError) {
    let isTag =
      tag.utf8.count <= 64 && tag.first?.isLetter ?? true
      && tag.utf8.allSatisfy { byte in
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
          || byte == 45
      }
    if !isTag { throw .invalidRequest("'\(tag.prefix(64))' is not a language tag") }
  }
}

/// Files that a program has written for this process.
enum AnswerFile {
  /// The reason why a file cannot be read.
  struct Fault: Error {
    var reason: String
  }

  /// Returns the bytes of a regular file of at most `limit` bytes.
  static func read(_ path: String, limit: Int) throws(Fault) -> Data {
    do {
      let file = try FileDescriptor(regular: path, followingLinks: true)
      return Data(try file.bytes(of: path, maximum: limit))
    } catch {
      switch error.cause {
      case .notAFile: throw Fault(reason: "not a file")
      case .exceedsLimit: throw Fault(reason: "more than \(limit) bytes")
      default: throw Fault(reason: error.reason)
      }
    }
  }
}

/// The cached digests of files.
/// A digest is computed again only if the file has changed.
final class FileDigests: Sendable {
  private struct Record {
    var status: FileStatus
    var digest: String
  }

  private let known = Mutex<[String: Record]>([:])

  /// Returns the SHA-256 of a regular file, in hexadecimal digits; nil if the file cannot be read.
  /// If size, modification time and inode are the same, the file is assumed to be unchanged. git
  /// makes the same assumption.
  func digest(of path: String) -> String? {
    guard let file = try? FileDescriptor(regular: path, followingLinks: true),
      let status = try? file.status()
    else { return nil }
    if let known = known.withLock({ $0[path] }), known.status.isUnchanged(status) {
      return known.digest
    }
    guard let digest = try? file.sha256().hex else { return nil }
    known.withLock { $0[path] = Record(status: status, digest: digest) }
    return digest
  }
}

extension FileStatus {
  fileprivate func isUnchanged(_ other: Self) -> Bool {
    (size, modified, inode) == (other.size, other.modified, other.inode)
  }
}
