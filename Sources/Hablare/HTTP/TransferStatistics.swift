import Synchronization

/// What has gone over the wire.
public struct TransferStatistics: Sendable, Equatable {
  /// Requests sent, retries included; not those that found no connection.
  public var requests = 0
  /// How many of them were repeated after a failure, or in another form after a refusal.
  public var retries = 0
  /// POST requests that were sent completely and brought no usable answer, neither a refusal: they
  /// may have been paid for.
  public var lost = 0
  /// POST requests that are on their way: nobody knows yet whether they are paid for.
  public var inFlight = 0
  /// Bytes of bodies and headers sent, before TLS.
  public var bytesSent = 0
  /// Bytes of bodies and headers received, as compressed as they came.
  public var bytesReceived = 0

  /// Requests that may have been paid for without a usable answer, those on their way among them.
  public var perhapsPaid: Int { lost + inFlight }

  /// Makes statistics of nothing.
  public init() {}
}

/// The statistics of a client, counted on the thread of its transfers.
final class TransferCounters: Sendable {
  private let counted = Mutex(TransferStatistics())

  var statistics: TransferStatistics { counted.withLock(\.self) }

  func count(_ change: (inout TransferStatistics) -> Void) { counted.withLock { change(&$0) } }
}
