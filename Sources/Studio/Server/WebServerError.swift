/// The reason why a server cannot start.
package enum WebServerError: Error, Equatable, CustomStringConvertible {
  /// libmicrohttpd is not installed.
  case noLibrary
  /// The system provides no port at an address, for the given reason.
  case noPort(host: String, String)

  /// The message, with advice on what to do.
  package var description: String {
    switch self {
    case .noLibrary:
      "the studio needs libmicrohttpd (Debian: libmicrohttpd12); install it and start the studio again"
    case .noPort("127.0.0.1", let reason):
      "the studio cannot open a port on this machine: \(reason)"
    case .noPort(let host, let reason):
      "the studio cannot open a port at \(host): \(reason); --host takes an address of this machine, or 0.0.0.0"
    }
  }
}
