/// A provider's access to a run's meter.
///
/// The provider reserves each request that may cost money.
public struct SpendingAccount: Sendable {
  private let meter: SpendingMeter?
  private let providerId: String

  /// The account of a provider outside of a run; nothing is counted.
  public static let uncounted = SpendingAccount(meter: nil, providerId: "")

  init(meter: SpendingMeter?, providerId: String) {
    (self.meter, self.providerId) = (meter, providerId)
  }

  /// Runs work that a provider charges for, such as a run of a program.
  ///
  /// Throws `VoiceProviderError.costLimit` instead of starting work that could exceed the run's limit.
  /// Work that fails after it has started counts as possibly charged.
  package func paying<Value>(
    for characters: Int, _ work: () async throws -> Value
  ) async throws -> Value {
    let reservation = try reserve(Double(characters))
    do {
      let value = try await work()
      reservation.settle(as: .charged)
      return value
    } catch {
      reservation.settle(as: Self.mayBeCharged(error) ? .lost : .free)
      throw error
    }
  }

  /// Returns whether work had started when it failed: a program that was not started charges nothing.
  private static func mayBeCharged(_ error: any Error) -> Bool {
    switch error as? VoiceProviderError {
    case .voiceNotFound, .voiceNotInstalled, .notSupported, .invalidRequest, .textTooLong,
      .engineUnavailable:
      false
    default: true
    }
  }

  /// Reserves the characters of a request; the caller must settle the reservation once.
  ///
  /// Throws `VoiceProviderError.costLimit` if the request could exceed the run's limit.
  func reserve(_ characters: Double) throws(VoiceProviderError) -> SpendingReservation {
    try meter?.reserve(characters, for: providerId)
    return SpendingReservation(meter: meter, providerId: providerId, characters: characters)
  }
}

/// The characters of one request in progress.
struct SpendingReservation: Sendable {
  fileprivate let meter: SpendingMeter?
  fileprivate let providerId: String
  fileprivate let characters: Double

  /// Records the outcome of the request.
  func settle(as outcome: SpendingMeter.Outcome) {
    meter?.settle(characters, for: providerId, as: outcome)
  }
}
