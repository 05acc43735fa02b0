public import Guion
public import Hablare
public import Narration

/// Why there is no book.
public struct BookError: Error, Equatable, Sendable, CustomStringConvertible {
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
  public var message: String
  /// The file that the message is about.
  public var file: String?
  /// The diagnostics with their places, errors among them; empty if the message says it all.
  public var diagnostics: [Diagnostic]

  /// Makes an error with a message.
  public init(_ kind: Kind, _ message: String, file: String? = nil) {
    (self.kind, self.message, self.file, diagnostics) = (kind, message, file, [])
  }

  /// Makes an error of diagnostics, one of which is an error.
  public init(_ diagnostics: [Diagnostic], kind: Kind? = nil) {
    self.kind = kind ?? Kind(of: diagnostics)
    (message, file, self.diagnostics) = ("", nil, diagnostics)
  }

  /// Makes an error of what a provider says.
  init(_ error: VoiceProviderError, _ message: String? = nil) {
    self.init(Kind(error), message ?? error.description)
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
      case .providerUnavailable: .unavailable
      }
  }

  /// The kind of error that diagnostics are: the input or the cast is wrong, else a provider.
  public init(of diagnostics: [Diagnostic]) {
    let codes = Set(diagnostics.filter { $0.severity == .error }.map(\.code))
    let (refused, unavailable) = (
      VoiceComplaint.Kind.providerRefused.rawValue,
      VoiceComplaint.Kind.providerUnavailable.rawValue
    )
    guard !codes.isEmpty, codes.isSubset(of: [refused, unavailable]) else {
      self = .wrongInput
      return
    }
    self = codes.contains(refused) ? .refused : .unavailable
  }
}
