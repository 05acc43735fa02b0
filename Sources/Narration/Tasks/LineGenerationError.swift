public import FoundationEssentials

/// The lines that failed in a task that continues after failures.
public struct LineGenerationError: LocalizedError, CustomStringConvertible {
  /// A line and the reason why it failed.
  public struct Failure: Sendable {
    /// The line.
    public var line: SpeakableLine
    /// The reason.
    public var error: any Error

    /// Creates a failure.
    public init(line: SpeakableLine, error: any Error) { (self.line, self.error) = (line, error) }
  }

  /// All failures, in the order of the document.
  public var failures: [Failure]

  /// Creates an error.
  ///
  /// `failures` must be in the order of the document.
  public init(failures: [Failure]) { self.failures = failures }

  /// The number of failed lines, and the reasons for the first failures.
  public var description: String {
    let shown = failures.prefix(5).map { "line \($0.line.orderIndex + 1): \($0.error)" }
    let rest = failures.count - shown.count
    return "\(failures.count) line\(failures.count == 1 ? "" : "s") could not be spoken: "
      + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  /// The message for the user.
  public var errorDescription: String? { description }

  /// The advice for the user.
  public var recoverySuggestion: String? {
    "Run the task again: it speaks only the lines that are not complete."
  }
}
