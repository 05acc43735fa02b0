/// A natural voice whose files are on this machine.
public struct InstalledVoice: Sendable, Hashable {
  /// The kinds of graphs; each is also the id of the provider that speaks with them.
  public enum Engine: String, Sendable, Hashable, CaseIterable {
    case hibari, piper, kokoro
  }

  /// One of the speakers of a graph that has several.
  public struct Speaker: Sendable, Hashable {
    /// The name, or the number if the speaker has none.
    public let name: String
    /// The number that the graph takes.
    public let number: Int
  }

  /// The kind of graph.
  public let engine: Engine
  /// The voice's name, such as `en_US-joe-medium`; in `VoiceURI.voiceId` a speaker's name may follow a slash.
  public let id: String
  /// The name shown to people.
  public let name: String
  /// The BCP 47 tag; nil if it is unknown.
  public let language: String?
  /// `female` or `male`; nil if it is unknown, or differs between speakers.
  public let gender: String?
  /// The makers' own grade of quality, such as `medium`.
  public let quality: String?
  /// The speakers, by number; empty if there is only one.
  public let speakers: [Speaker]
  /// The rate of the sound, in hertz; nil if the voice's files do not say.
  public let sampleRate: Int?
  /// The terms of use: `unknown` for a voice that was not installed by this program.
  public let licence: VoiceLicence
  /// The path of the graph.
  public let modelPath: String
  /// The SHA-256 that the graph had when it was installed; nil if it was put there by hand.
  public let modelSHA256: String?
  /// The path of Piper's description of the voice; nil for other engines.
  public let descriptionPath: String?
  /// The path of a Kokoro voice's style, a table of 510 × 256 floats; nil for other engines.
  public let stylePath: String?
  /// How the voice sounds, by the name of the speaker; the empty name is a voice with one speaker.
  public let timbres: [String: VoiceTimbre]
  /// The record beside the voice; nil if there is none.
  public let record: VoiceRecord?
  /// Where that record is, or would be.
  public let recordPath: String
}

extension InstalledVoice {
  /// What can be cast: the voice, or each of its speakers.
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

/// Why a file in a folder of voices cannot be used.
public struct InstalledVoiceProblem: Error, Sendable, Hashable {
  /// The file or folder.
  public let path: String
  /// What is wrong with it, in a few words.
  public let reason: String
}

extension InstalledVoiceProblem: CustomStringConvertible {
  /// Both in one sentence.
  public var description: String { "\(path) cannot be used: \(reason)" }
}
