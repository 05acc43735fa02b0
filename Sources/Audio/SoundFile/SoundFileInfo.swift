/// What a sound file says of itself.
public struct SoundFileInfo: Sendable, Equatable {
  /// How many frames (samples of every channel) there are, as far as the file tells.
  public var frames: Int
  /// Samples per second, in hertz.
  public var sampleRate: Int
  /// The number of channels.
  public var channels: Int

  /// Makes a description of a file.
  public init(frames: Int, sampleRate: Int, channels: Int) {
    self.frames = frames
    self.sampleRate = sampleRate
    self.channels = channels
  }
}
