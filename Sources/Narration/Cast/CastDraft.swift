package import Guion
package import Hablare

/// Roles that are missing from a cast file, each with a voice.
/// The largest role is first.
package struct CastDraft: Sendable {
  package struct Role: Sendable, Equatable {
    /// The name, in the script's spelling.
    package var name: String
    package var voice: VoiceURI
    /// Other names for the same role.
    package var aliases: [String] = []
    /// A description of the role from the script, and the evidence for the gender and the age.
    package var note: String?
    /// The gender; nil if the script does not tell.
    package var gender: RoleGender?
    /// The age; nil if the script does not tell.
    package var age: RoleAge?
    /// The audio effect, for a role that is a thing; nil for people.
    package var effect: Delivery.Effect?

    package init(
      name: String, voice: VoiceURI, aliases: [String] = [], note: String? = nil,
      gender: RoleGender? = nil, age: RoleAge? = nil, effect: Delivery.Effect? = nil
    ) {
      (self.name, self.voice, self.aliases, self.note) = (name, voice, aliases, note)
      (self.gender, self.age, self.effect) = (gender, age, effect)
    }
  }

  package var language: String
  package var narrator: VoiceURI
  /// The roles, in the order of the new entries.
  package var roles: [Role]

  package init(language: String, narrator: VoiceURI, roles: [Role]) {
    (self.language, self.narrator, self.roles) = (language, narrator, roles)
  }

  package var file: [UInt8] {
    let lines = roles.map { "    \(JSONInserter.quoted($0.name)): \(Self.value(of: $0))" }
    let characters = lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n  }"
    return Array(
      """
      {
        "version": 1,
        "language": \(JSONInserter.quoted(language)),
        "narrator": \(JSONInserter.quoted(narrator.description)),
        "characters": \(characters)
      }

      """.utf8)
  }

  /// Returns the cast file with the new roles added after its existing roles.
  /// The text of the file stays the same otherwise.
  /// Throws a diagnostic if the file is not valid JSON.
  package func adding(to file: [UInt8]) throws(Diagnostic) -> [UInt8] {
    guard !roles.isEmpty else { return file }
    var text = JSONInserter(file)
    var root = try JSONDocument.parse(text.bytes).get()
    if root.member("characters") == nil {
      text.add([("characters", "{}")], to: root)
      text = JSONInserter(text.bytes)
      root = try JSONDocument.parse(text.bytes).get()
    }
    if let characters = root.member("characters") {
      text.add(roles.map { ($0.name, Self.value(of: $0)) }, to: characters)
    }
    return text.bytes
  }

  private static func value(of role: Role) -> String {
    let voice = JSONInserter.quoted(role.voice.description)
    var fields = ["\"voice\": \(voice)"]
    if let gender = role.gender { fields.append("\"gender\": \"\(gender.rawValue)\"") }
    if let age = role.age { fields.append("\"age\": \"\(age.rawValue)\"") }
    if let effect = role.effect { fields.append("\"effect\": \"\(effect.rawValue)\"") }
    if !role.aliases.isEmpty {
      let names = role.aliases.map(JSONInserter.quoted).joined(separator: ", ")
      fields.append("\"aliases\": [\(names)]")
    }
    if let note = role.note { fields.append("\"note\": \(JSONInserter.quoted(note))") }
    guard fields.count > 1 else { return voice }
    return "{ \(fields.joined(separator: ", ")) }"
  }
}
