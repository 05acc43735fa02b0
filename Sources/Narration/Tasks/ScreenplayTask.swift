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
