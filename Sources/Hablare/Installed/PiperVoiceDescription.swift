import Basics
import FoundationEssentials

/// The description of a Piper voice, from the `.onnx.json` file beside the voice's model.
///
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
  ///
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
  ///
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
  /// Reads the description at a path.
  init(at path: String) throws(InstalledVoiceProblem) {
    let bytes: [UInt8]?
    do throws(FileFault) {
      bytes = try Files<FileFault>.contents(
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
