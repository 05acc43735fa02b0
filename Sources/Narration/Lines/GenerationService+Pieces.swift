public import Hablare

extension GenerationService {
  /// Speaks a line whole, piece by piece in the manner of a build, and joins the pieces with the pauses
  /// between them.
  ///
  /// The result belongs to the line. Throws `VoiceProviderError.notSupported` if the line has several
  /// pieces and their sounds cannot be joined: samples (WAV and PCM) of one form and MP3 can, MP3 without
  /// pauses. Otherwise throws what `generate(_:)` throws. Clips that are kept are used unless `regenerate`.
  public func generate(
    line: LineSpeakable, regenerate: Bool = false
  ) async throws -> GenerationResult {
    var result = try await generate(line.pieces, regenerate: regenerate)
    // A pronunciation is in the sound, not in the words.
    result.originalText = line.textToSpeak
    result.owningElement = line.owningElement
    return result
  }

  /// Speaks pieces one after the other and joins them; `manner` is added to what they ask for.
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
        // The engine's places are those of the phonemes.
        (result.originalText, result.wordTimings) = (piece.textToSpeak, [])
      }
      results.append(result)
    }
    guard let whole = GenerationResult.joined(results, pauses: pieces.map(\.span.pauseBefore))
    else {
      throw VoiceProviderError.notSupported(
        "joining the \(pieces.count) parts of this text, whose sounds are "
          + Set(results.map(\.audioFormat.rawValue)).sorted().joined(separator: " and ")
          + "; have the provider send samples of one rate")
    }
    return whole
  }
}
