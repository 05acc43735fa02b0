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
    /// The number of bytes of a refused body that have been dropped.
    var dropped = 0
  }

  /// The maximum size of a request's body in bytes.
  /// The largest request, a change of the cast, is much smaller.
  static let longestBody = 256 * 1024
  /// The maximum size of a refused body that is read to its end.
  /// Browsers show the answer to a request only after they have sent its body.
  static let longestDrop = 256 << 20
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
  /// A body that cannot be used gets its answer at once, and its rest is dropped.
  /// Returns false if too much would be dropped, or if the body arrives too slowly.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    state.withLock { state in
      guard .now < state.deadline else { return false }
      if state.answer != nil {
        state.dropped += bytes.count
        return state.dropped <= Self.longestDrop
      }
      if let upload = state.request.upload {
        if !upload.write(bytes) {
          state.answer =
            upload.isTooLong
            ? Self.tooLong(isFile: true)
            : .error(507, "The file cannot be stored, perhaps because the disk is full.")
        }
      } else if state.request.body.count + bytes.count > Self.longestBody {
        state.answer = Self.tooLong(isFile: false)
      } else {
        state.request.body += bytes
      }
      return true
    }
  }

  static func tooLong(isFile: Bool) -> WebAnswer {
    .error(413, isFile ? "This file is too long." : "This request is too long.")
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
