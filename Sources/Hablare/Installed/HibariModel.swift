import Basics

/// A voice of hibari.
///
/// Each voice has its own model, in its own file.
struct HibariModel: Sendable, Hashable {
  /// The voice's name.
  let name: String
  /// The maker's name for the file.
  let publishedName: String
  /// The size of the file, in bytes.
  let bytes: Int
  /// The SHA-256 that the maker publishes for the file.
  ///
  /// A file with one wrong bit can be loaded but speaks nonsense.
  let sha256: String
  let gender: String
  let language: String
  let locality: String
  /// Words about the voice for people; nil if there is no description.
  var character: String?
  /// The timbre, measured on the passage that measures the level of voices; nil if the voice was not
  /// measured.
  var timbre: VoiceTimbre?

  /// The address at which the maker publishes the file (hibari-tts 0.2.1, voices.py).
  var address: String {
    "https://huggingface.co/maureesewilliams/hibari/resolve/main/voices/\(publishedName)"
  }

  /// The sample rate of all voices, in hertz.
  static let sampleRate = 24_000
  /// The terms of use of all voices (hibari-tts 0.2.1, `NOTICE`).
  static let licence = VoiceLicence(name: "Apache-2.0", commercialUse: .yes)

  /// All voices (hibari-tts 0.2.1, voices.json).
  ///
  /// The first voice comes with the program.
  static let all = [
    HibariModel(
      name: "heart", publishedName: "hibari.onnx", bytes: 7_936_868,
      sha256: "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8",
      gender: "female", language: "en-US", locality: "US", character: "medium, clear",
      timbre: VoiceTimbre(fundamental: 205, centre: 1425)),
    HibariModel(
      name: "fenrir", publishedName: "am_fenrir_v2.int8.onnx", bytes: 8_031_158,
      sha256: "f59fbd87908c91f827bc21b1b89443757b9a8580db9eee20aa948deb731321f4",
      gender: "male", language: "en-US", locality: "US"),
    HibariModel(
      name: "kore", publishedName: "af_kore.int8.onnx", bytes: 7_936_868,
      sha256: "346885752673e45d42f9864c9e2432094bc4b6385df060d4b83273da764d2fa9",
      gender: "female", language: "en-US", locality: "US"),
    HibariModel(
      name: "fable", publishedName: "bm_fable.int8.onnx", bytes: 7_936_868,
      sha256: "c28529302f2d27cd12f62625c24425888c4e3c2675583100ec530259136b8bc6",
      gender: "male", language: "en-GB", locality: "GB"),
    HibariModel(
      name: "emma", publishedName: "bf_emma.int8.onnx", bytes: 7_936_868,
      sha256: "f709f0488ee63b583a22189a955aaf4257b9806dd330be3490661e53af0a89c1",
      gender: "female", language: "en-GB", locality: "GB"),
  ]

  /// The voice that comes with the program.
  static let heart = all[0]

  /// Returns the possible paths of the model in a folder of voices, in order of preference.
  ///
  /// Voices are installed into `hibari/`. The other paths are also read. Earlier versions told
  /// users to put files at these paths, and the voice that comes with the program is in a folder
  /// with the voice's name.
  func paths(in folder: String) -> [String] {
    [
      "hibari/\(name).onnx", "hibari/\(publishedName)", "\(name).onnx", publishedName,
      "\(name)/\(name).onnx",
    ]
    .map { XDGFolders.path(folder, $0) }
  }
}
