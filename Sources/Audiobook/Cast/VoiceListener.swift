import Audio
public import Hablare
public import Narration

/// Listens to voices to learn how they sound, with the clips of a build: a voice that is priced is
/// paid for once.
public struct VoiceListener: Sendable {
  private let directory: VoiceDirectory
  private let clips: ClipCache?

  /// Makes a listener to the voices of a directory; what it hears is kept in `clips`.
  public init(directory: VoiceDirectory, clips: ClipCache?) {
    (self.directory, self.clips) = (directory, clips)
  }

  /// What listening to voices costs that are not kept yet.
  public func bill(for voices: [VoiceURI], languageCode: String) async throws -> PaidBill {
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

  /// How a voice sounds; nil if too little is heard of it, or there is no such provider.
  ///
  /// Throws what the provider throws.
  public func timbre(
    of voice: VoiceURI, languageCode: String
  ) async throws -> VoiceTimbre? {
    guard let provider = directory.provider(voice.providerId) else { return nil }
    let request = Self.request(to: voice, languageCode: languageCode)
    guard let clips, !directory.isFreeToHear(voice.providerId) else {
      return try Self.timbre(of: try await provider.generate(request: request))
    }
    let key = ClipKey(
      providerId: voice.providerId,
      providerVersion: try await provider.version(voiceId: voice.voiceId), request: request)
    let origin = ClipOrigin(
      providerId: voice.providerId,
      characters: await provider.chargedCharacters(for: request, in: directory))
    let takes = TakeMaker(directory: directory, pace: ExpectedPace())
    do {
      return try Self.timbre(
        of: try await clips.clip(for: key, from: origin) {
          try await takes.take(request, of: request.text, by: provider)
        })
    } catch is BadTakes {
      return nil
    }
  }

  /// How speech sounds; nil if no part of it is voiced.
  private static func timbre(of speech: VoiceEngineOutput) throws -> VoiceTimbre? {
    TimbreMeter.timbre(of: try ClipSource.pcm(of: speech)).map {
      VoiceTimbre(fundamental: $0.fundamental, centre: $0.centre)
    }
  }

  /// The passage by which the level of a voice is measured.
  private static func request(
    to voice: VoiceURI, languageCode: String
  ) -> VoiceEngineRequest {
    VoiceEngineRequest(
      text: MeasuringPassage.text(languageCode: languageCode), voiceId: voice.voiceId,
      languageCode: languageCode, options: voice.options)
  }
}
