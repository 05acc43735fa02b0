import Synchronization

/// A request on its way to its answer.
///
/// The server's thread adds to the request; a task answers it.
final class WebExchange: Sendable {
  private struct State {
    var request: WebRequest
    var deadline: ContinuousClock.Instant
    var answer: WebAnswer?
    var task: Task<Void, Never>?
  }

  /// The most bytes of a body: a change of a cast is far below.
  static let longestBody = 256 * 1024
  /// How long a body may take to come.
  static let slowestBody = Duration.seconds(10)

  /// The number of the connection's socket.
  let socket: Int32
  private let state: Mutex<State>

  init(_ request: WebRequest, socket: Int32) {
    self.socket = socket
    state = Mutex(State(request: request, deadline: .now + Self.slowestBody))
  }

  /// The request as it is now.
  var request: WebRequest { state.withLock(\.request) }

  /// The answer; nil until it is there.
  var answer: WebAnswer? {
    get { state.withLock(\.answer) }
    set { state.withLock { $0.answer = newValue } }
  }

  /// Adds a part of the body; false if it is too long, or too slow.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      guard state.request.body.count + bytes.count <= Self.longestBody, .now < state.deadline else {
        return false
      }
      state.request.body += bytes
      return true
    }
  }

  /// Keeps the task that makes the answer, so that it can be cancelled.
  func start(_ task: Task<Void, Never>) { state.withLock { $0.task = task } }

  /// Cancels the task that makes the answer.
  func cancel() { state.withLock(\.task)?.cancel() }
}
