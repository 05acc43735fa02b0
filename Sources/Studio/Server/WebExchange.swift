import Basics
import Glibc
import Synchronization

/// A request and its answer.
/// The server's thread adds to the request. A task creates the answer.
final class WebExchange: Sendable {
  private struct State {
    var request: WebRequest
    var deadline: ContinuousClock.Instant
    var answer: WebAnswer?
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  /// The maximum size of a request's body in bytes.
  /// The largest request, a change of the cast, is much smaller.
  static let longestBody = 256 * 1024
  /// The maximum time for receiving a body.
  static let slowestBody = Duration.seconds(10)

  /// The number of the connection's socket.
  let socket: Int32
  /// The headers of the answer that all answers of the server have.
  let headers: [(name: String, value: String)]
  private let state: Mutex<State>

  init(_ request: WebRequest, socket: Int32, headers: [(name: String, value: String)]) {
    (self.socket, self.headers) = (socket, headers)
    let patience = request.upload == nil ? Self.slowestBody : Upload.slowest
    state = Mutex(State(request: request, deadline: .now + patience))
  }

  /// The request, with the part of its body that has been received.
  var request: WebRequest { state.withLock(\.request) }

  /// The answer, or nil until it is ready.
  var answer: WebAnswer? {
    get { state.withLock(\.answer) }
    set { state.withLock { $0.answer = newValue } }
  }

  /// Adds a part of the body.
  /// Returns false if the body is too long or arrives too slowly.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      if let upload = state.request.upload {
        return .now < state.deadline && upload.write(bytes)
      }
      guard state.request.body.count + bytes.count <= Self.longestBody, .now < state.deadline else {
        return false
      }
      state.request.body += bytes
      return true
    }
  }

  /// Stores the task that creates the answer, so that it can be cancelled.
  func start(_ task: Task<Void, Never>) {
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    // The server can end between the arrival of the request and this call.
    if isCancelled { task.cancel() }
  }

  /// Cancels the task that creates the answer, also if it starts later.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
