/// The reason why a server cannot start.
package enum WebServerError: Error, Equatable, CustomStringConvertible {
  /// libmicrohttpd is not installed.
  case noLibrary
  /// The system provides no port, for the given reason.
  case noPort(String)

  /// The message, with advice on what to do.
  package var description: String {
    switch self {
    case .noLibrary:
      "the studio needs libmicrohttpd (Debian: libmicrohttpd12); install it and start the studio again"
    case .noPort(let reason): "the studio cannot open a port on this machine: \(reason)"
    }
  }
}
