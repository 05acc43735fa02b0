import Audiobook
import Audio
import Hablare
import Narration

/// `guion2audio say TEXT --voice URI`: speaks a text with one voice.
struct SayCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async throws -> ExitCode {
    guard !arguments.inputs.isEmpty else { throw UsageError("say needs a text") }
    let text = arguments.inputs.joined(separator: " ")
    let rate = try RenderOptions.rate(arguments)
    let language =
      try RenderOptions.language(arguments) ?? arguments.userDefault(.language) ?? "en-US"
    let target = try SoundTarget(arguments[.output])
    let setup = try SpeechSetup(arguments)
    var providerId: String?
    do {
      let (provider, voice) = try await voice(language, setup)
      providerId = provider.providerId
      var options = voice.options
      options.rate *= rate
      // Here, a setting that the voice does not support is an error. A build adapts such a setting to the voice.
      if let problem = provider.problem(with: options) {
        throw CommandFailure(.badInput, problem)
      }
      options.gain = voice.gain ?? 0
      // The clip is not cached. So if the text is spoken again, the voice makes a new take. The user hears a silent take,
      // so it is not requested again at the user's cost.
      let result = try await GenerationService(
        registry: setup.registry, policy: SpeechPolicy(takes: .none)
      ).generate(
        text: text, providerId: provider.providerId, voiceId: voice.voiceId,
        languageCode: voice.language ?? language, options: options)
      await setup.shutdown()
      try await target.write(result.audioData, seconds: result.duration)
      if let transfers = setup.closingTransfers() { Streams.error("guion2audio: \(transfers)\n") }
      return .success
    } catch let error as VoiceProviderError {
      await setup.shutdown()
      throw CommandFailure(ExitCode(BookError.Kind(error)), message(about: error, of: providerId))
    } catch AudioError.empty {
      throw CommandFailure(
        .badInput, "the voice has no sound for \"\(text)\"; write words to speak")
    } catch let error as AudioError {
      throw CommandFailure(.cannotWrite, error.description)
    }
  }

  /// Returns the message about an error, with the name of the provider if its key is missing or refused.
  private func message(about error: VoiceProviderError, of providerId: String?) -> String {
    switch (error, providerId) {
    case (.notConfigured, let id?), (.authenticationFailed, let id?):
      UnusableProvider(id, error, advice: .shell).message
    default: error.description
    }
  }

  /// Returns the voice that would narrate a book in a language, with its provider.
  private func narratorVoice(
    _ language: String, _ setup: SpeechSetup
  ) async throws -> (any VoiceProvider, VoiceURI) {
    let espeak = EspeakNGVoiceEngine.id
    let installed = await setup.naturalProviders(speaking: language)
    let natural = [NeuralVoiceProvider.hibariId] + installed.ids
    var failure: (any Error)?
    for id in natural + [espeak] where await setup.registry.isEnabled(providerId: id) {
      do {
        let provider = try await setup.provider(id)
        guard let voice = try await provider.narratorVoice(languageCode: language) else { continue }
        if id == espeak, let failure {
          Streams.error(
            "guion2audio: note: the natural voice cannot be used, so espeak-ng speaks: \(failure)\n"
          )
        }
        return (provider, VoiceURI(providerId: id, voiceId: voice.id))
      } catch  where id != espeak && !(error is CancellationError) {
        failure = failure ?? error
      }
    }
    throw CommandFailure(
      .badInput, "no voice speaks \(language); `guion2audio voices` lists all voices")
  }

  /// Returns the requested voice and its provider.
  /// By default the voice is the usual voice of the language.
  private func voice(
    _ language: String, _ setup: SpeechSetup
  ) async throws -> (any VoiceProvider, VoiceURI) {
    let own = arguments.userDefault(.voice).flatMap { VoiceURI($0) }
    guard let voice = try RenderOptions.voice(arguments) ?? own else {
      return try await narratorVoice(language, setup)
    }
    let directory = try await setup.directory(of: [voice.providerId], naming: [voice])
    guard let problem = await directory.problem(with: voice) else {
      return (try await setup.provider(voice.providerId), voice)
    }
    throw CommandFailure(ExitCode(BookError.Kind(problem.kind)), problem.message)
  }
}
