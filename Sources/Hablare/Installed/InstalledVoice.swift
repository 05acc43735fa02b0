import Basics

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
  package let modelPath: String
  /// The SHA-256 of the model.
  /// For hibari, this is the published value. For Piper and Kokoro, this is the value at the time
  /// of installation.
  /// Nil if a Piper or Kokoro model was put into the folder by hand.
  package let modelSHA256: String?
  /// The path of Piper's description of the voice, or nil for other engines.
  package let descriptionPath: String?
  /// The path of a Kokoro voice's style, a table of 510 × 256 floats, or nil for other engines.
  package let stylePath: String?
  /// The measured timbres, keyed by the speaker's name.
  /// The key is empty for a voice with one speaker.
  package let timbres: [String: VoiceTimbre]
  /// The record beside the voice, or nil if there is none.
  package let record: VoiceRecord?
  /// The path of the record beside the voice, even if there is no record.
  package let recordPath: String
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

/// The natural voices that were on this machine when the folders were read.
public struct InstalledVoices: Sendable {
  /// The voices of Piper, Kokoro and hibari, each sorted by name.
  public let voices: [InstalledVoice]
  /// The unusable files, sorted by path.
  public let problems: [InstalledVoiceProblem]

  /// Finds the voices in the folders.
  ///
  /// If several folders contain a voice with the same name and engine, the first folder is used.
  public init(in folders: VoiceFolders = VoiceFolders()) {
    var search = VoiceSearch()
    for folder in folders.all { search.readPiper(in: XDGFolders.path(folder, "piper")) }
    search.readKokoro(in: folders.all.map { XDGFolders.path($0, "kokoro") })
    search.readHibari(in: folders.all)
    (voices, problems) = (search.sortedVoices, search.problems.sorted { $0.path < $1.path })
  }

  /// Returns the voices of an engine.
  public func voices(of engine: InstalledVoice.Engine) -> [InstalledVoice] {
    voices.filter { $0.engine == engine }
  }

  /// Returns a voice by its name.
  ///
  /// A slash and a speaker's name after the voice's name are ignored.
  public func voice(_ id: String, of engine: InstalledVoice.Engine) -> InstalledVoice? {
    let name = id.prefix { $0 != "/" }
    return voices.first { $0.engine == engine && $0.id == name }
  }

  /// Returns whether a voice of an engine speaks a language, or a regional form of the language.
  ///
  /// Returns false for a language whose phonemes espeak-ng cannot find.
  public func speaks(_ language: String, _ engine: InstalledVoice.Engine) -> Bool {
    if UnreadableLanguage.reason(language) != nil { return false }
    let tags = voices(of: engine).compactMap(\.language)
    let filter = LanguageFilter(language, among: tags)
    return tags.contains(where: filter.accepts)
  }

  /// Returns the voice and the speaker that a URI names; nil if the voice is not installed.
  /// The speaker is empty if the URI names no speaker.
  func place(of uri: VoiceURI) -> (voice: InstalledVoice, speaker: String)? {
    guard let engine = InstalledVoice.Engine(rawValue: uri.providerId) else { return nil }
    // In a hibari voice's id, a plus sign precedes the name of a derived speaker.
    let separator: Character = engine == .hibari ? "+" : "/"
    let parts = uri.voiceId.split(separator: separator, maxSplits: 1).map(String.init)
    guard let id = parts.first, let voice = voice(id, of: engine) else { return nil }
    return (voice, parts.count > 1 ? parts[1] : "")
  }

  /// Returns the terms of use of a voice, or nil if the voice is not installed.
  public func licence(of uri: VoiceURI) -> VoiceLicence? { place(of: uri)?.voice.licence }
}

/// The terms on which a voice may be used, as its makers state them.
public struct VoiceLicence: Sendable, Hashable {
  /// Whether a use is allowed.
  public enum Permission: String, Sendable, Hashable, CaseIterable {
    case yes, no, unknown
  }

  /// The licence: an SPDX identifier such as `CC-BY-4.0`, the makers' own words, or `unknown`.
  public var name: String
  /// Whether the licence allows commercial use of the voice's audio.
  public var commercialUse: Permission

  package init(name: String, commercialUse: Permission) {
    (self.name, self.commercialUse) = (name, commercialUse)
  }

  /// The licence of a voice whose makers state no licence.
  public static let unknown = VoiceLicence(name: "unknown", commercialUse: .unknown)
}

extension VoiceLicence {
  /// Returns the licence that a provider states for a voice, or nil if the provider states no
  /// licence.
  public init?(of voice: Voice) {
    guard let name = voice.labels["licence"] else { return nil }
    let use = voice.labels["commercialUse"].flatMap(Permission.init)
    self.init(name: name, commercialUse: use ?? .unknown)
  }

  /// The licence as labels of a `Voice`.
  var labels: [String: String] { ["licence": name, "commercialUse": commercialUse.rawValue] }
}

/// The rules for names of voices, which become file names.
enum VoiceName {
  /// The maximum number of bytes in a name.
  /// With the longest ending, the name still fits in a file name (NAME_MAX is 255).
  static let longest = 200

  /// Returns whether a name is safe as a file name and as a voice id.
  /// A safe name contains only letters, digits and `._+-`, does not begin with `.` or `-`, and is
  /// not too long. Letters need not be ASCII: Piper has `pt_PT-tugão-medium`.
  static func isSafe(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first != ".", first != "-",
      name.utf8.count <= longest
    else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "+", "-": true
      default: scalar.value >= 0xA0 && (scalar.properties.isAlphabetic || isMark(scalar))
      }
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
  }
}
