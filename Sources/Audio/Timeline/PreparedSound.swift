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
  package init(
    path: String, sampleRate: Int, channels: Int, folder: String
  ) throws(AudioError) {
    let work = try Work(path, sampleRate, channels, folder)
    self.channels = work.channels
    self.work = Mutex(work)
  }

  /// Returns interleaved samples from a frame on; none after the end.
  func read(_ count: Int, from frame: Int) throws(AudioError) -> [Int16] {
    try work.withLock { work throws(AudioError) in
      try work.extend(to: frame + count)
      return try work.copy(count, from: frame)
    }
  }

  /// The length in frames. The whole file is decoded to find it.
  package func length() throws(AudioError) -> Int {
    try work.withLock { work throws(AudioError) in
      try work.extend(to: .max)
      return work.frames
    }
  }
}

/// The decoder of a sound, and what it has decoded.
private final class Work {
  let channels: Int
  /// The number of frames that are ready.
  private(set) var frames = 0
  private var isAtEnd = false
  private let path: String
  private var decoder: SoundDecoder
  private let resampler: Resampling?
  private let spill: FileDescriptor
  private var block: [Float]

  init(
    _ path: String, _ sampleRate: Int, _ channels: Int, _ folder: String
  ) throws(AudioError) {
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
    let rounded = samples.map(PCM.sample)
    do {
      try rounded.withUnsafeBufferPointer { samples throws(SystemError) in
        try spill.write(UnsafeRawBufferPointer(samples))
      }
    } catch {
      throw .writing(path, error)
    }
    frames += samples.count / channels
  }

  func copy(_ wanted: Int, from frame: Int) throws(AudioError) -> [Int16] {
    let count = max(0, min(wanted, frames - frame)) * channels
    var samples = [Int16](repeating: 0, count: count)
    do {
      _ = try samples.withUnsafeMutableBufferPointer { samples throws(SystemError) in
        try spill.read(
          into: UnsafeMutableRawBufferPointer(samples), at: frame * channels * 2)
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
    let decoder = try SoundDecoder(path: path)
    if let reason = cutOff(path) { throw .malformed(path: path, reason: reason) }
    var info = decoder.info
    var block = [Float](repeating: 0, count: 4096 * info.channels)
    guard try decoder.read(into: &block) > 0 else {
      throw .malformed(path: path, reason: "it contains no sound")
    }
    if info.frames > 1 << 40 { info.frames = 0 }
    // Other formats have no exact length before they are decoded.
    if let file = try? FileDescriptor(regular: path, followingLinks: true),
      let head = try? file.bytes(4, at: 0), head.elementsEqual("fLaC".utf8),
      let reader = try? SoundFileReader(path: path), !reader.hasEnd()
    {
      throw .malformed(path: path, reason: "it ends before its \(info.frames) frames are over")
    }
    return info
  }

  /// Returns the reason if a WAV file is shorter than its header says. libsndfile plays what is left.
  private static func cutOff(_ path: String) -> String? {
    guard let file = try? FileDescriptor(regular: path, followingLinks: true),
      let length = try? file.length(), let head = try? file.bytes(12, at: 0), head.count == 12,
      head.starts(with: "RIFF".utf8), head[8...].elementsEqual("WAVE".utf8)
    else { return nil }
    var place = 12
    while place + 8 <= length, let chunk = try? file.bytes(8, at: place), chunk.count == 8 {
      let size = chunk[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      if chunk.starts(with: "data".utf8) {
        // A stream has no length.
        guard size != 0xFFFF_FFFF, size != 0, place + 8 + size > length else { return nil }
        return "it ends \(place + 8 + size - Int(length)) bytes early"
      }
      place += 8 + size + size % 2
    }
    return nil
  }
}
