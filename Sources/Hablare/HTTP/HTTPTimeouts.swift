/// How long to wait, in seconds.
package struct HTTPTimeouts: Sendable, Equatable {
  /// The limits by name, as `HTTPError.timedOut` gives them.
  package enum Limit: String, Sendable {
    case connect, stall, total
  }

  /// Until the connection stands.
  package var connect = 10
  /// Without a byte in either direction, once it stands.
  package var stall = 60
  /// For everything together.
  package var total = 240

  package init(connect: Int = 10, stall: Int = 60, total: Int = 240) {
    self.connect = connect
    self.stall = stall
    self.total = total
  }
}
