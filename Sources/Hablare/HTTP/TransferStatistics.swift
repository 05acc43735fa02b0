import Synchronization

/// The counts of a client's requests and bytes.
public struct TransferStatistics: Sendable, Equatable {
  /// The number of requests sent, including retries.
  ///
  /// Requests that got no connection are not counted.
  public var requests = 0
  /// The number of requests that were repeated after a failure, or in another form after a refusal.
  public var retries = 0
  /// The number of POST requests that were sent completely and got neither a usable response nor a
  /// refusal.
  ///
  /// The service may have charged for these requests.
  public var lost = 0
  /// The number of POST requests in flight.
  ///
  /// It is not yet known whether the service charges for them.
  public var inFlight = 0
  /// The number of body and header bytes sent, before TLS.
  public var bytesSent = 0
  /// The number of body and header bytes received, counted before decompression.
  public var bytesReceived = 0

  /// The number of requests that may have been charged without a usable response, including
  /// requests in flight.
  public var perhapsPaid: Int { lost + inFlight }

  /// Creates empty statistics.
  public init() {}
}

/// The statistics of a client.
///
/// Any thread can change them.
final class TransferCounters: Sendable {
  private let counted = Mutex(TransferStatistics())

  var statistics: TransferStatistics { counted.withLock(\.self) }

  func count(_ change: (inout TransferStatistics) -> Void) { counted.withLock { change(&$0) } }
}
