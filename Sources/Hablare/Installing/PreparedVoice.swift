/// A voice that is ready to install, with its terms of use.
public struct PreparedVoice: Sendable {
  /// The voice.
  public let voice: OfferedVoice
  /// The terms of use.
  public let licence: VoiceLicence
  /// The total size of the files to fetch, in bytes.
  public let bytes: Int
  /// The files to fetch.
  ///
  /// The model is last, because it makes the voice usable.
  let files: [OfferedVoice.File]
}
