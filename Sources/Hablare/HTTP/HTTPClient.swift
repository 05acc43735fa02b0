/// One client for all providers of a process.
public final class HTTPClient: Sendable {
  /// Makes a client; connections are opened as they are needed.
  public init() {}

  /// What has gone over the wire so far.
  public var statistics: TransferStatistics { TransferStatistics() }

  /// Sends one request once; gives any answer but a redirection.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    fatalError("to be written")
  }
}

/// What has gone over the wire.
public struct TransferStatistics: Sendable, Equatable {
  /// Requests sent, retries included.
  public var requests = 0
  /// How many of them were repeated after a failure.
  public var retries = 0
  /// Requests that failed after they were sent, and may have been paid for.
  public var lost = 0
  /// Bytes of bodies and headers sent.
  public var bytesSent = 0
  /// Bytes of bodies and headers received.
  public var bytesReceived = 0

  /// Makes statistics of nothing.
  public init() {}
}
