import Basics
public import FoundationEssentials

/// Why the file in which the user's switches of providers are kept cannot be used.
public struct ProviderSwitchesError: LocalizedError, Equatable, Sendable {
  /// The file or its folder.
  public var path: String
  /// What is wrong with it.
  public var reason: String
  /// What others could do with the file; nil if they can do nothing.
  private var exposure: TrustedPath.Exposure?

  init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The error of a file that others could change.
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
  /// The path, what is wrong with it and what to do.
  public var description: String { description(advice: .library) }

  /// The path, what is wrong with it and what to do, with the advice of the program that prints it.
  public func description(advice: ProviderAdvice) -> String {
    "\(path): \(exposure?.description(advice: advice) ?? reason)"
  }
}
