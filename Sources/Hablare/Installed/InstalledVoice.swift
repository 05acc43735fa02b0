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
  let modelPath: String
  /// The SHA-256 of the model.
  /// For hibari, this is the published value. For Piper and Kokoro, this is the value at the time
  /// of installation.
  /// Nil if a Piper or Kokoro model was put into the folder by hand.
  let modelSHA256: String?
  /// The path of Piper's description of the voice, or nil for other engines.
  let descriptionPath: String?
  /// The path of a Kokoro voice's style, a table of 510 × 256 floats, or nil for other engines.
  let stylePath: String?
  /// The measured timbres, keyed by the speaker's name.
  /// The key is empty for a voice with one speaker.
  package let timbres: [String: VoiceTimbre]
  /// The record beside the voice, or nil if there is none.
  package let record: VoiceRecord?
  /// The path of the record beside the voice, even if there is no record.
  let recordPath: String
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

/// The data of an installed voice, in the file `NAME.voice.json` beside it.
/// A missing key means that the value is unknown, but `id` and `engine` are required. Unknown keys
/// are ignored.
package struct VoiceRecord: Sendable, Hashable {
  package struct File: Sendable, Hashable {
    /// The name, without a folder.
    package var name: String
    package var bytes: Int
    /// The SHA-256 in hexadecimal digits.
    package var sha256: String
    /// The address or path that the file came from, or nil if it is unknown.
    package var source: String?

    package init(name: String, bytes: Int, sha256: String, source: String? = nil) {
      (self.name, self.bytes, self.sha256, self.source) = (name, bytes, sha256, source)
    }
  }

  /// The voice's name, such as `en_US-joe-medium`.
  package var id: String
  /// The engine that runs the voice.
  package var engine: InstalledVoice.Engine
  /// The BCP 47 tag, or nil if it is unknown.
  package var language: String?
  /// `female`, `male` or `neutral`, or nil if it is unknown or differs between speakers.
  package var gender: String?
  /// The grade of quality that the voice's makers state, such as `medium`.
  package var quality: String?
  /// The terms of use.
  package var licence: VoiceLicence
  package var files: [File]
  /// The measured timbres, keyed by the speaker's name.
  /// The key is empty for a voice with one speaker.
  package var timbres: [String: VoiceTimbre]

  package init(
    id: String, engine: InstalledVoice.Engine, language: String? = nil, gender: String? = nil,
    quality: String? = nil, licence: VoiceLicence = .unknown, files: [File] = [],
    timbres: [String: VoiceTimbre] = [:]
  ) {
    (self.id, self.engine, self.language, self.gender) = (id, engine, language, gender)
    (self.quality, self.licence, self.files, self.timbres) = (quality, licence, files, timbres)
  }

  /// Returns the SHA-256 that a file had at its installation, or nil if the record does not state
  /// it.
  func sha256(of name: String) -> String? { files.first { $0.name == name }?.sha256 }

  /// The ending of the record's file name.
  static let ending = ".voice.json"
}

extension VoiceRecord {
  /// Returns the record in a file; nil if the file does not exist.
  /// Throws the reason if the record is unusable.
  static func read(_ path: String) throws(InstalledVoiceProblem) -> VoiceRecord? {
    let bytes: [UInt8]?
    do throws(FileError) {
      bytes = try Files<FileError>.contents(
        of: path, limit: InputLimit.voiceRecord.maximum, followingLinks: true)
    } catch {
      throw InstalledVoiceProblem(path: path, reason: error.reason)
    }
    guard let bytes else { return nil }
    guard let json = JSONValue(bytes), let record = VoiceRecord(json) else {
      throw InstalledVoiceProblem(path: path, reason: "it is not the record of a voice")
    }
    return record
  }

  /// Parses a record; nil if it has no valid id or no known engine.
  init?(_ json: JSONValue) {
    guard let id = json["id"]?.text, VoiceName.isSafe(id),
      let engine = json["engine"]?.text.flatMap(InstalledVoice.Engine.init)
    else { return nil }
    let permission = json["commercialUse"]?.text.flatMap(VoiceLicence.Permission.init)
    self.init(
      id: id, engine: engine, language: json["language"]?.text, gender: json["gender"]?.text,
      quality: json["quality"]?.text,
      licence: VoiceLicence(
        name: json["licence"]?.text ?? VoiceLicence.unknown.name,
        commercialUse: permission ?? .unknown),
      files: json["files"]?.values?.compactMap(File.init) ?? [],
      timbres: json["timbres"]?.members?.compactMapValues(VoiceTimbre.init) ?? [:])
  }

  /// The contents of the record's file, as JSON.
  var encoded: [UInt8] {
    var members: [String: JSONValue] = [
      "id": .string(id), "engine": .string(engine.rawValue), "licence": .string(licence.name),
      "commercialUse": .string(licence.commercialUse.rawValue),
      "files": .array(files.map(\.json)),
    ]
    members["language"] = language.map(JSONValue.string)
    members["gender"] = gender.map(JSONValue.string)
    members["quality"] = quality.map(JSONValue.string)
    if !timbres.isEmpty { members["timbres"] = .object(timbres.mapValues(\.json)) }
    var json = JSONWriter(style: .pretty)
    json.value(.object(members), lines: 2)
    json.endLine()
    return json.take()
  }
}

extension VoiceRecord.File {
  fileprivate init?(_ json: JSONValue) {
    guard let name = json["name"]?.text, let bytes = json["bytes"]?.integer,
      let sha256 = json["sha256"]?.text
    else { return nil }
    self.init(name: name, bytes: bytes, sha256: sha256, source: json["source"]?.text)
  }

  /// The file's entry in the record.
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "name": .string(name), "bytes": .int(bytes), "sha256": .string(sha256),
    ]
    members["source"] = source.map(JSONValue.string)
    return .object(members)
  }
}

extension VoiceTimbre {
  fileprivate init?(_ json: JSONValue) {
    guard let fundamental = json["fundamental"]?.number, let centre = json["centre"]?.number,
      fundamental > 0, centre > 0
    else { return nil }
    self.init(fundamental: fundamental, centre: centre)
  }

  /// The entry in a record.
  /// Frequencies are in hertz, rounded to tenths, because smaller differences cannot be heard.
  fileprivate var json: JSONValue {
    let tenths = { (value: Double) in JSONValue.double((value * 10).rounded() / 10) }
    return .object(["fundamental": tenths(fundamental), "centre": tenths(centre)])
  }
}
