import Phonemes

/// A voice of hibari: a graph in a file of its own.
struct HibariModel: Sendable, Hashable {
  /// The voice's name.
  let name: String
  /// What its maker calls the file.
  let publishedName: String
  /// The digest of the file, as its maker publishes it: a file with one bit wrong loads and speaks nonsense.
  let sha256: String
  let gender: String
  let language: String
  let locality: String

  /// The lexicon whose symbols the graph was taught.
  var dialect: EnglishDialect { language == "en-GB" ? .british : .american }

  /// All voices, the one of the program first (hibari-tts 0.2.1, voices.json).
  static let all = [
    HibariModel(
      name: "heart", publishedName: "hibari.onnx",
      sha256: "5f70741d4e900f4e85d0037498736cc1b3e1b9a63a13546a5da1e63abf4fccd8",
      gender: "female", language: "en-US", locality: "US"),
    HibariModel(
      name: "fenrir", publishedName: "am_fenrir_v2.int8.onnx",
      sha256: "f59fbd87908c91f827bc21b1b89443757b9a8580db9eee20aa948deb731321f4",
      gender: "male", language: "en-US", locality: "US"),
    HibariModel(
      name: "kore", publishedName: "af_kore.int8.onnx",
      sha256: "346885752673e45d42f9864c9e2432094bc4b6385df060d4b83273da764d2fa9",
      gender: "female", language: "en-US", locality: "US"),
    HibariModel(
      name: "fable", publishedName: "bm_fable.int8.onnx",
      sha256: "c28529302f2d27cd12f62625c24425888c4e3c2675583100ec530259136b8bc6",
      gender: "male", language: "en-GB", locality: "GB"),
    HibariModel(
      name: "emma", publishedName: "bf_emma.int8.onnx",
      sha256: "f709f0488ee63b583a22189a955aaf4257b9806dd330be3490661e53af0a89c1",
      gender: "female", language: "en-GB", locality: "GB"),
  ]

  /// The voice that comes with the program.
  static let heart = all[0]
}
