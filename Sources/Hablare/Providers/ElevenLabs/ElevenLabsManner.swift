/// How a model is asked to speak, as far as the plan or the model may refuse it.
struct ElevenLabsManner: Sendable, Hashable {
  var model: ElevenLabsModel
  /// The form in which the sound is asked for.
  var format: ElevenLabsFormat
  /// Whether the texts around the text are sent along.
  var hasContext: Bool
  /// Whether the times of characters are asked for.
  var isTimed = false

  /// Whether the service refuses the form; MP3 is the last one.
  func isRefusedForFormat(by failure: ElevenLabsFailure) -> Bool {
    format == .pcm && failure.isAboutFormat
  }

  /// Whether the model refuses the texts around the text.
  func isRefusedForContext(by failure: ElevenLabsFailure) -> Bool {
    hasContext && failure.isAboutContext
  }

  /// Whether the service refuses to tell times, rather than something else of the manner.
  func isRefusedForTimes(by failure: ElevenLabsFailure) -> Bool {
    isTimed && failure.isAboutTimes && !isRefusedForContext(by: failure)
  }

  /// Whether another manner may cure a failure.
  func isRefused(by failure: ElevenLabsFailure) -> Bool {
    isRefusedForFormat(by: failure) || isRefusedForContext(by: failure)
      || isRefusedForTimes(by: failure)
  }
}
