import Audio
import Narration
import Synchronization

/// The prepared sounds of a build, each resampled once.
final class SoundStore: Sendable {
  private let sounds = Mutex<[String: PreparedSound]>([:])
  private let sampleRate: Int
  private let channels: Int
  private let isFine: Bool

  init(sampleRate: Int, _ options: BuildOptions) {
    (self.sampleRate, channels, isFine) = (sampleRate, options.channels, options.needsParts)
  }

  /// Returns a sound; temporary files are written to `folder`.
  func sound(_ file: PlayedFile, folder: String) throws(AudioError) -> PreparedSound {
    try sounds.withLock { sounds throws(AudioError) in
      if let known = sounds[file.digest] { return known }
      let digest = try? FileDigest.sha256(of: file.path)
      guard digest == file.digest else {
        throw .cannotRead(
          path: file.file, reason: "the sound changed during the build; run the build again")
      }
      let new = try PreparedSound(
        path: file.path, sampleRate: sampleRate, channels: channels, folder: folder,
        isFine: isFine)
      sounds[file.digest] = new
      return new
    }
  }
}

/// What a chapter needs to mix its sounds.
struct ChapterSounds {
  let store: SoundStore
  /// The folder for temporary files.
  let folder: String
  /// The gain that mastering adds to all voices, in decibels. It is taken off the level of each sound.
  let gain: Double
  let attack: Double
  let release: Double
  /// Gets clips and sounds, for stems.
  let layers: LayerFile?
}
