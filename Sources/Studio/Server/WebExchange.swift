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
  }

  /// The maximum size of a request's body in bytes.
  /// The largest request, a change of the cast, is much smaller.
  static let longestBody = 256 * 1024
  /// The maximum time for receiving a body.
  static let slowestBody = Duration.seconds(10)

  /// The number of the connection's socket.
  let socket: Int32
  private let state: Mutex<State>

  init(_ request: WebRequest, socket: Int32) {
    self.socket = socket
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
  func start(_ task: Task<Void, Never>) { state.withLock { $0.task = task } }

  /// Cancels the task that creates the answer.
  func cancel() { state.withLock(\.task)?.cancel() }
}

/// A file that a page sends. It goes to the disk while it arrives, and is removed with this object.
final class Upload: Sendable {
  /// The address that takes files.
  static let address = "/api/sound"
  /// The maximum size in bytes: ten minutes of WAV in stereo.
  static let longest = 128 << 20
  /// The maximum time for receiving a file.
  static let slowest = Duration.seconds(120)
  /// The maximum number of files that arrive at the same time.
  static let most = 2

  /// The path of the file.
  let path: String
  private let number: Int32
  private let size = Mutex(0)

  /// Creates an empty file in a private folder; nil if that is not possible.
  init?(in folder: String) {
    path = "\(folder)/\(Gate.secret()).upload"
    number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    if number < 0 { return nil }
  }

  deinit {
    guard number >= 0 else { return }
    close(number)
    unlink(path)
  }

  /// Adds a part.
  /// Returns false if the file is too long or cannot be written.
  func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    size.withLock { size in
      size += bytes.count
      guard size <= Self.longest else { return false }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
