import Basics
import CSamplerate
import Glibc
import Synchronization

/// A sound from a file, at the sample rate of a recording.
///
/// The samples are decoded and resampled once, as far as they are heard, and stay in a file without a name. So a long
/// sound needs little memory, and any number of recordings can read it at the same time.
package final class PreparedSound: Sendable {
  /// 1 or 2.
  package let channels: Int
  private let work: Mutex<Work>

  /// Opens a file. `channels` are those of the recording, and `folder` is for temporary files.
  /// If `isFine` is true, the samples are also kept as they are before they are rounded to 16 bits.
  package init(
    path: String, sampleRate: Int, channels: Int, folder: String, isFine: Bool = false
  ) throws(AudioError) {
    let work = try Work(path, sampleRate, channels, folder, isFine: isFine)
    self.channels = work.channels
    self.work = Mutex(work)
  }

  /// Returns interleaved samples from a frame on; none after the end.
  func read(_ count: Int, from frame: Int) throws(AudioError) -> [Int16] {
    try block(count, from: frame, isFine: false).samples
  }

  /// Returns the samples that `read` returns and, if `isFine` is true, what they were before they were rounded, in steps
  /// of 16 bits.
  func block(
    _ count: Int, from frame: Int, isFine: Bool
  ) throws(AudioError) -> (samples: [Int16], fine: [Float]) {
    try work.withLock { work throws(AudioError) in
      try work.extend(to: frame + count)
      guard work.isFine else {
        let samples: [Int16] = try work.copy(count, from: frame, empty: 0)
        return (samples, isFine ? samples.map { Float($0) } : [])
      }
      let fine: [Float] = try work.copy(count, from: frame, empty: 0)
      return (fine.map(PCM.sample), isFine ? fine.map { $0 * 32_768 } : [])
    }
  }

  /// The length in frames, at most `most`. The file is decoded as far as that.
  package func length(upTo most: Int = .max) throws(AudioError) -> Int {
    try work.withLock { work throws(AudioError) in
      try work.extend(to: most)
      return min(work.frames, most)
    }
  }
}

/// The decoder of a sound, and what it has decoded.
private final class Work {
  let channels: Int
  /// Whether the file has floats, where 1 is full scale, and not 16-bit samples.
  let isFine: Bool
  /// The number of frames that are ready.
  private(set) var frames = 0
  private var isAtEnd = false
  private let path: String
  private var decoder: SoundDecoder
  private let resampler: Resampling?
  private let spill: FileDescriptor
  private var block: [Float]

  init(
    _ path: String, _ sampleRate: Int, _ channels: Int, _ folder: String, isFine: Bool
  ) throws(AudioError) {
    self.isFine = isFine
    let decoder = try SoundDecoder(path: path)
    let info = decoder.info
    self.channels = min(info.channels, channels)
    self.path = path
    self.decoder = decoder
    block = [Float](repeating: 0, count: 8192 * info.channels)
    resampler =
      info.sampleRate == sampleRate
      ? nil : try Resampling(from: info.sampleRate, to: sampleRate, channels: self.channels)
    do {
      spill = try FileDescriptor(unnamedIn: folder)
    } catch {
      throw .writing(folder, error)
    }
  }

  /// Decodes up to a frame, or to the end.
  func extend(to frame: Int) throws(AudioError) {
    while frames < frame, !isAtEnd {
      let count = try decoder.read(into: &block)
      isAtEnd = count == 0
      let mixed = mixed(count)
      let samples = try resampler?.process(mixed, isLast: isAtEnd) ?? mixed
      try store(samples)
    }
  }

  /// Returns the first frames of the block with the channels of the sound.
  private func mixed(_ count: Int) -> [Float] {
    let own = decoder.info.channels
    if own == channels { return Array(block[..<(count * own)]) }
    return (0..<count * channels).map { index in
      if channels == 2 { return block[index / 2 * own + index % 2] }
      var sum: Float = 0
      for channel in 0..<own { sum += block[index * own + channel] }
      return sum / Float(own)
    }
  }

  private func store(_ samples: [Float]) throws(AudioError) {
    guard !samples.isEmpty else { return }
    // Loudness is measured with 16 bits, so samples with more bits are clipped in the same way.
    try isFine
      ? write(samples.map { $0.isNaN ? 0 : min(max($0, -1), 1) })
      : write(samples.map(PCM.sample))
    frames += samples.count / channels
  }

