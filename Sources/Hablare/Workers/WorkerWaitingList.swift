/// Requests that the worker has not answered, and until when it may.
struct WorkerWaitingList {
  typealias Continuation = CheckedContinuation<WorkerAnswer, Never>

  private struct Request {
    var continuation: Continuation
    var deadline: Milliseconds
    var seconds: Int
  }

  private var requests: [UInt64: Request] = [:]

  /// Adds a request that is to be answered within so many seconds from now.
  mutating func add(_ continuation: Continuation, sequence: UInt64, seconds: Int) {
    requests[sequence] = Request(
      continuation: continuation, deadline: Self.deadline(in: seconds), seconds: seconds)
  }

  /// Has a request answered sooner, if it is still there.
  mutating func hurry(_ sequence: UInt64, seconds: Int) {
    let deadline = Self.deadline(in: seconds)
    guard var request = requests[sequence], request.deadline > deadline else { return }
    (request.deadline, request.seconds) = (deadline, seconds)
    requests[sequence] = request
  }

  /// Gives all requests so many milliseconds more.
  mutating func postpone(by time: Milliseconds) {
    for sequence in requests.keys { requests[sequence]?.deadline += time }
  }

  /// When the first request is overdue; the end of time if there is none.
  var nextDeadline: Milliseconds { requests.values.map(\.deadline).min() ?? .max }

  /// After how many seconds a request is overdue; nil if none is.
  var overdue: Int? {
    let now = Milliseconds.now
    return requests.values.first { $0.deadline <= now }?.seconds
  }

  /// Forgets a request; nil if it is not there.
  mutating func remove(_ sequence: UInt64) -> Continuation? {
    requests.removeValue(forKey: sequence)?.continuation
  }

  /// Forgets all requests.
  mutating func removeAll() -> [Continuation] {
    defer { requests = [:] }
    return requests.values.map(\.continuation)
  }

  private static func deadline(in seconds: Int) -> Milliseconds {
    Milliseconds.now + Milliseconds(seconds) * 1000
  }
}
