public import FoundationEssentials

extension SourceFileError: LocalizedError {
  /// The message for users.
  public var errorDescription: String? { description }

  /// A sentence that suggests a fix.
  public var recoverySuggestion: String? {
    limit == nil
      ? "Check the path and the permissions of the file." : "Divide the file into smaller ones."
  }
}
