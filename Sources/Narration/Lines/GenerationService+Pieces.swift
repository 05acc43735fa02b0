public import Hablare

extension GenerationService {
  /// Speaks all pieces of a line as a build does and joins them, with the pauses between them.
  ///
  /// The result belongs to the line. Cached clips are used unless `regenerate` is true.
  ///
  /// The pieces can be joined if all of them are samples (WAV or PCM) in one format. MP3 with one sample rate can also
  /// be joined, but without the pauses. Throws `VoiceProviderError.notSupported` if the line has several pieces that
  /// cannot be joined. Also throws the errors of `generate(_:)`.
  public func generate(
    line: LineSpeakable, regenerate: Bool = false
  ) async throws -> GenerationResult {
    var result = try await generate(line.pieces, regenerate: regenerate)
    // The text of the result is the text of the line, although the engine may have received phonemes.
    result.originalText = line.textToSpeak
    result.owningElement = line.owningElement
    return result
  }

  /// Speaks pieces one after the other and joins them.
  ///
  /// The gain of `manner` is added to the gain of each piece. The style of `manner` is used for pieces without a style.
  func generate(
    _ pieces: [SpeakableSpan], manner: VoiceOptions = VoiceOptions(), regenerate: Bool = false
  ) async throws -> GenerationResult {
    var results: [GenerationResult] = []
    for piece in pieces {
      try Task.checkCancellation()
      var request = piece.span.request
      request.options.gain += manner.gain
      request.options.style = request.options.style ?? manner.style
      var result = try await spoken(request, by: piece.voiceProvider, regenerate: regenerate)
      if request.isPhonemes {
        // The engine's word timings refer to the phonemes.
        (result.originalText, result.wordTimings) = (piece.textToSpeak, [])
      }
      results.append(result)
    }
    guard let whole = GenerationResult.joined(results, pauses: pieces.map(\.span.pauseBefore))
    else {
      throw VoiceProviderError.notSupported(
        "the \(pieces.count) pieces of this text cannot be joined, because their audio has the formats "
          + Set(results.map(\.audioFormat.rawValue)).sorted().joined(separator: " and ")
          + "; use a provider that returns samples at one rate")
    }
    return whole
  }
}
