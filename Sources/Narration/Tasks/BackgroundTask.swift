public import Observation

/// What a view shows of work that goes on in the background.
///
/// Whoever does the work says how far it is; everyone else reads.
@MainActor @Observable public final class BackgroundTask: Identifiable {
  /// What has become of the work.
  public enum State: String, Sendable, CaseIterable {
    case queued, running, completed, failed, cancelled
  }

  /// The name shown to people.
  nonisolated public let name: String
  /// What has become of the work.
  public private(set) var state = State.queued
  /// How many steps have been begun; with the last of them done, all of them.
  public private(set) var currentStep = 0
  /// How many steps there are; 0 until that is known.
  public private(set) var totalSteps = 0
  /// What is happening, in a few words.
  public private(set) var message = ""
  /// Why it failed; nil unless `state` is `failed`.
  public private(set) var error: (any Error)?

  /// Makes a task that waits.
  nonisolated public init(name: String) { self.name = name }

  /// The share of steps that have been begun, from 0 to 1; without any steps 1 when completed.
  public var progressFraction: Double {
    totalSteps == 0 ? (state == .completed ? 1 : 0) : Double(currentStep) / Double(totalSteps)
  }

  /// The share in whole percent, rounded down, so that 100 is said of the whole alone.
  public var progressPercentage: Int {
    totalSteps == 0 ? Int(progressFraction * 100) : currentStep * 100 / totalSteps
  }

  /// Whether it has come to an end of any kind.
  public var isFinished: Bool {
    switch state {
    case .queued, .running: false
    case .completed, .failed, .cancelled: true
    }
  }

  /// The work begins, and has so many steps.
  public func start(totalSteps: Int) {
    (state, self.totalSteps, currentStep, error) = (.running, max(0, totalSteps), 0, nil)
  }

  /// A step begins, counted from 1.
  public func advance(to step: Int, message: String) {
    currentStep = min(max(step, 0), totalSteps)
    self.message = message
  }

  /// All is done.
  public func complete(message: String) {
    (state, currentStep, self.message) = (.completed, totalSteps, message)
  }

  /// It has ended because somebody asked for that.
  public func cancel(message: String) { (state, self.message) = (.cancelled, message) }

  /// It has ended because of an error.
  public func fail(_ error: any Error, message: String) {
    (state, self.error, self.message) = (.failed, error, message)
  }
}

/// Work on a screenplay that takes long enough to be watched and cancelled.
public protocol ScreenplayTask: AnyObject, Sendable {
  /// What a view shows of the work.
  var backgroundTask: BackgroundTask { get }

  /// Does the work, once.
  ///
  /// Throws `CancellationError` where `cancel()` or the cancelling of the surrounding task ended it, else
  /// what the work throws; `backgroundTask` then says the same.
  func execute() async throws

  /// Asks for an end; before `execute()`, that then ends before its first step.
  func cancel()
}
