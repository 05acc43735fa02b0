import Basics

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
