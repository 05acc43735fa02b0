public import FoundationEssentials

extension SourceFileError: LocalizedError {
  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it, in a sentence for people.
  public var recoverySuggestion: String? {
    limit == nil
      ? "Check the path, and whether the file may be read." : "Divide the file into smaller ones."
  }
}
