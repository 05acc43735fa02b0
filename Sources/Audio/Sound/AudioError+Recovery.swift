public import FoundationEssentials

extension AudioError: LocalizedError {
  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it, in a sentence for people.
  public var recoverySuggestion: String? {
    switch self {
    case .cannotOpen, .cannotRead, .cannotWrite: "Check the path, and whether the file may be used."
    case .noSpace: "Make room on the disk."
    case .malformed, .empty: "Make the file again."
    case .unsupportedSampleRate, .sampleRateMismatch, .cannotResample, .cannotMeasure:
      "Choose another sample rate."
    case .missingLibrary: "Install the library that the message names."
    }
  }
}
