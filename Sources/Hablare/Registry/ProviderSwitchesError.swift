import Basics
public import FoundationEssentials

/// Why the file with the user's provider switches cannot be used.
public struct ProviderSwitchesError: LocalizedError, Equatable, Sendable {
  /// The file or its folder.
  public var path: String
  /// The problem with the file or folder.
  public var reason: String
  /// How other users could access the file; nil if they cannot.
  private var exposure: TrustedPath.Exposure?

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// Creates the error for a file that other users could change.
  init(exposure: TrustedPath.Exposure, of path: String) {
    self.init(path: path, reason: exposure.description)
    self.exposure = exposure
  }

  /// The message for people.
  public var errorDescription: String? { description }

  /// What to do, as a sentence.
  public var recoverySuggestion: String? {
    exposure?.advice(.library).asSentence
      ?? "Remove the file, and enable or disable providers again."
  }
}

extension ProviderSwitchesError: CustomStringConvertible, AdvisedError {
  /// The path, the problem and what to do.
  public var description: String { description(advice: .library) }

  /// Returns the path, the problem and what to do, with the advice of the program that prints the
  /// error.
  public func description(advice: ProviderAdvice) -> String {
    "\(path): \(exposure?.description(advice: advice) ?? reason)"
  }
}
