public import FoundationEssentials

/// Lines that could not be spoken, where the others were to be spoken all the same.
public struct LineGenerationError: LocalizedError, CustomStringConvertible {
  /// A line, and why it could not be spoken.
  public struct Failure: Sendable {
    /// The line.
    public var line: SpeakableLine
    /// What went wrong.
    public var error: any Error

    /// Makes a failure.
    public init(line: SpeakableLine, error: any Error) { (self.line, self.error) = (line, error) }
  }

  /// Every failure, in the order of the document.
  public var failures: [Failure]

  /// Makes an error of failures, in the order of the document.
  public init(failures: [Failure]) { self.failures = failures }

  /// How many lines failed, and why the first ones did.
  public var description: String {
    let shown = failures.prefix(5).map { "line \($0.line.orderIndex + 1): \($0.error)" }
    let rest = failures.count - shown.count
    return "\(failures.count) line\(failures.count == 1 ? "" : "s") could not be spoken: "
      + shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it.
  public var recoverySuggestion: String? {
    "Speak the lines again: only those that are not complete are spoken."
  }
}
