/// Finds the sound in a service's answer: the bytes decide, and the label (`Content-Type`) only
/// where they do not.
enum SpokenSoundReader {
  /// Why an answer is not sound.
  enum Problem: Error, Equatable {
    /// There is nothing in it.
    case empty
    /// It ends within a sample or a frame.
    case cutOff
    /// Its headers contradict themselves, or it is something else that is no sound.
    case damaged
    /// It is text: an error in disguise, or a page.
    case text
    /// Samples without a header, and nobody says at which rate.
    case unknownRate
    /// A kind of sound that cannot be decoded, by its name.
    case undecodable(String)
  }

  /// The sound of an answer; `rate` is that of headerless samples if the label does not state one.
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
    // Noise, if it were taken for samples.
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
    guard label.bits == 16 else { throw .undecodable("PCM of \(label.bits) bits") }
    if body.count % (2 * label.channels) != 0 { throw .cutOff }
    if label.channels == 1 { return SpokenSound(form: .pcm16(rate: rate), bytes: body) }
    return SpokenSound(
      form: .samples(
        format: WAVHeader.format(sampleRate: rate, channels: label.channels)[...], rate: rate,
        channels: label.channels),
      bytes: body)
  }
}

extension SpokenSoundReader.Problem {
  /// Why the answer is worth another request, as part of a sentence; nil if the next answer would be
  /// the same.
  var reasonToRepeat: String? {
    switch self {
    case .empty: "it is empty"
    case .cutOff: "the sound is cut off"
    case .damaged: "it is no sound that can be played"
    case .text: "it is text, not sound"
    case .unknownRate, .undecodable: nil
    }
  }

  /// The error for callers; `asked` is the format that was asked for, `advice` what to do about a kind
  /// of sound that cannot be decoded.
  func error(asked: String, advice: String? = nil) -> VoiceProviderError {
    let advice = advice.map { "; \($0)" } ?? ""
    return switch self {
    case .empty, .cutOff, .damaged, .text: .invalidResponse
    case .undecodable(let kind):
      .unusableSound("\(kind), which cannot be decoded, although \(asked) was asked for\(advice)")
    case .unknownRate:
      .unusableSound(
        "samples without their rate, although \(asked) was asked for; set \"sampleRate\" in the "
          + "configuration of this provider")
    }
  }
}

/// What the headers of an answer say of headerless samples: `audio/pcm;rate=22050`
/// (openedai-speech), or headers such as `x-sample-rate` (SGLang-omni).
struct SampleLabel: Equatable {
  /// Frames per second; nil if no rate is stated.
  var rate: Int?
  var channels = 1
  var bits = 16
  /// Whether the answer is called MPEG audio.
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
