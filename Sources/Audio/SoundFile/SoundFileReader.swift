import Basics
import CSndfile
import Glibc

/// Reads a sound file from disk or from memory, in any format that libsndfile supports.
///
/// `@unchecked Sendable`: no other object uses the handle or its bytes, and any thread can use them.
public struct SoundFileReader: ~Copyable, @unchecked Sendable {
  /// The description in the file's header.
  public let info: SoundFileInfo

  private let name: String
  private let handle: SndfileInput
  /// The error that the next read throws, because damage follows the frames that were read last.
  private var failure: String?

  /// The number of frames that are decoded at a time.
  private static let blockFrames = 16_384

  /// Opens a file.
  public init(path: String) throws(AudioError) {
    var info = SF_INFO()
    guard let handle = sf_open(path, Int32(SFM_READ), &info) else {
      throw .cannotOpen(path: path, reason: SndfileInput.reason(nil))
    }
    self.init(SndfileInput(handle: handle), info, name: path)
  }

  /// Opens the file of a descriptor, from its beginning.
  ///
  /// `name` replaces the path in errors.
  ///
  /// The descriptor stays open and belongs to the caller, but the reader moves its position. A caller can first check
  /// that the descriptor is neither a link nor a pipe. The reader then reads exactly that file.
  public init(descriptor: Int32, name: String) throws(AudioError) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard own >= 0, lseek(own, 0, SEEK_SET) == 0 else {
      let reason = SystemError.last.reason
      if own >= 0 { close(own) }
      throw .cannotOpen(path: name, reason: reason)
    }
    var info = SF_INFO()
    guard let handle = sf_open_fd(own, Int32(SFM_READ), &info, 0) else {
      close(own)
      throw .cannotOpen(path: name, reason: SndfileInput.reason(nil))
    }
    self.init(SndfileInput(handle: handle, descriptor: own), info, name: name)
  }

  /// Opens a file in memory.
  ///
  /// `name` replaces the path in errors.
  public init(bytes: [UInt8], name: String) throws(AudioError) {
    var info = SF_INFO()
    var callbacks = MemoryFile.callbacks
    let memory = Unmanaged.passRetained(MemoryFile(bytes))
    guard let handle = sf_open_virtual(&callbacks, Int32(SFM_READ), &info, memory.toOpaque())
    else {
      memory.release()
      throw .cannotOpen(path: name, reason: SndfileInput.reason(nil))
    }
    self.init(SndfileInput(handle: handle, memory: memory), info, name: name)
  }

  private init(_ handle: consuming SndfileInput, _ info: SF_INFO, name: String) {
    self.info = SoundFileInfo(
      frames: Int(info.frames), sampleRate: Int(info.samplerate), channels: Int(info.channels))
    self.name = name
    self.handle = handle
  }

  /// Decodes the next frames into a block and returns their number, or 0 at the end.
  ///
  /// The samples are interleaved. The sample value 1 is 0 dBFS. A lossy decoder can return higher values if the audio
  /// was loud. The block must have room for at least one frame. If the library finds damage, it first returns the
  /// frames before the damage. The next call then throws the error.
  public mutating func read(into block: inout [Float]) throws(AudioError) -> Int {
    precondition(block.count >= info.channels, "the block must have room for at least one frame")
    if let failure { throw .cannotRead(path: name, reason: failure) }
    let frames = max(0, handle.read(into: &block, frames: block.count / info.channels))
    // The error is stored, because libsndfile forgets an error such as libFLAC's "lost sync" with the next call.
    failure = handle.failure
    if frames == 0, let failure { throw .cannotRead(path: name, reason: failure) }
    return frames
  }

  /// Reads the whole file as one channel, the mean of all channels.
  ///
  /// 16-bit audio with one channel is returned exactly. Other audio is rounded, and samples beyond the range of 16 bits
  /// are clipped.
  public consuming func readAll() throws(AudioError) -> PCM {
    let channels = info.channels
    var samples: [Int16] = []
    // The length is only a hint: streams report no length, or an impossible length.
    samples.reserveCapacity(min(max(0, info.frames), 1 << 26))
    var block = [Float](repeating: 0, count: Self.blockFrames * channels)
    while true {
      let frames = handle.read(into: &block, frames: Self.blockFrames)
      // The error is checked after each call, because libsndfile forgets an error with the next call.
      if let reason = handle.failure { throw .cannotRead(path: name, reason: reason) }
      guard frames > 0 else { break }
      for frame in 0..<frames {
        var sum: Float = 0
        for channel in 0..<channels { sum += block[frame * channels + channel] }
        samples.append(PCM.sample(sum / Float(channels)))
      }
    }
    return PCM(samples: samples, sampleRate: info.sampleRate)
  }

  /// The sole owner of a libsndfile handle that reads.
  private struct SndfileInput: ~Copyable {
    let handle: OpaquePointer
    /// The bytes that the handle reads, or nil if it does not read from memory.
    let memory: Unmanaged<MemoryFile>?
    /// The descriptor that this type must close after reading, or nil if there is no such descriptor.
    let descriptor: Int32?

    init(handle: OpaquePointer, memory: Unmanaged<MemoryFile>? = nil, descriptor: Int32? = nil) {
      self.handle = handle
      self.memory = memory
      self.descriptor = descriptor
    }

    deinit {
      sf_close(handle)
      memory?.release()
      if let descriptor { close(descriptor) }
    }

    func read(into block: inout [Float], frames: Int) -> Int {
      Int(sf_readf_float(handle, &block, sf_count_t(frames)))
    }

    func seek(to frame: Int) -> Bool { sf_seek(handle, sf_count_t(frame), SEEK_SET) >= 0 }

    var labels: [(frame: Int, text: String)] {
      var count: UInt32 = 0
      let size = MemoryLayout<SF_CUE_POINT>.stride
      guard
        sf_command(handle, Int32(SFC_GET_CUE_COUNT), &count, Int32(MemoryLayout<UInt32>.size)) != 0,
        1...10_000 ~= count
      else { return [] }
      var bytes = [UInt8](repeating: 0, count: 4 + Int(count) * size)
      guard sf_command(handle, Int32(SFC_GET_CUE), &bytes, Int32(bytes.count)) != 0 else {
        return []
      }
      return bytes.withUnsafeBytes { bytes in
        (0..<Int(count)).map { index in
          let place = 4 + index * size
          let point = bytes.loadUnaligned(fromByteOffset: place, as: SF_CUE_POINT.self)
          let name = bytes[(place + size - 256)..<(place + size)].prefix { $0 != 0 }
          return (Int(point.sample_offset), String(decoding: name, as: UTF8.self))
        }
      }
    }

    var failure: String? { sf_error(handle) == 0 ? nil : Self.reason(handle) }

    static func reason(_ handle: OpaquePointer?) -> String {
      sf_strerror(handle).map { String(cString: $0) } ?? "libsndfile reports an unknown error"
    }
  }
}

