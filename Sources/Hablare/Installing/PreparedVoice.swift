/// A voice that is ready to install, with its terms of use.
public struct PreparedVoice: Sendable {
  /// The voice.
  public let voice: OfferedVoice
  /// The terms of use.
  public let licence: VoiceLicence
  /// The number of bytes that are not yet on this machine.
  public let bytes: Int
  /// The files that are not yet on this machine, the graph last.
  ///
  /// The graph makes the voice usable.
  let files: [OfferedVoice.File]
}
