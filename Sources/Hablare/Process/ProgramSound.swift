import FoundationEssentials

/// Converts a local program's audio into an engine's output.
struct ProgramSound: Sendable {
  /// The program's name, for messages.
  var program: String
  /// Whether empty audio is allowed.
  var mayBeEmpty: Bool
  var delivery: ProgramDelivery

  /// Returns the audio of a WAV file.
  ///
  /// Files in other formats are returned unchanged, except MPEG-4, which is an error.
  ///
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
  ///
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
  ///
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
  ///
  /// The range counts from the first byte. The indices of the returned data begin at 0.
  fileprivate func sub(_ range: Range<Int>) -> Data {
    Data(self[startIndex + range.lowerBound..<startIndex + range.upperBound])
  }
}
