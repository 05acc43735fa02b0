public import FoundationEssentials

extension AudioError: LocalizedError {
  /// The message for users.
  public var errorDescription: String? { description }

  /// A sentence that suggests a remedy to users, or nil if there is no remedy.
  public var recoverySuggestion: String? {
    switch self {
    case .cannotOpen, .cannotRead, .cannotWrite: "Check the path and the permissions of the file."
    case .noSpace: "Free some space on the disk."
    case .malformed:
      "If a build wrote the file, build again. Otherwise save the file again in the program that made it."
    case .empty: "Add audio before you finish the file."
    case .unsupportedSampleRate, .sampleRateMismatch, .cannotResample, .cannotMeasure:
      "Choose another sample rate."
    case .missingLibrary: "Install the library that the message names."
    }
  }
}
