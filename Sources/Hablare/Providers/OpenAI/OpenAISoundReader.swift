/// Finds the sound in a server's answer: its bytes decide, not what the server calls them.
enum OpenAISoundReader {
  /// Why an answer is not sound.
  enum Problem: Error, Equatable {
    /// There is nothing in it.
    case empty
    /// It ends within a sample.
    case cutOff
    /// Its headers contradict themselves, or it is something else that is no sound.
    case damaged
    /// It is text: an error in disguise, or a page.
    case text
    /// Samples without a header, and nobody says at which rate.
    case unknownRate
    /// A kind of sound that cannot be used, by its name.
    case unsupported(String)
  }

  /// The sound of an answer; `rate` is that of headerless samples where the server does not say.
  static func sound(in response: HTTPResponse, rate: Int?) throws(Problem) -> SpokenSound {
    let body = response.body[...]
    if body.isEmpty { throw .empty }
    switch SoundSignature(body) {
    case .format(.wav): return try wav(body)
    case .format(.m4a): throw .unsupported("MPEG-4")
    case .format(let format):
      guard SoundCheck.accepts(body, as: format) else { throw .damaged }
      return SpokenSound(form: .encoded(format), bytes: body)
    case .other(let name): throw .unsupported(name)
    case nil: break
    }
    if ForeignContent.isText(body) { throw .text }
    if ForeignContent.name(of: body) != nil { throw .damaged }
    return try headerless(body, stated: OpenAISampleFormat(headers: response.headers), rate: rate)
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
    _ body: ArraySlice<UInt8>, stated: OpenAISampleFormat, rate: Int?
  ) throws(Problem) -> SpokenSound {
    guard let rate = stated.rate ?? rate else { throw .unknownRate }
    guard stated.bits == 16 else { throw .unsupported("PCM of \(stated.bits) bits") }
    if body.count % (2 * stated.channels) != 0 { throw .cutOff }
    if stated.channels == 1 { return SpokenSound(form: .pcm16(rate: rate), bytes: body) }
    return SpokenSound(
      form: .samples(
        format: WAVHeader.format(sampleRate: rate, channels: stated.channels)[...], rate: rate,
        channels: stated.channels),
      bytes: body)
  }
}

/// How headerless samples are said to be: `audio/pcm;rate=22050` (openedai-speech), or headers such
/// as `x-sample-rate` (SGLang-omni).
struct OpenAISampleFormat: Equatable {
  /// Frames per second; nil where nothing is said.
  var rate: Int?
  var channels = 1
  var bits = 16

  init(headers: [String: String]) {
    let parameters = (headers["content-type"] ?? "").split(separator: ";").dropFirst()
    var stated: [String: Int] = [:]
    for parameter in parameters {
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
  }
}
