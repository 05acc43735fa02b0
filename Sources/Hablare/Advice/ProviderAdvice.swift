/// What to do about providers and keys that cannot be used, in the words of the program that says it.
///
/// The library's own words are for developers of apps. A program with commands or with a window for its
/// settings gives words of its own.
public struct ProviderAdvice: Sendable {
  /// What calls for advice.
  public enum Occasion: Sendable, Hashable {
    /// The provider is disabled; `requiresKey` says whether it cannot speak without a key.
    case disabled(providerId: String, requiresKey: Bool)
    /// The provider has no key.
    case noKey(providerId: String)
    /// The service refused the key.
    case keyRefused(providerId: String)
    /// A key stands in the configuration, where it does not belong.
    case keyInConfiguration(providerId: String)
    /// Others can read the file of a key.
    case readableKeyFile(path: String)
    /// The file of a key belongs to another user.
    case foreignKeyFile(path: String)
    /// Others can change the configuration, or a folder on the way to it.
    case writableConfiguration(path: String)
    /// The configuration, or a folder on the way to it, belongs to another user.
    case foreignConfiguration(path: String)
    /// The files of the natural voice are not on this machine.
    case noNaturalVoice
    /// No voice of a kind is installed.
    case noInstalledVoice(providerId: String)
    /// A cast names a voice that a provider does not have, and no voice is called nearly so.
    case unknownVoice(providerId: String)
    /// Clips that were paid for were removed, because the cache has reached its limit.
    case fullCache
  }

  /// Returns the advice for an occasion: half a sentence that can follow a colon, a semicolon or "and".
  public var words: @Sendable (Occasion) -> String

  /// Makes advice.
  public init(words: @escaping @Sendable (Occasion) -> String) { self.words = words }

  /// The library's own advice, for developers of apps.
  public static let library = ProviderAdvice(words: libraryWords)

  /// The words of an error, with this advice if the error is one that leaves the advice open.
  public func description(of error: any Error) -> String {
    (error as? any AdvisedError)?.description(advice: self) ?? "\(error)"
  }

  private static func libraryWords(_ occasion: Occasion) -> String {
    switch occasion {
    case .disabled(let id, let requiresKey):
      "enable it with VoiceProviderRegistry.setEnabled(true, for: \"\(id)\")"
        + (requiresKey ? " and keep its key in the CredentialStore" : "")
    case .noKey(let id): "keep one in the CredentialStore for \"\(id)\""
    case .keyRefused(let id): "keep another one in the CredentialStore for \"\(id)\""
    case .keyInConfiguration(let id): "keep the key in the CredentialStore for \"\(id)\""
    case .readableKeyFile:
      "set its permissions to 600, and replace the key if others may have seen it"
    case .foreignKeyFile: "remove it and keep the key again"
    case .writableConfiguration:
      "check what is there, then let only its owner write it"
    case .foreignConfiguration: "put a file of your own in its place, or become its owner"
    case .noNaturalVoice:
      "put them beside the program, or name their folder with HibariVoiceProvider(folder:) or "
        + "GUION2AUDIO_NATURAL"
    case .noInstalledVoice: "VoiceInstaller installs voices"
    case .unknownVoice: "VoiceProvider.fetchVoices lists them"
    case .fullCache: "SpeechSetup(cacheLimit:) raises the limit"
    }
  }
}

/// An error that leaves the words of its advice to the program that prints it.
public protocol AdvisedError: Error {
  /// What happened and what to do, in one sentence.
  func description(advice: ProviderAdvice) -> String
}

extension String {
  /// The words as a sentence of their own.
  var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}
