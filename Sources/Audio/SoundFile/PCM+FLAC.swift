import CSndfile

extension PCM {
  /// Returns the samples as a FLAC file in memory, without loss.
  /// Throws `unsupportedSampleRate` if FLAC does not support the rate, and `empty` if there are no samples.
  package func flac() throws(AudioError) -> [UInt8] {
    let name = "a clip"
    guard SoundFormat.flac.supports(sampleRate: sampleRate) else {
      throw .unsupportedSampleRate(format: .flac, sampleRate: sampleRate)
    }
    guard !samples.isEmpty else { throw .empty(path: name) }
    var info = SF_INFO()
    info.samplerate = Int32(sampleRate)
    info.channels = 1
    info.format = Int32(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)
    var callbacks = MemoryFile.callbacks
    let memory = MemoryFile([])
    return try withExtendedLifetime(memory) { () throws(AudioError) in
      let data = Unmanaged.passUnretained(memory).toOpaque()
      guard let handle = sf_open_virtual(&callbacks, Int32(SFM_WRITE), &info, data) else {
        throw .cannotOpen(path: name, reason: Self.reason)
      }
      // Level 5 of 0…8, as for FLAC files on disk.
      var level = 5.0 / 8
      sf_command(
        handle, Int32(SFC_SET_COMPRESSION_LEVEL), &level, Int32(MemoryLayout<Double>.size))
      let written = sf_write_short(handle, samples, sf_count_t(samples.count))
      guard sf_close(handle) == 0, Int(written) == samples.count else {
        throw .cannotWrite(path: name, reason: Self.reason)
      }
      return memory.bytes
    }
  }

  private static var reason: String {
    sf_strerror(nil).map { String(cString: $0) } ?? "libsndfile reports an unknown error"
  }
}
