import Basics

/// The paths of voice files below a folder of voices.
enum VoiceFiles {
  static func folder(of engine: InstalledVoice.Engine, in voices: String) -> String {
    XDGFolders.path(voices, engine.rawValue)
  }

  /// Returns the path of a voice's file.
  static func path(
    of file: OfferedVoice.File, engine: InstalledVoice.Engine, in voices: String
  ) -> String {
    XDGFolders.path(folder(of: engine, in: voices), file.name)
  }

  /// Returns the path of a voice's record.
  static func record(of id: String, engine: InstalledVoice.Engine, in voices: String) -> String {
    let folder = folder(of: engine, in: voices)
    let place = engine == .kokoro ? XDGFolders.path(folder, KokoroFiles.voicesFolder) : folder
    return XDGFolders.path(place, id + VoiceRecord.ending)
  }

  static func isShared(_ file: OfferedVoice.File, engine: InstalledVoice.Engine) -> Bool {
    engine == .kokoro && file.name == KokoroFiles.modelName
  }
}
