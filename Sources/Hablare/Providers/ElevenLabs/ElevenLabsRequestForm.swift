/// The parts of a request that the plan or the model may refuse.
struct ElevenLabsRequestForm: Sendable, Hashable {
  var model: ElevenLabsModel
  /// The requested audio format.
  var format: ElevenLabsFormat
  /// Whether to send the surrounding text.
  var hasContext: Bool
  /// Whether to request the times of characters.
  var isTimed = false

  /// Returns whether the failure is a refusal of the audio format.
  ///
  /// False for MP3, because no other format is left to try.
  func isRefusedForFormat(by failure: ElevenLabsFailure) -> Bool {
    format == .pcm && failure.isAboutFormat
  }

  /// Returns whether the failure is a refusal of the surrounding text.
  func isRefusedForContext(by failure: ElevenLabsFailure) -> Bool {
    hasContext && failure.isAboutContext
  }

  /// Returns whether the failure is a refusal to send times, and not a refusal of the surrounding
  /// text.
  func isRefusedForTimes(by failure: ElevenLabsFailure) -> Bool {
    isTimed && failure.isAboutTimes && !isRefusedForContext(by: failure)
  }

  /// Returns whether another form of the request may succeed after the failure.
  func isRefused(by failure: ElevenLabsFailure) -> Bool {
    isRefusedForFormat(by: failure) || isRefusedForContext(by: failure)
      || isRefusedForTimes(by: failure)
  }
}
