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
