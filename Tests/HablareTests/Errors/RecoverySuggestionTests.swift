import Foundation
import Testing

@testable import Hablare

/// Tests of the advice that errors give the users of an app.
@Suite struct RecoverySuggestionTests {
  private static let providerErrors: [VoiceProviderError] = [
    .notConfigured, .networkError("no route"), .serviceFailed("HTTP 500"), .invalidResponse,
    .unusableSound("AAC"), .unsupportedProvider, .notSupported("phonemes"),
    .invalidRequest("blank"),
    .authenticationFailed, .rateLimited(retryAfter: 3), .rateLimited(retryAfter: nil),
    .quotaExceeded, .costLimit("2 of 1 USD"), .voiceNotFound(nearest: ["alto"]),
    .modelNotFound("m", nearest: []), .textTooLong(limit: 7), .engineCrashed(reason: "signal 11"),
    .timedOut(seconds: 20), .engineUnavailable("no file"),
  ]

  private static let uriErrors: [VoiceURIError] = [
    .missingSeparator("a"), .unknownName("ravne", nearest: "raven"), .emptyProvider,
    .invalidProvider("a b"), .emptyVoice,
    .invalidPercentEncoding("%"), .unknownKey("rte", nearest: "rate"), .repeatedKey("rate"),
    .missingValue(key: "rate"), .notANumber(key: "rate", value: "x"),
    .outOfRange(key: "rate", value: 9, range: 0.5...2),
  ]

  private static let credentialErrors: [CredentialError] = [
    .invalidName("a b"), .invalidKey(source: nil, reason: "it is empty"),
    .exposed(path: "/f", mode: 0o644), .foreign(path: "/f", owner: 7), .notAFile(path: "/f"),
    .unreadable(path: "/f", reason: "denied"), .unwritable(path: "/f", reason: "denied"),
    .keyringLocked,
  ]

  private static var all: [any LocalizedError] {
    providerErrors as [any LocalizedError] + uriErrors + credentialErrors
      + [GenerationListError(failures: [(index: 0, error: VoiceProviderError.quotaExceeded)])]
  }

  @Test func `every error that an app can show suggests what to do`() throws {
    for error in Self.all {
      let suggestion = try #require(error.recoverySuggestion, "\(error)")
      #expect(suggestion.first?.isUppercase == true, "\(error): \(suggestion)")
      #expect(suggestion.hasSuffix("."), "\(error): \(suggestion)")
      #expect(error.errorDescription == "\(error)")
    }
  }

  /// The library advises developers of apps.
  ///
  /// Only the program `guion2audio` mentions commands.
  @Test func `no error mentions a shell command`() {
    for error in Self.all {
      let words = "\(error) \(error.recoverySuggestion ?? "")"
      for command in ["guion2audio", "`", " --", "make release", "chmod", "sudo"] {
        #expect(!words.contains(command), "\(words)")
      }
    }
  }

  @Test(arguments: [SecretServiceError.unavailable("no bus"), .locked, .timedOut(seconds: 3)])
  func `a failing keyring is named`(error: SecretServiceError) {
    #expect(error.errorDescription == "the keyring \(error)")
    #expect(error.recoverySuggestion?.hasSuffix(".") == true)
  }

  @Test func `a suggestion names the subject of the error`() {
    #expect(VoiceProviderError.textTooLong(limit: 7).recoverySuggestion?.contains("7") == true)
    let range = VoiceURIError.outOfRange(key: "rate", value: 9, range: 0.5...2)
    #expect(range.recoverySuggestion == "Choose a value of rate from 0.5 to 2.")
  }
}
