/// The time limits of a request, in seconds.
package struct HTTPTimeouts: Sendable, Equatable {
  /// The names of the limits, as used in `HTTPError.timedOut`.
  package enum Limit: String, Sendable {
    case connect, stall, total
  }

  /// The limit for establishing the connection.
  package var connect = 10
  /// The limit for a pause in which no byte is sent or received, after the connection is
  /// established.
  package var stall = 60
  /// The limit for the whole request.
  package var total = 240

  package init(connect: Int = 10, stall: Int = 60, total: Int = 240) {
    self.connect = connect
    self.stall = stall
    self.total = total
  }
}
