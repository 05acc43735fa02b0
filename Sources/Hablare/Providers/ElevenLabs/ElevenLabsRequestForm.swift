/// The form of a request, as far as the plan or the model may refuse it.
struct ElevenLabsRequestForm: Sendable, Hashable {
  var model: ElevenLabsModel
  /// The requested audio format.
  var format: ElevenLabsFormat
  /// Whether to send the surrounding text.
  var hasContext: Bool
  /// Whether to request the times of characters.
  var isTimed = false

  /// Whether the service refuses the format.
  ///
  /// No format is left to try after MP3.
  func isRefusedForFormat(by failure: ElevenLabsFailure) -> Bool {
    format == .pcm && failure.isAboutFormat
  }

  /// Whether the model refuses the surrounding text.
  func isRefusedForContext(by failure: ElevenLabsFailure) -> Bool {
    hasContext && failure.isAboutContext
  }

  /// Whether the service refuses to send times, rather than another part of the request's form.
  func isRefusedForTimes(by failure: ElevenLabsFailure) -> Bool {
    isTimed && failure.isAboutTimes && !isRefusedForContext(by: failure)
  }

  /// Whether another form of the request may succeed.
  func isRefused(by failure: ElevenLabsFailure) -> Bool {
    isRefusedForFormat(by: failure) || isRefusedForContext(by: failure)
      || isRefusedForTimes(by: failure)
  }
}