  private func write(_ samples: [some BitwiseCopyable]) throws(AudioError) {
    do {
      try samples.withUnsafeBufferPointer { samples throws(SystemError) in
        try spill.write(UnsafeRawBufferPointer(samples))
      }
    } catch {
      throw .writing(path, error)
    }
  }

  func copy<Sample: BitwiseCopyable>(
    _ wanted: Int, from frame: Int, empty: Sample
  ) throws(AudioError) -> [Sample] {
    let count = max(0, min(wanted, frames - frame)) * channels
    var samples = [Sample](repeating: empty, count: count)
    do {
      _ = try samples.withUnsafeMutableBufferPointer { samples throws(SystemError) in
        try spill.read(
          into: UnsafeMutableRawBufferPointer(samples),
          at: frame * channels * MemoryLayout<Sample>.stride)
      }
    } catch {
      throw .cannotRead(path: path, reason: error.reason)
    }
    return samples
  }
}

/// Decodes a file with libsndfile, or MPEG-4 with libav.
private struct SoundDecoder {
  private final class Sndfile {
    var reader: SoundFileReader
    init(_ reader: consuming SoundFileReader) { self.reader = reader }
  }
  private let sndfile: Sndfile?
  private let other: BookFileReader?
  let info: SoundFileInfo

  init(path: String) throws(AudioError) {
    do throws(AudioError) {
      let found = Sndfile(try SoundFileReader(path: path))
      (sndfile, other, info) = (found, nil, found.reader.info)
    } catch {
      // The reason of libsndfile is the better one for a file that no library knows.
      guard let file = try? FileDescriptor(regular: path, followingLinks: true),
        let head = try? file.bytes(8, at: 0), BookFileReader.isMPEG4(head),
        let book = try? BookFileReader(descriptor: file.number, name: path)
      else { throw error }
      // The reader opens the file itself, so the descriptor can be closed.
      (sndfile, other, info) = (nil, book, book.info)
    }
    guard info.channels > 0, info.sampleRate > 0, info.channels <= 64 else {
      throw .malformed(path: path, reason: "it has no channels or no sample rate")
    }
  }

  func read(into block: inout [Float]) throws(AudioError) -> Int {
    if let sndfile { return try sndfile.reader.read(into: &block) }
    return try other?.read(into: &block) ?? 0
  }
}

/// Converts a stream of frames to another sample rate.
/// The owner of the converter's handle.
private final class Resampling {
  private let handle: OpaquePointer
  private let (from, to, channels): (Int, Int, Int)
  private var rest: [Float] = []

  init(from: Int, to: Int, channels: Int) throws(AudioError) {
    var status: Int32 = 0
    guard let handle = src_new(Int32(SRC_SINC_FASTEST), Int32(channels), &status) else {
      throw .cannotResample(from: from, to: to, reason: Self.reason(status))
    }
    (self.handle, self.from, self.to, self.channels) = (handle, from, to, channels)
  }

  deinit { src_delete(handle) }

  private static func reason(_ status: Int32) -> String {
    src_strerror(status).map { String(cString: $0) } ?? "error \(status)"
  }

  func process(_ samples: [Float], isLast: Bool) throws(AudioError) -> [Float] {
    rest += samples
    var result: [Float] = []
    let ratio = Double(to) / Double(from)
    var output = [Float](repeating: 0, count: (Int(8192 * ratio) + 64) * channels)
    while true {
      var job = SRC_DATA()
      let (available, room) = (rest.count / channels, output.count / channels)
      let status = rest.withUnsafeBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output in
          (job.data_in, job.data_out) = (input.baseAddress, output.baseAddress)
          (job.input_frames, job.output_frames) = (available, room)
          (job.src_ratio, job.end_of_input) = (ratio, isLast ? 1 : 0)
          return src_process(handle, &job)
        }
      }
      guard status == 0 else {
        throw .cannotResample(from: from, to: to, reason: Self.reason(status))
      }
      result += output[..<(job.output_frames_gen * channels)]
      rest.removeFirst(job.input_frames_used * channels)
      if job.output_frames_gen == 0 || rest.isEmpty && !isLast { return result }
    }
  }
}

