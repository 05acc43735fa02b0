public import Observation

/// The progress of background work, for a view.
///
/// Only the code that does the work updates it.
@MainActor @Observable public final class BackgroundTask: Identifiable {
  /// The state of the work.
  public enum State: String, Sendable, CaseIterable {
    case queued, running, completed, failed, cancelled
  }

  /// The name shown to users.
  nonisolated public let name: String
  /// The state of the work.
  public private(set) var state = State.queued
  /// The number of steps that have begun, or all steps when the last is done.
  public private(set) var currentStep = 0
  /// The total number of steps; 0 until it is known.
  public private(set) var totalSteps = 0
  /// A short description of the present step.
  public private(set) var message = ""
  /// The reason for a failure; nil unless `state` is `failed`.
  public private(set) var error: (any Error)?

  /// Creates a waiting task.
  nonisolated public init(name: String) { self.name = name }

  /// The fraction of steps that have begun, from 0 to 1.
  ///
  /// Without steps, it is 1 once the work is completed.
  public var progressFraction: Double {
    totalSteps == 0 ? (state == .completed ? 1 : 0) : Double(currentStep) / Double(totalSteps)
  }

  /// The progress in whole percent, rounded down so that only completed work has 100.
  public var progressPercentage: Int {
    totalSteps == 0 ? Int(progressFraction * 100) : currentStep * 100 / totalSteps
  }

  /// Whether the work has ended: completed, failed or cancelled.
  public var isFinished: Bool {
    switch state {
    case .queued, .running: false
    case .completed, .failed, .cancelled: true
    }
  }

  /// Starts the work with a number of steps.
  public func start(totalSteps: Int) {
    (state, self.totalSteps, currentStep, error) = (.running, max(0, totalSteps), 0, nil)
  }

  /// Starts a step, counted from 1.
  public func advance(to step: Int, message: String) {
    currentStep = min(max(step, 0), totalSteps)
    self.message = message
  }

  /// Marks the work as completed.
  public func complete(message: String) {
    (state, currentStep, self.message) = (.completed, totalSteps, message)
  }

  /// Marks the work as cancelled on request.
  public func cancel(message: String) { (state, self.message) = (.cancelled, message) }

  /// Marks the work as failed.
  public func fail(_ error: any Error, message: String) {
    (state, self.error, self.message) = (.failed, error, message)
  }
}

/// Work on a screenplay that takes long enough for a progress view and cancellation.
public protocol ScreenplayTask: AnyObject, Sendable {
  /// The progress of the work, for a view.
  var backgroundTask: BackgroundTask { get }

  /// Does the work. Call it only once.
  ///
  /// Throws `CancellationError` if `cancel()` or the cancellation of the surrounding task ended the work, otherwise the
  /// error of the work. `backgroundTask` has the same state.
  func execute() async throws

  /// Requests an early end. If called before `execute()`, the work ends before its first step.
  func cancel()
}
