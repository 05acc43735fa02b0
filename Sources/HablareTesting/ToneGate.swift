import Synchronization

/// A gate that holds the requests to a `ToneVoiceProvider` until the test lets them through.
///
/// The gate simulates slow voices without a clock. A test can let the voices finish in any order.
///
/// ```swift
/// let gate = ToneGate()
/// let tone = ToneVoiceProvider(gate: gate)
/// async let sound = tone.generateAudio(text: "Hello", voiceId: "alto")
/// await gate.waits(for: "Hello")  // the request has arrived, and is not answered
/// gate.open("Hello")
/// _ = try await sound
/// ```
public final class ToneGate: Sendable {
  fileprivate struct Waiting {
    var id: Int
    var text: String
    var request: CheckedContinuation<Void, any Error>
  }

  fileprivate struct State {
    var nextID = 0
    var isOpen = false
    var opened: Set<String> = []
    var waiting: [Waiting] = []
    /// The ids of requests that were cancelled before they started to wait.
    var cancelled: Set<Int> = []
    var watchers: [(text: String, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// Creates a closed gate.
  public init() {}

  /// The texts of the waiting requests, in the order of arrival.
  public var waitingTexts: [String] { state.withLock { $0.waiting.map(\.text) } }

  /// Lets through all requests for a text, both the waiting requests and later ones.
  public func open(_ text: String) {
    let through = state.withLock { state in
      state.opened.insert(text)
      return state.takeWaiting { $0.text == text }
    }
    for waiting in through { waiting.request.resume() }
  }

  /// Lets through all requests, both the waiting requests and later ones.
  public func openAll() {
    let through = state.withLock { state in
      state.isOpen = true
      return state.takeWaiting { _ in true }
    }
    for waiting in through { waiting.request.resume() }
  }

  /// Returns as soon as a request for this text is waiting at the gate.
  public func waits(for text: String) async {
    await withCheckedContinuation { continuation in
      let isWaiting = state.withLock { state in
        if state.waiting.contains(where: { $0.text == text }) { return true }
        state.watchers.append((text, continuation))
        return false
      }
      if isWaiting { continuation.resume() }
    }
  }

  /// Waits until the gate is open for a text; throws `CancellationError` if the caller's task is
  /// cancelled.
  func pass(_ text: String) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { request in
        arrive(Waiting(id: id, text: text, request: request))
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func arrive(_ arrival: Waiting) {
    enum Answer {
      case through, cancelled
      case wait([CheckedContinuation<Void, Never>])
    }
    let answer = state.withLock { state -> Answer in
      if state.cancelled.remove(arrival.id) != nil { return .cancelled }
      if state.isOpen || state.opened.contains(arrival.text) { return .through }
      state.waiting.append(arrival)
      return .wait(state.takeWatchers(of: arrival.text))
    }
    switch answer {
    case .through: arrival.request.resume()
    case .cancelled: arrival.request.resume(throwing: CancellationError())
    case .wait(let watchers): for watcher in watchers { watcher.resume() }
    }
  }

  private func cancel(_ id: Int) {
    let waiting = state.withLock { state in
      let found = state.takeWaiting { $0.id == id }
      if found.isEmpty { state.cancelled.insert(id) }
      return found
    }
    for request in waiting { request.request.resume(throwing: CancellationError()) }
  }
}

extension ToneGate.State {
  fileprivate mutating func takeWaiting(_ isTaken: (ToneGate.Waiting) -> Bool) -> [ToneGate.Waiting]
  {
    let taken = waiting.filter(isTaken)
    waiting.removeAll(where: isTaken)
    return taken
  }

  fileprivate mutating func takeWatchers(of text: String) -> [CheckedContinuation<Void, Never>] {
    let found = watchers.filter { $0.text == text }.map(\.continuation)
    watchers.removeAll { $0.text == text }
    return found
  }
}
