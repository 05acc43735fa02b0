public import FoundationEssentials
public import Guion
public import Hablare
package import Narration

/// The error that stopped the preparation of a book.
public struct BookError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  ///
  /// The kind shows who can fix the error.
  public enum Kind: Sendable {
    /// The request is wrong: for example, the book does not have a requested chapter.
    case wrongRequest
    /// An input, or a file named in an input, cannot be read.
    case missingInput
    /// The input, the cast or the cover is wrong.
    case wrongInput
    /// A provider or a system library cannot be reached.
    case unavailable
    /// A provider is disabled, needs a key or refuses the request, or the run would cost too much.
    case refused
    /// The output cannot be written.
    case unwritable
    /// A voice fails.
    case failed
  }

  /// The kind of the error.
  public var kind: Kind
  /// What happened, where, and what to do; empty if the diagnostics explain the error.
  package var message: String { message(.library) }
  private var words: Words
  /// The file that the message is about; nil if there is none.
  public var file: String?
  /// The diagnostics with their positions, including errors; empty if the message explains the error.
  public var diagnostics: [Diagnostic]

  /// The text of a message before and after the name of a setting.
  private struct Words: Equatable {
    var before: String
    var setting: BuildSetting?
    var after = ""
  }

  package init(_ kind: Kind, _ message: String, file: String? = nil) {
    (self.kind, words, self.file, diagnostics) = (kind, Words(before: message), file, [])
  }

  /// Creates an error with a message that names a setting between `before` and `after`.
  init(_ kind: Kind, before: String = "", _ setting: BuildSetting, _ after: String) {
    words = Words(before: before, setting: setting, after: after)
    (self.kind, file, diagnostics) = (kind, nil, [])
  }

  /// Creates an error from diagnostics that include at least one error.
  package init(_ diagnostics: [Diagnostic], kind: Kind? = nil) {
    self.kind = kind ?? Kind(of: diagnostics)
    (words, file, self.diagnostics) = (Words(before: ""), nil, diagnostics)
  }

  init(_ error: VoiceProviderError, _ message: String? = nil) {
    self.init(Kind(error), message ?? error.description)
  }

  /// Returns the message with the given names for settings; empty if the diagnostics explain the error.
  package func message(_ names: SettingNames) -> String {
    words.before + (words.setting.map(names.name) ?? "") + words.after
  }

  /// The message as shown to the user.
  public var errorDescription: String? { description }

  /// What the user can do about the error, in one sentence.
  public var recoverySuggestion: String? {
    switch kind {
    case .wrongRequest: "Change the request as the message says."
    case .missingInput: "Check the path and the permissions of the file."
    case .wrongInput: "Correct the input, the cast or the cover as the message says."
    case .unavailable: "Install what is missing, or choose another voice."
    case .refused: "Enable the provider, enter its key, or allow a higher cost."
    case .unwritable: "Choose a writable folder."
    case .failed: "Try again, or choose another voice."
    }
  }

  /// The message, or the errors among the diagnostics, one on each line.
  public var description: String {
    guard message.isEmpty else { return message }
    return diagnostics.filter { $0.severity == .error }.map { "\($0)" }.joined(separator: "\n")
  }
}

extension BookError.Kind {
  /// Returns the kind of a provider's error.
  public init(_ error: VoiceProviderError) {
    self =
      switch error {
      case .voiceNotFound, .modelNotFound, .invalidRequest, .textTooLong: .wrongInput
      case .engineCrashed, .timedOut: .failed
      case .notConfigured, .authenticationFailed, .quotaExceeded, .notSupported, .costLimit:
        .refused
      default: .unavailable
      }
  }

  package init(_ kind: VoiceProblem.Kind) {
    self =
      switch kind {
      case .unknownVoice, .badSetting: .wrongInput
      case .providerRefused: .refused
      case .providerUnavailable, .voiceNotInstalled: .unavailable
      }
  }

  /// Returns the kind of an error with diagnostics.
  /// The kind is `refused` or `unavailable` only if every error is about providers. Otherwise it is `wrongInput`.
  package init(of diagnostics: [Diagnostic]) {
    let codes = Set(diagnostics.filter { $0.severity == .error }.map(\.code))
    let refused = VoiceProblem.Kind.providerRefused.rawValue
    let unavailable = [VoiceProblem.Kind.providerUnavailable, .voiceNotInstalled].map(\.rawValue)
    guard !codes.isEmpty, codes.isSubset(of: unavailable + [refused]) else {
      self = .wrongInput
      return
    }
    self = codes.contains(refused) ? .refused : .unavailable
  }
}
