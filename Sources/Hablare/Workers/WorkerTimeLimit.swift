/// The time limits of an engine and its worker, in seconds.
/// An engine or worker that exceeds its limit is assumed to hang.
struct WorkerTimeLimit: Sendable {
  /// The limit for a line of any length.
  /// The worker ends a line that takes longer.
  var base = 20
  /// The additional time for every hundred characters or phonemes.
  /// For a hundred characters, espeak needs 4 ms and a neural voice needs 40 ms.
  var perHundred = 1
  /// The additional time for the worker's reply after the worker has ended a line because of a time
  /// limit or a cancellation.
  /// The worker replies within milliseconds, or later if the machine is overloaded.
  var margin = 20
  /// The additional time that a line may wait in the worker if lines of several models share the
  /// worker's memory.
  /// Other lines can overtake the line for 20 seconds. After that, the line waits for running lines
  /// to end.
  var sharing = 120
  /// The limit for listing the voices, which takes 0.1 s.
  var listing = 60
  /// The limit for the worker's start.
  /// Loading the worker's data takes 2 ms.
  var start = 20

  /// Returns the limit for a line with this number of characters or phonemes.
  func seconds(for length: Int) -> Int { base + perHundred * length / 100 }
}

/// The loss of a worker that had a request.
/// The request may be sent to another worker.
enum WorkerLoss: Error {
  /// The worker did not answer within this number of seconds, and has been killed.
  case silent(seconds: Int)
  /// The worker's process ended.
  /// A line cannot end the worker, because the worker's children speak the lines.
  case ended

  /// The error to throw if a second worker is lost, too.
  var error: VoiceProviderError {
    switch self {
    case .silent(let seconds): .timedOut(seconds: seconds)
    case .ended: .engineCrashed(reason: "the worker process ended")
    }
  }
}
