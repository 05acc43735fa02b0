import FoundationEssentials
import Glibc

/// Finds the audio in a service's answer.
/// The bytes decide the format. The label (`Content-Type`) is used only if the bytes show no format.
enum SpokenSoundReader {
  /// Why an answer is not audio.
  enum Problem: Error, Equatable {
    /// The answer is empty.
    case empty
    /// The answer ends within a sample or a frame.
    case cutOff
    /// The headers contradict themselves, or the data is not audio.
    case damaged
    /// The answer is text, such as an error message or a web page.
    case text
    /// The answer consists of samples without a header, and the sample rate is unknown.
    case unknownRate
    /// The answer is audio in a format that cannot be decoded; the string is the format's name.
    case undecodable(String)
  }

  /// Returns the audio of an answer.
  /// `rate` is the sample rate of headerless samples if the label states none.
  static func sound(in response: HTTPResponse, rate: Int?) throws(Problem) -> SpokenSound {
    let body = response.body[...]
    if body.isEmpty { throw .empty }
    switch SoundSignature(body) {
    case .format(.wav): return try wav(body)
    case .format(.m4a): throw .undecodable("MPEG-4")
    case .format(.mp3) where MPEGAudio.endsWithinFrame(response.body): throw .cutOff
    case .format(let format):
      guard SoundCheck.accepts(body, as: format) else { throw .damaged }
      return SpokenSound(form: .encoded(format), bytes: body)
    case .other(let name): throw .undecodable(name)
    case nil: break
    }
    if ForeignContent.isText(body) { throw .text }
    if ForeignContent.name(of: body) != nil { throw .damaged }
    let label = SampleLabel(headers: response.headers)
    // Frames of MPEG audio would be noise if they were read as samples.
    if label.isMPEG, MPEGAudio.isBeginning(of: response.body) { throw .cutOff }
    return try headerless(body, label, rate: rate)
  }

  private static func wav(_ body: ArraySlice<UInt8>) throws(Problem) -> SpokenSound {
    guard let file = try? WAVFile(body), file.missing == 0 else { throw .cutOff }
    if file.samples.isEmpty { throw .empty }
    if file.leftover > 0 { throw .cutOff }
    if file.fault(in: body) != nil { throw .damaged }
    return SpokenSound(
      form: file.isMono16
        ? .pcm16(rate: file.sampleRate)
        : .samples(format: body[file.format], rate: file.sampleRate, channels: file.channels),
      bytes: body[file.samples])
  }

  private static func headerless(
    _ body: ArraySlice<UInt8>, _ label: SampleLabel, rate: Int?
  ) throws(Problem) -> SpokenSound {
    guard let rate = label.rate ?? rate else { throw .unknownRate }
    guard label.bits == 16 else { throw .undecodable("\(label.bits)-bit PCM") }
    if body.count % (2 * label.channels) != 0 { throw .cutOff }
    if label.channels == 1 { return SpokenSound(form: .pcm16(rate: rate), bytes: body) }
    return SpokenSound(
      form: .samples(
        format: WAVHeader.format(sampleRate: rate, channels: label.channels)[...], rate: rate,
        channels: label.channels),
      bytes: body)
  }

  /// The properties of headerless samples, from the headers of an answer.
  /// Examples are `audio/pcm;rate=22050` (openedai-speech) and headers such as `x-sample-rate`
  /// (SGLang-omni).
  struct SampleLabel: Equatable {
    /// Frames per second; nil if no rate is stated.
    var rate: Int?
    var channels = 1
    var bits = 16
    /// Whether the answer is labelled as MPEG audio.
    var isMPEG: Bool

    init(headers: [String: String]) {
      let type = (headers["content-type"] ?? "").split(separator: ";")
      var stated: [String: Int] = [:]
      for parameter in type.dropFirst() {
        let pair = parameter.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
        if pair.count == 2 { stated[pair[0].lowercased()] = Int(pair[1].filter { $0 != "\"" }) }
      }
      func number(_ header: String, _ parameter: String, in range: ClosedRange<Int>) -> Int? {
        let value = headers[header].flatMap { Int($0.trimmed) } ?? stated[parameter]
        return value.flatMap { range.contains($0) ? $0 : nil }
      }
      rate = number("x-sample-rate", "rate", in: SoundCheck.rates)
      channels = number("x-channels", "channels", in: SoundCheck.channels) ?? 1
      bits = number("x-bit-depth", "bits", in: 1...64) ?? 16
      let name = type.first.map { String($0).trimmed.lowercased() }
      isMPEG = name == "audio/mpeg" || name == "audio/mp3"
    }
  }

  /// Detects data that a service may send instead of audio: text, pictures, archives.
  enum ForeignContent {
    private static let signatures: [(bytes: [UInt8], name: String)] = [
      ([0x89, 0x50, 0x4E, 0x47], "PNG"), ([0x1F, 0x8B, 0x08], "gzip"), (Array("%PDF-".utf8), "PDF"),
      ([0x50, 0x4B, 3, 4], "ZIP"), (Array("GIF8".utf8), "GIF"), ([0xFF, 0xD8, 0xFF], "JPEG"),
    ]

    /// Returns the name of the bytes' format if it is certainly not audio; nil if the bytes can be
    /// audio.
    static func name<Bytes: RandomAccessCollection<UInt8>>(of bytes: Bytes) -> String?
    where Bytes.Index == Int {
      if isText(bytes) { return "text" }
      return signatures.first { bytes.starts(with: $0.bytes) }?.name
    }

