/// A natural voice whose files are on this machine.
public struct InstalledVoice: Sendable, Hashable {
  /// The engines of natural voices.
  ///
  /// Each engine needs a different kind of model.
  ///
  /// The raw value is the id of the engine's provider.
  public enum Engine: String, Sendable, Hashable, CaseIterable {
    case hibari, piper, kokoro
  }

  /// One of several speakers of a model.
  public struct Speaker: Sendable, Hashable {
    /// The name, or the number if the speaker has no name.
    public let name: String
    /// The speaker's number in the model.
    public let number: Int
  }

  /// The engine that runs the model.
  public let engine: Engine
  /// The voice's name, such as `en_US-joe-medium`.
  ///
  /// In a `VoiceURI.voiceId`, a slash and the name of a speaker can follow this id.
  public let id: String
  /// The name shown to users.
  public let name: String
  /// The BCP 47 tag, or nil if it is unknown.
  public let language: String?
  /// `female` or `male`, or nil if it is unknown or differs between speakers.
  public let gender: String?
  /// The grade of quality that the voice's makers state, such as `medium`.
  public let quality: String?
  /// The speakers, sorted by number; empty if the model has only one speaker.
  public let speakers: [Speaker]
  /// The sample rate, in hertz, or nil if the voice's files do not state it.
  public let sampleRate: Int?
  /// The terms of use; `unknown` for a Piper or Kokoro voice that this program did not install.
  public let licence: VoiceLicence
  /// The path of the model, a file in ONNX format.
  public let modelPath: String
  /// The SHA-256 of the model.
  ///
  /// For hibari, this is the published value. For Piper and Kokoro, this is the value at the time
  /// of installation.
  ///
  /// Nil if a Piper or Kokoro model was put into the folder by hand.
  public let modelSHA256: String?
  /// The path of Piper's description of the voice, or nil for other engines.
  public let descriptionPath: String?
  /// The path of a Kokoro voice's style, a table of 510 × 256 floats, or nil for other engines.
  public let stylePath: String?
  /// The measured timbres, keyed by the speaker's name.
  ///
  /// The key is empty for a voice with one speaker.
  public let timbres: [String: VoiceTimbre]
  /// The record beside the voice, or nil if there is none.
  public let record: VoiceRecord?
  /// The path of the record beside the voice, even if there is no record.
  public let recordPath: String
}

extension InstalledVoice {
  /// The voices for casting: the voice itself, or each of its speakers.
  public var voices: [Voice] {
    if speakers.isEmpty { return [voice(speaker: nil)] }
    return speakers.map { voice(speaker: $0.name) }
  }

  private func voice(speaker: String?) -> Voice {
    var labels = licence.labels
    labels["sampleRate"] = sampleRate.map(String.init)
    return Voice(
      id: speaker.map { "\(id)/\($0)" } ?? id, name: speaker.map { "\(name), \($0)" } ?? name,
      providerId: engine.rawValue, language: language, gender: gender, quality: quality,
      category: speaker == nil ? "voice" : "speaker", labels: labels)
  }
}

/// Why a file in a folder of voices is unusable.
public struct InstalledVoiceProblem: Error, Sendable, Hashable {
  /// The file or folder.
  public let path: String
  /// The reason, in a few words.
  public let reason: String
}

extension InstalledVoiceProblem {
  /// The name of the Piper voice that a voice file or its description belongs to.
  static func voiceName(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    let ending = [".onnx.json", ".onnx"].first(where: file.hasSuffix) ?? ""
    return String(file.dropLast(ending.count))
  }
}

extension InstalledVoiceProblem: CustomStringConvertible {
  /// The path and the reason in one sentence.
  public var description: String { "\(path) cannot be used: \(reason)" }
}
