import FoundationEssentials
import Glibc

/// The memory files that pass text to a worker and audio back.
/// The files are read and written by offset, and never mapped. A copy by the kernel costs less than
/// the page faults of a mapping. If a file is too short, reading it causes an error instead of a
/// signal.
final class WorkerSlots: Sendable {
  /// The size limit for keeping memory, in bytes (95 s of speech at 22,050 Hz).
  /// If a slot has held more audio, its memory is released.
  private static let keptBytes = 4 << 20

  let descriptors: [Int32]

  /// Takes over the descriptors.
  init(descriptors: [Int32]) { self.descriptors = descriptors }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// Writes a payload to the start of a slot.
  func write(_ payload: [UInt8], to slot: Int) throws(VoiceProviderError) {
    let isWritten = payload.withUnsafeBufferPointer { bytes in
      var done = 0
      while done < bytes.count {
        let count = pwrite(
          descriptors[slot], bytes.baseAddress.map { $0 + done }, bytes.count - done, off_t(done))
        if count < 0 && errno == EINTR { continue }
        if count <= 0 { return false }
        done += count
      }
      return true
    }
    if !isWritten { throw .engineUnavailable(SystemError.last.reason) }
  }

  /// Returns `prefix`, followed by bytes of a slot.
  func read(
    _ slot: Int, at offset: Int, count: Int, prefix: [UInt8] = []
  ) throws(VoiceProviderError) -> Data {
    let total = prefix.count + count
    // `Data(count:)` would write zeros first, but each sample should be written only once.
    guard let memory = malloc(max(total, 1)) else {
      throw .engineUnavailable("not enough memory for \(total) bytes of audio")
    }
    memory.copyMemory(from: prefix, byteCount: prefix.count)
    var done = 0
    while done < count {
      let got = pread(
        descriptors[slot], memory + prefix.count + done, count - done, off_t(offset + done))
      if got < 0 && errno == EINTR { continue }
      if got <= 0 {
        free(memory)
        throw .engineCrashed(reason: "the audio is shorter than announced")
      }
      done += got
    }
    return Data(bytesNoCopy: memory, count: total, deallocator: .free)
  }

  /// Releases the memory of a slot if it has held more than `keptBytes` bytes of audio.
  func trim(_ slot: Int, after bytes: Int) {
    if bytes > Self.keptBytes { ftruncate(descriptors[slot], 0) }
  }
}
