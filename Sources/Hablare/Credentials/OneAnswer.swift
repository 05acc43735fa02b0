import Synchronization

/// An answer for one waiting caller.
///
/// If several answers are given, only the first is delivered.
final class OneAnswer<Answer: Sendable>: Sendable {
  private enum State {
    case open
    case awaited(CheckedContinuation<Answer, Never>)
    case given(Answer)
    case delivered
  }

  private let state = Mutex(State.open)

  /// Gives an answer; does nothing if an answer was already given.
  func give(_ answer: Answer) {
    let waiting: CheckedContinuation<Answer, Never>? = state.withLock { state in
      switch state {
      case .open:
        state = .given(answer)
        return nil
      case .awaited(let continuation):
        state = .delivered
        return continuation
      case .given, .delivered: return nil
      }
    }
    waiting?.resume(returning: answer)
  }

  /// The first answer.
  ///
  /// Only one caller can wait for the answer, and only once.
  var value: Answer {
    get async {
      await withCheckedContinuation { continuation in
        let answer: Answer? = state.withLock { state in
          if case .given(let answer) = state {
            state = .delivered
            return answer
          }
          state = .awaited(continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    }
  }
}
