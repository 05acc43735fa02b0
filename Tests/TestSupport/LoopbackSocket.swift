import Foundation

/// The error for a socket that could not be created.
package struct LoopbackError: Error {
  package var reason: String
}

/// Sockets on 127.0.0.1.
enum LoopbackSocket {
  /// Returns a listening socket and its port.
  static func listen(backlog: Int32) throws -> (socket: Int32, port: Int) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0 else { throw failure("socket") }
    var address = address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && Glibc.listen(listener, backlog) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard isOpen else {
      defer { close(listener) }
      throw failure("bind or listen")
    }
    return (listener, Int(UInt16(bigEndian: address.sin_port)))
  }

  /// Returns a connecting socket, without waiting for the connection.
  static func connecting(to port: Int) throws -> Int32 {
    let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let socket = Glibc.socket(AF_INET, Int32(kind), 0)
    guard socket >= 0 else { throw failure("socket") }
    var address = address(port: port)
    _ = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    return socket
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    return address
  }

  private static func failure(_ call: String) -> LoopbackError {
    LoopbackError(reason: "\(call): \(String(cString: strerror(errno)))")
  }
}
