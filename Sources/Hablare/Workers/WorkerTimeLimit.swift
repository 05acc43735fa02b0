/// The time limits after which an engine or its worker counts as hung, in seconds.
struct WorkerTimeLimit: Sendable {
  /// The limit for a line of any length.
  ///
  /// The worker ends a line that takes longer.
  var base = 20
  /// The addition for every hundred characters or phonemes.
  ///
  /// espeak needs 4 ms for them, and a neural voice 40 ms.
  var perHundred = 1
  /// The worker's margin beyond a limit that it enforces, and for confirming a cancellation.
  ///
  /// The worker needs milliseconds for this, but more on an overloaded machine.
  var margin = 20
  /// The additional wait of a line in the worker if lines of several models share its memory: 20
  /// seconds while others overtake it, and the time of the running lines.
  var sharing = 120
  /// The limit for the list of voices, which takes 0.1 s.
  var listing = 60
  /// The limit for the worker's start.
  ///
  /// Loading its data takes 2 ms.
  var start = 20

  /// Returns the limit for a line with this number of characters or phonemes.
  func seconds(for length: Int) -> Int { base + perHundred * length / 100 }
}

/// A worker was lost with a request.
///
/// The request may be sent to another worker.
enum WorkerLoss: Error {
  /// The worker did not answer within this number of seconds, and has been killed.
  case silent(seconds: Int)
  /// The worker's process ended.
  ///
  /// No line can cause that, because the worker's children speak the lines.
  case ended

  /// The error if another worker is lost as well.
  var error: VoiceProviderError {
    switch self {
    case .silent(let seconds): .timedOut(seconds: seconds)
    case .ended: .engineCrashed(reason: "the worker process ended")
    }
  }
}
