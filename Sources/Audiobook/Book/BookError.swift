public import FoundationEssentials
public import Guion
public import Hablare
public import Narration

/// Why there is no book.
public struct BookError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
  /// What kind of thing went wrong, and so who can mend it.
  public enum Kind: Sendable {
    /// The request is wrong, such as a chapter that the book does not have.
    case wrongRequest
    /// An input or a file that it names cannot be read.
    case missingInput
    /// The input, the cast or the cover is wrong.
    case wrongInput
    /// A provider or a system library cannot be reached.
    case unavailable
    /// A provider is disabled, needs a key or refuses; or the run would cost too much.
    case refused
    /// The output cannot be written.
    case unwritable
    /// A voice fails.
    case failed
  }

  /// What kind of thing went wrong.
  public var kind: Kind
  /// What happened, where, and what to do; empty if the diagnostics say it all.
  public var message: String { message(.library) }
  private var words: Words
  /// The file that the message is about.
  public var file: String?
  /// The diagnostics with their places, errors among them; empty if the message says it all.
  public var diagnostics: [Diagnostic]

  /// A message around the name of a setting.
  private struct Words: Equatable {
    var before: String
    var setting: BuildSetting?
    var after = ""
  }

  /// Makes an error with a message.
  public init(_ kind: Kind, _ message: String, file: String? = nil) {
    (self.kind, words, self.file, diagnostics) = (kind, Words(before: message), file, [])
  }

  /// Makes an error with a message that names a setting between `before` and `after`.
  init(_ kind: Kind, before: String = "", _ setting: BuildSetting, _ after: String) {
    words = Words(before: before, setting: setting, after: after)
    (self.kind, file, diagnostics) = (kind, nil, [])
  }

  /// Makes an error of diagnostics, one of which is an error.
  public init(_ diagnostics: [Diagnostic], kind: Kind? = nil) {
    self.kind = kind ?? Kind(of: diagnostics)
    (words, file, self.diagnostics) = (Words(before: ""), nil, diagnostics)
  }

  /// Makes an error of what a provider says.
  init(_ error: VoiceProviderError, _ message: String? = nil) {
    self.init(Kind(error), message ?? error.description)
  }

  /// What happened, where, and what to do, with names for the settings; empty if the diagnostics say it all.
  public func message(_ names: SettingNames) -> String {
    words.before + (words.setting.map(names.name) ?? "") + words.after
  }

  /// The message for people.
  public var errorDescription: String? { description }

  /// What can be done about it, in a sentence for people.
  public var recoverySuggestion: String? {
    switch kind {
    case .wrongRequest: "Ask for something else, as the message says."
    case .missingInput: "Check the path, and whether the file may be read."
    case .wrongInput: "Correct the places that the message names."
    case .unavailable: "Install what is missing, or choose another voice."
    case .refused: "Enable the provider, enter its key, or allow a higher cost."
    case .unwritable: "Choose a folder that can be written."
    case .failed: "Try again, or choose another voice."
    }
  }

  /// The message, or the errors of the diagnostics, a line each.
  public var description: String {
    guard message.isEmpty else { return message }
    return diagnostics.filter { $0.severity == .error }.map { "\($0)" }.joined(separator: "\n")
  }
}

extension BookError.Kind {
  /// The kind of error that a provider's error is.
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

  /// The kind of error that a complaint about a voice is.
  public init(_ kind: VoiceComplaint.Kind) {
    self =
      switch kind {
      case .unknownVoice, .badSetting: .wrongInput
      case .providerRefused: .refused
      case .providerUnavailable, .voiceNotInstalled: .unavailable
      }
  }

  /// The kind of error that diagnostics are: the input or the cast is wrong, else a provider.
  public init(of diagnostics: [Diagnostic]) {
    let codes = Set(diagnostics.filter { $0.severity == .error }.map(\.code))
    let refused = VoiceComplaint.Kind.providerRefused.rawValue
    let unavailable = [VoiceComplaint.Kind.providerUnavailable, .voiceNotInstalled].map(\.rawValue)
    guard !codes.isEmpty, codes.isSubset(of: unavailable + [refused]) else {
      self = .wrongInput
      return
    }
    self = codes.contains(refused) ? .refused : .unavailable
  }
}
