/// Where a word of the text begins in the sound.
public struct WordTiming: Codable, Hashable, Sendable {
  /// Offset of the word in the text, in Unicode scalars from 0.
  public var location: Int
  /// Length of the word, in Unicode scalars.
  public var length: Int
  /// The frame at which the word begins, from 0 at the output's sample rate.
  public var sample: Int

  /// Makes the timing of one word.
  public init(location: Int, length: Int, sample: Int) {
    self.location = location
    self.length = length
    self.sample = sample
  }
}
