/// A provider's access to a run's meter.
///
/// The provider reserves the characters of each request that may cost money.
public struct SpendingAccount: Sendable {
  private let meter: SpendingMeter?
  private let providerId: String

  /// The account for a provider outside of a run.
  ///
  /// It counts nothing and has no limit.
  public static let uncounted = SpendingAccount(meter: nil, providerId: "")

  init(meter: SpendingMeter?, providerId: String) {
    (self.meter, self.providerId) = (meter, providerId)
  }

  /// Runs work that a provider charges for, such as a run of a program.
  /// If the work could exceed the run's limit, it is not started, and
  /// `VoiceProviderError.costLimit` is thrown. Work that fails after it has started is recorded as
  /// possibly charged.
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

  /// Returns whether the work may have started before it failed.
  /// Work that never started is not charged.
  private static func mayBeCharged(_ error: any Error) -> Bool {
    switch error as? VoiceProviderError {
    case .voiceNotFound, .voiceNotInstalled, .notSupported, .invalidRequest, .textTooLong,
      .engineUnavailable:
      false
    default: true
    }
  }

  /// Reserves the characters of a request.
  /// The caller must settle the reservation exactly once.
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
