package import FoundationEssentials
import Glibc

/// Reads and writes that go on until all is done, whatever interrupts them.
package enum WholeTransfer {
  /// Reads until the buffer is full or the file ends, and gives the number of bytes.
  package static func read(
    _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
  ) throws(SystemError) -> Int {
    var done = 0
    while done < buffer.count {
      let count = Glibc.read(
        descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw SystemError.last }
      if count == 0 { break }
      done += count
    }
    return done
  }

  /// The first `size` bytes, or as many as there are.
  package static func read(_ descriptor: Int32, size: Int) throws(SystemError) -> Data {
    var data = Data(count: size)
    let result = data.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemError) in try read(descriptor, into: buffer) }
    }
    return data.prefix(try result.get())
  }

  /// Writes all bytes.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32)
    throws(SystemError)
  {
    var done = 0
    while done < bytes.count {
      let count = Glibc.write(
        descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw SystemError.last }
      done += count
    }
  }
}