/// What a file of sound says about itself, and whether it is complete.
package enum SoundProbe {
  /// Returns the rate, channels and length of a file, or the reason why it cannot be played.
  package static func info(path: String) throws(AudioError) -> SoundFileInfo {
    if let file = try? FileDescriptor(regular: path, followingLinks: true),
      (try? file.length()) == 0
    {
      throw .malformed(path: path, reason: "it is empty")
    }
    let decoder = try SoundDecoder(path: path)
    if let reason = cutOff(path) { throw .malformed(path: path, reason: reason) }
    var info = decoder.info
    var block = [Float](repeating: 0, count: 4096 * info.channels)
    guard try decoder.read(into: &block) > 0 else {
      throw .malformed(path: path, reason: "it contains no sound")
    }
    if info.frames > 1 << 40 { info.frames = 0 }
    return info
  }

  /// Returns how a file is cut off; nil if it is complete. The libraries play what is left of a file.
  package static func cutOff(_ path: String) -> String? {
    guard let file = try? FileDescriptor(regular: path, followingLinks: true),
      let size = try? file.length(), let head = try? file.bytes(12, at: 0), head.count == 12
    else { return nil }
    let length = Int(size)
    if head.starts(with: "RIFF".utf8) {
      return head[8...].elementsEqual("WAVE".utf8) ? cutOffWave(file, length) : nil
    }
    if head.starts(with: "OggS".utf8) { return cutOffOgg(file, length) }
    if head.starts(with: "fLaC".utf8) {
      guard let reader = try? SoundFileReader(path: path) else { return nil }
      let frames = reader.info.frames
      return reader.hasEnd() ? nil : "it ends before its \(frames) frames are over"
    }
    let tag = ID3Tag.length(header: head)
    guard let frame = try? file.bytes(MPEGFrame.headerLength, at: tag), MPEGFrame(frame) != nil
    else { return nil }
    return cutOffMP3(file, from: tag, length)
  }

  private static func early(_ bytes: Int) -> String { "it ends \(bytes) bytes early" }

  /// The last page of an Ogg file has a mark (RFC 3533, section 6).
  private static func cutOffOgg(_ file: borrowing FileDescriptor, _ length: Int) -> String? {
    // A page has at most 65,307 bytes.
    let start = max(0, length - 65_536)
    guard let tail = try? file.bytes(length - start, at: start) else { return nil }
    let last = tail.indices.reversed().first { tail[$0...].starts(with: "OggS".utf8) }
    guard let last, last + 27 <= tail.count, last + 27 + Int(tail[last + 26]) <= tail.count else {
      return "it ends within a page"
    }
    let lengths = tail[(last + 27)...].prefix(Int(tail[last + 26]))
    let end = lengths.reduce(last + 27 + lengths.count) { $0 + Int($1) }
    if end > tail.count { return early(end - tail.count) }
    return tail[last + 5] & 4 == 0 ? "its last page is missing" : nil
  }

  /// An MP3 file states its length in its first frame, or it ends with a whole frame.
  private static func cutOffMP3(
    _ file: borrowing FileDescriptor, from start: Int, _ length: Int
  ) -> String? {
    guard let head = try? file.bytes(200, at: start), let first = MPEGFrame(head) else {
      return nil
    }
    let place = MPEGFrame.headerLength + first.sideLength
    func number(_ offset: Int) -> Int {
      head.dropFirst(place + offset).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    let name = head.dropFirst(place).prefix(4)
    if name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8), number(4) & 3 == 3 {
      // Less than a frame is not heard.
      let missing = number(12) - (length - start)
      return missing > first.length ? early(missing) : nil
    }
    var (next, block, blockStart) = (start, [UInt8](), start)
    while next + MPEGFrame.headerLength <= length {
      if next + MPEGFrame.headerLength > blockStart + block.count {
        guard let bytes = try? file.bytes(min(65_536, length - next), at: next) else { return nil }
        (block, blockStart) = (bytes, next)
      }
      guard let frame = MPEGFrame(block[(next - blockStart)...]) else { return nil }
      next += frame.length
    }
    return next > length ? early(next - length) : nil
  }

  private static func cutOffWave(_ file: borrowing FileDescriptor, _ length: Int) -> String? {
    var place = 12
    while place + 8 <= length, let chunk = try? file.bytes(8, at: place), chunk.count == 8 {
      let size = chunk[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      if chunk.starts(with: "data".utf8) {
        // A stream has no length.
        guard size != 0xFFFF_FFFF, size != 0, place + 8 + size > length else { return nil }
        return early(place + 8 + size - length)
      }
      place += 8 + size + size % 2
    }
    return nil
  }
}
