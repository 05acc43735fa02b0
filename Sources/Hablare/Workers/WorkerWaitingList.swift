/// The unanswered requests to a worker, with their deadlines.
struct WorkerWaitingList {
  typealias Continuation = CheckedContinuation<WorkerAnswer, Never>

  private struct Request {
    var continuation: Continuation
    var deadline: Milliseconds
    var seconds: Int
  }

  private var requests: [UInt64: Request] = [:]

  /// Adds a request with a time limit in seconds from now.
  mutating func add(_ continuation: Continuation, sequence: UInt64, seconds: Int) {
    requests[sequence] = Request(
      continuation: continuation, deadline: Self.deadline(in: seconds), seconds: seconds)
  }

  /// Shortens the deadline of a request, if the request is still waiting.
  mutating func hurry(_ sequence: UInt64, seconds: Int) {
    let deadline = Self.deadline(in: seconds)
    guard var request = requests[sequence], request.deadline > deadline else { return }
    (request.deadline, request.seconds) = (deadline, seconds)
    requests[sequence] = request
  }

  /// Extends the deadlines of all requests by a number of milliseconds.
  mutating func postpone(by time: Milliseconds) {
    for sequence in requests.keys { requests[sequence]?.deadline += time }
  }

  /// The earliest deadline, or the maximum value if there are no requests.
  var nextDeadline: Milliseconds { requests.values.map(\.deadline).min() ?? .max }

  /// The time limit of an overdue request, in seconds; nil if no request is overdue.
  var overdue: Int? {
    let now = Milliseconds.now
    return requests.values.first { $0.deadline <= now }?.seconds
  }

  /// Removes a request and returns its waiter, or nil if the request is not waiting.
  mutating func remove(_ sequence: UInt64) -> Continuation? {
    requests.removeValue(forKey: sequence)?.continuation
  }

  /// Removes all requests and returns their waiters.
  mutating func removeAll() -> [Continuation] {
    defer { requests = [:] }
    return requests.values.map(\.continuation)
  }

  private static func deadline(in seconds: Int) -> Milliseconds {
    Milliseconds.now + Milliseconds(seconds) * 1000
  }
}
