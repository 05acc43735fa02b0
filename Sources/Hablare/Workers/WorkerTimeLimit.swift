/// How long an engine and its worker may take before they count as hung, in seconds.
struct WorkerTimeLimit: Sendable {
  /// For a line of any length; the worker ends one that takes longer.
  var base = 20
  /// More for every hundred characters or phonemes, which take espeak 4 ms and a neural voice 40 ms.
  var perHundred = 1
  /// What the worker may take beyond a limit that it enforces, and to confirm that something is cancelled:
  /// milliseconds, but on a machine with too much to do.
  var margin = 20
  /// What a line may wait in the worker besides, if lines of several models share its memory: 20 seconds while others
  /// overtake it, and the time of the lines under way.
  var sharing = 120
  /// For the list of voices, which takes 0.1 s.
  var listing = 60
  /// For the worker to start: it loads its data first, which takes 2 ms.
  var start = 20

  /// The limit for a line of so many characters or phonemes.
  func seconds(for length: Int) -> Int { base + perHundred * length / 100 }
}

/// A worker is gone with what it had been asked: another one may be asked.
enum WorkerLoss: Error {
  /// It did not answer within so many seconds, and has been killed.
  case silent(seconds: Int)
  /// Its process ended, which no line can cause: lines are spoken by its children.
  case ended

  /// What is said if another worker is lost as well.
  var error: VoiceProviderError {
    switch self {
    case .silent(let seconds): .timedOut(seconds: seconds)
    case .ended: .engineCrashed(reason: "the worker process ended")
    }
  }
}