    /// Returns whether the bytes are text.
    /// Text is UTF-8, UTF-16 with a byte order mark, or markup in another encoding. Text has no
    /// control characters except tabs and line ends.
    static func isText<Bytes: RandomAccessCollection<UInt8>>(_ bytes: Bytes) -> Bool
    where Bytes.Index == Int {
      var start = Array(bytes.prefix(512))
      if start.isEmpty { return false }
      if isUTF16(start) { return true }
      if start.contains(where: { $0 < 0x20 && $0 != 9 && $0 != 10 && $0 != 13 }) { return false }
      if start.count >= leastLength, let first = start.first(where: { $0 > 0x20 }),
        first == UInt8(ascii: "<") || first == UInt8(ascii: "{")
      {
        return true
      }
      // The first 512 bytes can end within a character.
      for _ in 0..<4 {
        if String(validating: start, as: UTF8.self) != nil { return true }
        guard bytes.count > 512, !start.isEmpty else { return false }
        start.removeLast()
      }
      return false
    }

    /// The minimum number of bytes for markup and UTF-16.
    /// Fewer bytes of audio can look like text by accident.
    private static let leastLength = 16

    /// Returns whether the bytes are a byte order mark followed by ASCII.
    private static func isUTF16(_ bytes: [UInt8]) -> Bool {
      guard bytes.count >= leastLength else { return false }
      let isLittle = bytes.starts(with: [0xFF, 0xFE])
      guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return false }
      return stride(from: 2, to: leastLength, by: 2).allSatisfy { place in
        let (low, high) = isLittle ? (place, place + 1) : (place + 1, place)
        return bytes[high] == 0 && (0x09...0x7E).contains(bytes[low])
      }
    }
  }
}

extension SpokenSoundReader.Problem {
  /// The reason to repeat the request, as part of a sentence; nil if repeating the request would give
  /// the same answer.
  var reasonToRepeat: String? {
    switch self {
    case .empty: "it is empty"
    case .cutOff: "the audio is cut off"
    case .damaged: "it is not playable audio"
    case .text: "it is text, not audio"
    case .unknownRate, .undecodable: nil
    }
  }

  /// Returns the error for callers.
  /// `asked` is the requested format, and `advice` is what to do about audio that cannot be decoded.
  func error(asked: String, advice: String? = nil) -> VoiceProviderError {
    let advice = advice.map { "; \($0)" } ?? ""
    return switch self {
    case .empty, .cutOff, .damaged, .text: .invalidResponse
    case .undecodable(let kind):
      .unusableSound("\(kind), which cannot be decoded, although \(asked) was requested\(advice)")
    case .unknownRate:
      .unusableSound(
        "samples without a sample rate, although \(asked) was requested; set \"sampleRate\" in the "
          + "configuration of this provider")
    }
  }
}

/// Audio from a server, in the simplest form possible without decoding.
struct SpokenSound: Equatable {
  /// The form of the bytes.
  enum Form: Equatable {
    /// One channel of 16-bit samples, at a rate in hertz.
    case pcm16(rate: Int)
    /// Other samples, described by the content of a `fmt ` chunk.
    case samples(format: ArraySlice<UInt8>, rate: Int, channels: Int)
    /// A file in one of the encodings that the mixer decodes.
    case encoded(VoiceEngineAudioFormat)
  }

  var form: Form
  var bytes: ArraySlice<UInt8>

  /// Whether audio of the same form can be appended without a gap.
  var isJoinable: Bool {
    if case .encoded = form { false } else { true }
  }

  /// Returns several clips joined in order; nil if they cannot be joined or if their forms differ.
  static func joined(_ sounds: [SpokenSound]) -> SpokenSound? {
    guard let first = sounds.first else { return nil }
    if sounds.count == 1 { return first }
    guard first.isJoinable, sounds.allSatisfy({ $0.form == first.form }) else { return nil }
    return SpokenSound(form: first.form, bytes: sounds.map(\.bytes).joined().asSlice)
  }

  /// Returns the audio amplified by a number of decibels.
  /// Samples beyond the range of 16 bits are clipped.
  /// Only audio of the form `pcm16` is changed.
  func amplified(by decibels: Double) -> SpokenSound {
    guard decibels != 0, decibels.isFinite, case .pcm16 = form else { return self }
    let factor = pow(10, decibels / 20)
    var result = [UInt8]()
    result.reserveCapacity(bytes.count)
    for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
      let sample = Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
      let scaled = (Double(sample) * factor).rounded()
      result.append(little: Int16(min(max(scaled, -32_768), 32_767)))
    }
    return SpokenSound(form: form, bytes: result[...])
  }

  func output(metadata: [String: String]) -> VoiceEngineOutput {
    switch form {
    case .pcm16(let rate):
      VoiceEngineOutput(
        audioData: Data(bytes), audioFormat: .pcm16, sampleRate: rate, channels: 1,
        metadata: metadata)
    case .samples(_, let rate, let channels):
      VoiceEngineOutput(
        audioData: wav ?? Data(), audioFormat: .wav, sampleRate: rate, channels: channels,
        metadata: metadata)
    case .encoded(let format):
      VoiceEngineOutput(audioData: Data(bytes), audioFormat: format, metadata: metadata)
    }
  }

  /// The audio as a WAV file; nil if the audio must be decoded first.
  var wav: Data? {
    switch form {
    case .pcm16(let rate):
      Data(WAVHeader.bytes(samples: bytes.count / 2, sampleRate: rate) + bytes)
    case .samples(let format, _, _):
      Data(WAVHeader.bytes(format: format, size: bytes.count) + bytes)
    case .encoded: nil
    }
  }
}

extension Sequence<UInt8> {
  fileprivate var asSlice: ArraySlice<UInt8> { Array(self)[...] }
}
