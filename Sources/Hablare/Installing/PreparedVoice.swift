/// A voice that is about to be installed, with its terms of use.
public struct PreparedVoice: Sendable {
  /// The voice.
  public let voice: OfferedVoice
  /// The terms of use.
  public let licence: VoiceLicence
  /// The bytes that are not on this machine yet.
  public let bytes: Int
  /// The files that are not on this machine yet, the graph last: with it, the voice is there.
  let files: [OfferedVoice.File]
}
