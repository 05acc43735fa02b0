package import Basics

/// Advice about problems with providers, keys, voices and the cache of paid clips.
///
/// The library's own advice is for developers of apps. A program with commands, or with a window
/// for its settings, provides its own advice.
public struct ProviderAdvice: Sendable {
  /// The situations that need advice.
  public enum Occasion: Sendable, Hashable {
    /// The provider is disabled; `requiresKey` states whether it needs a key to speak.
    case disabled(providerId: String, requiresKey: Bool)
    /// The provider has no key.
    case noKey(providerId: String)
    /// The service refused the key.
    case keyRefused(providerId: String)
    /// The configuration contains a key. Keys must be in the credential store instead.
    case keyInConfiguration(providerId: String)
    /// Other users can read the file of a key.
    case readableKeyFile(path: String)
    /// The file of a key belongs to another user.
    case foreignKeyFile(path: String)
    /// Other users can change the configuration, or a folder on the way to it.
    case writableConfiguration(path: String)
    /// The configuration, or a folder on the way to it, belongs to another user.
    case foreignConfiguration(path: String)
    /// The files of hibari, the natural voice, are not on this machine.
    case noNaturalVoice
    /// The provider has no installed voice.
    case noInstalledVoice(providerId: String)
    /// A cast names a voice that a provider does not have, and no voice has a similar name.
    case unknownVoice(providerId: String)
    /// Paid clips were removed because the cache has reached its limit.
    case fullCache
  }

  /// Returns the advice for an occasion: a phrase that can follow a colon, a semicolon or "and".
  public var words: @Sendable (Occasion) -> String

  /// Creates advice.
  public init(words: @escaping @Sendable (Occasion) -> String) { self.words = words }

  /// The library's own advice, for developers of apps.
  public static let library = ProviderAdvice(words: libraryWords)

  /// Returns the text of an error, with this advice if the error needs advice.
  public func description(of error: any Error) -> String {
    (error as? any AdvisedError)?.description(advice: self) ?? "\(error)"
  }

  private static func libraryWords(_ occasion: Occasion) -> String {
    switch occasion {
    case .disabled(let id, let requiresKey):
      "enable it with VoiceProviderRegistry.setEnabled(true, for: \"\(id)\")"
        + (requiresKey ? " and save its key in the CredentialStore" : "")
    case .noKey(let id): "save one in the CredentialStore for \"\(id)\""
    case .keyRefused(let id): "save another one in the CredentialStore for \"\(id)\""
    case .keyInConfiguration(let id): "save the key in the CredentialStore for \"\(id)\""
    case .readableKeyFile:
      "set its permissions to 600, and replace the key if other users may have seen it"
    case .foreignKeyFile: "remove the file and save the key again"
    case .writableConfiguration:
      "check its contents, then allow only its owner to write it"
    case .foreignConfiguration: "replace it with a file of your own, or become its owner"
    case .noNaturalVoice:
      "name the folder of its files with NeuralVoiceProvider.hibari(folder:) or GUION2AUDIO_NATURAL"
    case .noInstalledVoice: "VoiceInstaller installs voices"
    case .unknownVoice: "VoiceProvider.fetchVoices lists the voices"
    case .fullCache: "SpeechSetup(cacheLimit:) raises the limit"
    }
  }
}

/// An error whose advice depends on the program that prints the error.
public protocol AdvisedError: Error {
  /// Returns what happened and what to do, in one sentence.
  func description(advice: ProviderAdvice) -> String
}

extension String {
  /// The text as a sentence, with a capital letter at the start and a full stop at the end.
  var asSentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

extension TrustedPath.Exposure {
  /// Returns the problem and what to do, in one sentence.
  package func description(advice: ProviderAdvice) -> String { "\(self); \(self.advice(advice))" }

  func advice(_ advice: ProviderAdvice) -> String {
    switch self {
    case .writable(let path, _): advice.words(.writableConfiguration(path: path))
    case .foreign(let path, _): advice.words(.foreignConfiguration(path: path))
    }
  }
}
