import Glibc

/// A worker's first packet.
/// The packet contains the descriptors of the slots (unix(7), `SCM_RIGHTS`).
enum WorkerHello {
  /// Why a started program is not the worker.
  enum Failure: Error {
    /// The program sent nothing in time.
    case silent
    /// The program sent something else, or has ended.
    case notWorker(String)
  }

  /// The size of a control message's header, `CMSG_LEN(0)` on 64-bit Linux: 8 bytes for the length,
  /// 4 for the level and 4 for the type.
  private static let headerSize = 16

  /// Waits for the packet, with a time limit in seconds, and returns the slots.
  /// `needs` names a dependency. If the worker ends at once, this dependency may be missing.
  static func receive(
    from socket: Int32, slotCount: Int, seconds: Int, needs: String
  ) throws(Failure) -> WorkerSlots {
    setTimeout(of: socket, seconds: seconds)
    defer { setTimeout(of: socket, seconds: 0) }
    var hello = [UInt8](repeating: 0, count: WorkerProtocol.helloSize)
    var control = [UInt64](repeating: 0, count: (headerSize + 4 * slotCount + 7) / 8)
    let got = receive(from: socket, into: &hello, control: &control)
    if got == 0 { throw .notWorker("ended at once; is \(needs) installed?") }
    if got < 0, errno == EAGAIN { throw .silent }
    if got < 0 { throw .notWorker("does not answer: \(SystemError.last.reason)") }
    let slots = WorkerSlots(descriptors: descriptors(in: control))
    let span = hello.span
    guard got == hello.count, span.little32(at: 0) == WorkerProtocol.helloMagic,
      span.little32(at: 4) == WorkerProtocol.version, slots.descriptors.count == slotCount
    else { throw .notWorker("is not the worker for this version of the program") }
    return slots
  }

  private static func receive(
    from socket: Int32, into hello: inout [UInt8], control: inout [UInt64]
  ) -> Int {
    hello.withUnsafeMutableBytes { hello in
      control.withUnsafeMutableBytes { control in
        var data = iovec(iov_base: hello.baseAddress, iov_len: hello.count)
        return withUnsafeMutablePointer(to: &data) { data in
          var message = msghdr()
          message.msg_iov = data
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          var got: Int
          repeat {
            got = recvmsg(socket, &message, Int32(MSG_CMSG_CLOEXEC))
          } while got < 0 && errno == EINTR
          return got
        }
      }
    }
  }

  private static func descriptors(in control: [UInt64]) -> [Int32] {
    control.withUnsafeBytes { bytes in
      let length = bytes.loadUnaligned(as: Int.self)
      let level = bytes.loadUnaligned(fromByteOffset: 8, as: Int32.self)
      let kind = bytes.loadUnaligned(fromByteOffset: 12, as: Int32.self)
      guard level == SOL_SOCKET, kind == Int32(SCM_RIGHTS), length <= bytes.count,
        length >= headerSize
      else { return [] }
      return stride(from: headerSize, to: length, by: 4).map {
        bytes.loadUnaligned(fromByteOffset: $0, as: Int32.self)
      }
    }
  }

  private static func setTimeout(of socket: Int32, seconds: Int) {
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }
}
