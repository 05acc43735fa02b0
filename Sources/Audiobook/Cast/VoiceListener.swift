import Audio
package import Hablare
package import Narration

/// Listens to voices in order to measure how they sound.
/// It uses the clip cache of a build, so that each clip of a paid voice is paid for only once.
package struct VoiceListener: Sendable {
  private let directory: VoiceDirectory
  private let clips: ClipCache?
  private let measurements: VoiceTimbreStore?

  /// Creates a listener for the voices of a directory.
  /// The speech of paid and remote voices is cached in `clips`.
  ///
  /// `measurements` contains the measurements of installed voices. Voices in `measurements` are not listened to
  /// again.
  package init(directory: VoiceDirectory, clips: ClipCache?, measurements: VoiceTimbreStore? = nil)
  {
    (self.directory, self.clips, self.measurements) = (directory, clips, measurements)
  }

  /// The error of a voice that could not be listened to.
  package struct Failure: Error, Sendable {
    package let voice: VoiceURI
    package let reason: VoiceProviderError
  }

  /// Returns the measured timbres of voices, and stores the timbres of installed voices for later runs.
  ///
  /// `onProgress` is called with the number of finished voices. If the timbres cannot be stored, `onNote` is called
  /// with the reason. Voices with too little voiced speech are left out. Throws a `Failure` for the first voice that
  /// cannot speak.
  package func timbres(
    of voices: [VoiceURI], languageCode: (VoiceURI) -> String,
    onProgress: (Int) -> Void = { _ in }, onNote: (String) -> Void = { _ in }
  ) async throws -> [VoiceURI: VoiceTimbre] {
    var (timbres, measured): ([VoiceURI: VoiceTimbre], [VoiceURI: VoiceTimbre]) = ([:], [:])
    for (index, voice) in voices.enumerated() {
      onProgress(index)
      do {
        let isKnown = measurements?.timbre(of: voice) != nil
        timbres[voice] = try await timbre(of: voice, languageCode: languageCode(voice))
        if !isKnown { measured[voice] = timbres[voice] }
      } catch {
        // Finished measurements are stored, so that the next run does not repeat them.
        try? await measurements?.store(measured)
        throw (error as? VoiceProviderError).map { Failure(voice: voice, reason: $0) } ?? error
      }
    }
    onProgress(voices.count)
    do {
      try await measurements?.store(measured)
    } catch let error as VoiceInstallError {
      onNote(error.message)
    }
    return timbres
  }

  /// Returns the paid work of listening to voices; clips that are already cached are counted separately.
  package func bill(for voices: [VoiceURI], languageCode: String) async throws -> PaidBill {
    var bill = PaidBill()
    for voice in voices {
      guard let provider = directory.provider(voice.providerId) else { continue }
      let request = Self.request(to: voice, languageCode: languageCode)
      await bill.add(
        request, version: try await provider.version(voiceId: voice.voiceId), to: provider,
        directory, clips)
    }
    return bill
  }

  /// Returns how a voice sounds; nil if there is too little voiced speech, or if the voice's provider is unknown.
  /// Throws the provider's error.
  package func timbre(
    of voice: VoiceURI, languageCode: String
  ) async throws -> VoiceTimbre? {
    if let known = measurements?.timbre(of: voice) { return known }
    guard let provider = directory.provider(voice.providerId) else { return nil }
    if measurements?.canStore(voice) == true {
      let phrase = Self.request(
        to: voice, MeasuringPassage.phrase(languageCode: languageCode), languageCode)
      return try Self.timbre(of: try await provider.generate(request: phrase))
    }
    guard let clips, !directory.isFreeToHear(voice.providerId) else {
      let request = Self.request(to: voice, languageCode: languageCode)
      return try Self.timbre(of: try await provider.generate(request: request))
    }
    var versions = EngineVersions()
    versions[voice] = try await provider.version(voiceId: voice.voiceId)
    let speech = BookSpeech(
      directory: directory, versions: versions, cache: clips,
      policy: SpeechPolicy(takes: .decoding))
    let passage = SpeakableText(
      MeasuringPassage.text(languageCode: languageCode), voiceProvider: provider,
      voiceId: voice.voiceId, languageCode: languageCode, voiceOptions: voice.options)
    do {
      return try Self.timbre(of: try await speech.speech(of: passage).output)
    } catch let failure as SpeechFailure {
      if failure.error is BadTakes { return nil }
      throw failure.error
    }
  }

  /// Returns how speech sounds; nil if no part of it is voiced.
  private static func timbre(of speech: VoiceEngineOutput) throws -> VoiceTimbre? {
    TimbreMeter.timbre(of: try speech.pcm()).map {
      VoiceTimbre(fundamental: $0.fundamental, centre: $0.centre)
    }
  }

  /// Returns a request for the passage that measures the level of a voice.
  private static func request(
    to voice: VoiceURI, languageCode: String
  ) -> VoiceEngineRequest {
    request(to: voice, MeasuringPassage.text(languageCode: languageCode), languageCode)
  }

  private static func request(
    to voice: VoiceURI, _ text: String, _ languageCode: String
  ) -> VoiceEngineRequest {
    VoiceEngineRequest(
      text: text, voiceId: voice.voiceId, languageCode: languageCode, options: voice.options)
  }
}
