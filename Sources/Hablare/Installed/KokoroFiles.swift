import Basics

/// The files of Kokoro v1.0: one model, and a style for each voice.
enum KokoroFiles {
  /// The file name of the model.
  static let modelName = "kokoro-v1.0.onnx"
  /// The name of the model's record, a file in the same folder as the model.
  static let modelRecordName = "kokoro-v1.0.model.json"
  /// The folder of the styles, which are files named `NAME.bin`.
  static let voicesFolder = "voices"
  /// The sample rate of all voices, in hertz.
  static let sampleRate = 24_000

  /// The size of a style in bytes.
  ///
  /// A style has 256 floats of 32 bits for each length of a text, from 1 to 510 phonemes.
  static let styleBytes = 510 * 256 * 4

  /// Returns the styles in a folder, sorted by name.
  static func styles(in folder: String) -> [(name: String, path: String)] {
    let voices = XDGFolders.path(folder, voicesFolder)
    return FolderListing.names(in: voices).sorted().filter { $0.hasSuffix(".bin") }.map {
      (String($0.dropLast(4)), XDGFolders.path(voices, $0))
    }
  }

  /// Returns the SHA-256 that the model had at its installation, or nil if the user put the model
  /// into the folder by hand.
  static func modelDigest(beside model: String) -> String? {
    let path = XDGFolders.path(Files<FileFault>.folder(of: model), modelRecordName)
    let bytes = try? Files<FileFault>.contents(of: path, limit: InputLimit.voiceRecord.maximum)
    return bytes.flatMap { JSONValue($0) }?["sha256"]?.text
  }

  /// Returns the contents of the model's record, as JSON.
  static func modelRecord(_ file: VoiceRecord.File) -> [UInt8] {
    var json = JSONWriter(style: .pretty)
    json.value(file.json, lines: 1)
    json.endLine()
    return json.take()
  }
}
