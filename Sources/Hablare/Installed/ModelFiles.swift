import Basics
import FoundationEssentials

/// A voice of hibari.
/// Each voice has its own model, in its own file.
struct HibariModel: Sendable, Hashable {
  let name: String
  /// The maker's name for the file.
  let publishedName: String
  let bytes: Int
  /// The SHA-256 that the maker publishes for the file.
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
  /// The grade of all voices.
  static let quality = "high"
  /// The terms of use of all voices (hibari-tts 0.2.1, `NOTICE`).
  static let licence = VoiceLicence(name: "Apache-2.0", commercialUse: .yes)

  /// All voices (hibari-tts 0.2.1, voices.json).
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

/// The files of Kokoro v1.0: one model, and a style for each voice.
enum KokoroFiles {
  static let modelName = "kokoro-v1.0.onnx"
  /// The name of the model's record, a file in the same folder as the model.
  static let modelRecordName = "kokoro-v1.0.model.json"
  /// The folder of the styles, which are files named `NAME.bin`.
  static let voicesFolder = "voices"
  /// The sample rate of all voices, in hertz.
  static let sampleRate = 24_000
  /// The grade of all voices.
  static let quality = "high"

  /// The size of a style in bytes.
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
    let path = XDGFolders.path(Files<FileError>.folder(of: model), modelRecordName)
    let bytes = try? Files<FileError>.contents(of: path, limit: InputLimit.voiceRecord.maximum)
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

/// The meaning of a Kokoro voice's name.
/// `af_heart` is American and female. The model's VOICES.md defines the first two letters, so this
/// is the provider's data and not a guess.
struct KokoroName: Equatable {
  /// The BCP 47 tag.
  let language: String
  /// `female` or `male`.
  let gender: String
  /// The name after the underscore, for users: `Heart`.
  let shown: String

  private static let languages: [Character: String] = [
    "a": "en-US", "b": "en-GB", "e": "es", "f": "fr-FR", "h": "hi", "i": "it", "j": "ja",
    "p": "pt-BR", "z": "zh",
  ]

  /// Parses the id of a voice; nil if the id does not have the form of Kokoro's ids.
  init?(_ id: String) {
    let letters = Array(id)
    guard letters.count > 3, letters[2] == "_", letters[3].isLetter,
      let language = Self.languages[letters[0]],
      let gender = ["f": "female", "m": "male"][String(letters[1])]
    else { return nil }
    self.language = language
    self.gender = gender
    shown = letters[3].uppercased() + String(letters[4...])
  }

  /// Returns whether all ids except `others` have the form of Kokoro's ids.
  /// Returns false if there are no ids except `others`.
  static func names(all ids: [String], besides others: [String]) -> Bool {
    let own = ids.filter { !others.contains($0) }
    return !own.isEmpty && own.allSatisfy { KokoroName($0) != nil }
  }

  /// Returns the voice with the language and the gender that its name states.
  /// A gender or language that the server states is kept. Only a missing region is added.
  func describing(_ voice: Voice) -> Voice {
    var voice = voice
    // A server may state only "en". The name also states the region.
    if voice.language.map({ language.hasPrefix("\($0)-") }) ?? true { voice.language = language }
    voice.gender = voice.gender ?? gender
    return voice
  }
}

/// The description of a Piper voice, from the `.onnx.json` file beside the voice's model.
/// A field is nil if it is missing in the file.
struct PiperVoiceDescription: Decodable, Sendable {
  struct Audio: Decodable, Sendable {
    var sample_rate: Int
    var quality: String?
  }

  struct Espeak: Decodable, Sendable {
    var voice: String?
  }

  struct Language: Decodable, Sendable {
    var code: String?
    var country_english: String?
  }

  struct Inference: Decodable, Sendable {
    var noise_scale: Double?
    var length_scale: Double?
    var noise_w: Double?
  }

  var audio: Audio
  var espeak: Espeak?
  var language: Language?
  var inference: Inference?
  var dataset: String?
  var phoneme_type: String?
  var phoneme_id_map: [String: [Int]]?
  var hop_length: Int?
  var num_speakers: Int?
  var speaker_id_map: [String: Int]?
  var default_speaker_id: Int?

  /// The BCP 47 tag of the voice's language.
  /// The tag comes from the language code (such as `en_US`). If there is no code, the tag comes
  /// from the name of the espeak voice that finds the phonemes (such as `en-us`, `gmw/en-US` or
  /// `en-us+f3`). Nil if there is neither.
  var languageTag: String? {
    if let code = language?.code, !code.isEmpty {
      return LanguageTag.cased(code.replacing("_", with: "-"))
    }
    let voice = (espeak?.voice ?? "").split(separator: "/").last ?? ""
    let tag = voice.prefix { $0 != "+" }
    return tag.isEmpty ? nil : LanguageTag.cased(String(tag))
  }

  /// The voice's speakers, sorted by number; empty if the voice has only one speaker.
  /// The number of a speaker without a name is also used as the name.
  var speakers: [(name: String, number: Int)] {
    // The largest known voice, LibriTTS-R, has 904 speakers. A wrong number in the file must not
    // create millions of speakers.
    guard let count = num_speakers, (2...100_000).contains(count) else { return [] }
    var names = [Int: String]()
    for (name, number) in speaker_id_map ?? [:] where (0..<count).contains(number) {
      names[number] = min(names[number] ?? name, name)
    }
    let taken = Set(names.values)
    return (0..<count).compactMap { number in
      if let name = names[number] { return (name, number) }
      return taken.contains(String(number)) ? nil : (String(number), number)
    }
  }
}

extension PiperVoiceDescription {
  init(at path: String) throws(InstalledVoiceProblem) {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try Files<FileError>.contents(
        of: path, limit: InputLimit.piperDescription.maximum, followingLinks: true)
    } catch {
      throw InstalledVoiceProblem(path: path, reason: error.reason)
    }
    guard let bytes else { throw InstalledVoiceProblem(path: path, reason: "it is missing") }
    guard let description = try? JSONDecoder().decode(Self.self, from: Data(bytes)) else {
      throw InstalledVoiceProblem(path: path, reason: "it is not the description of a Piper voice")
    }
    guard (1000...384_000).contains(description.audio.sample_rate) else {
      let rate = description.audio.sample_rate
      throw InstalledVoiceProblem(path: path, reason: "it has an invalid sample rate, \(rate) Hz")
    }
    self = description
  }
}

/// The languages whose phonemes espeak-ng cannot find.
enum UnreadableLanguage {
  private static let names = [
    "zh": "Chinese", "cmn": "Chinese", "yue": "Cantonese", "ja": "Japanese",
  ]

  /// Returns why a language cannot be pronounced, or nil if it can.
  static func reason(_ tag: String) -> String? {
    let language = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
    return names[String(language)].map {
      "\($0) cannot be pronounced: espeak-ng cannot read its characters"
    }
  }
}