extension SoundFileReader {
  /// The labels of a WAV file, with the frames at which they are; empty if the file has none.
  package var labels: [(frame: Int, text: String)] { handle.labels }

  /// Whether the last frames that the header states can be decoded.
  consuming func hasEnd() -> Bool {
    let count = min(2048, info.frames)
    guard count > 0, handle.seek(to: info.frames - count) else { return false }
    var block = [Float](repeating: 0, count: count * info.channels)
    return (try? read(into: &block)) == count
  }

  /// Reads the whole file and returns the interleaved samples of all channels.
  /// 16-bit audio is returned exactly.
  package consuming func readInterleaved() throws(AudioError) -> [Int16] {
    var samples: [Int16] = []
    var block = [Float](repeating: 0, count: Self.blockFrames * info.channels)
    while true {
      let frames = try read(into: &block)
      guard frames > 0 else { return samples }
      samples += block[..<(frames * info.channels)].map(PCM.sample)
    }
  }
}

/// The description in the header of a sound file.
public struct SoundFileInfo: Sendable, Equatable {
  /// The number of frames (samples of every channel) that the file states.
  public var frames: Int
  /// Samples per second, in hertz.
  public var sampleRate: Int
  /// The number of channels.
  public var channels: Int

  /// Creates the description of a file.
  public init(frames: Int, sampleRate: Int, channels: Int) {
    self.frames = frames
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

extension SoundFormat {
  /// Returns the description of decoded audio in this format, given the description of the written audio.
  /// Only Opus changes the number of frames and the sample rate. Opus counts samples at 48 kHz (RFC 7845, section 4),
  /// and the encoder rounds the number of samples up. libsndfile decodes to the lowest of the five rates of Opus that
  /// is not below the original rate. libsndfile returns only the frames that are whole at that rate.
  package func decoded(_ written: SoundFileInfo) -> SoundFileInfo {
    guard self == .opus, written.sampleRate > 0 else { return written }
    let rate = Self.opusSampleRates.first { $0 >= written.sampleRate } ?? 48_000
    let granule = (written.frames * 48_000 + written.sampleRate - 1) / written.sampleRate
    return SoundFileInfo(
      frames: granule * rate / 48_000, sampleRate: rate, channels: written.channels)
  }

  /// The sample rates that Opus decodes to, in hertz (RFC 6716, section 2).
  private static let opusSampleRates = [8000, 12_000, 16_000, 24_000, 48_000]
}
