public import Guion
public import Hablare

/// Roles to add to a cast file that does not have them yet, with voices, the largest role first.
public struct CastDraft: Sendable {
  /// A role and its voice.
  public struct Role: Sendable, Equatable {
    /// The name, in the script's spelling.
    public var name: String
    /// The voice.
    public var voice: VoiceURI
    /// Other names for the same role.
    public var aliases: [String] = []
    /// The script's own description of the role.
    public var note: String?

    /// Creates a role.
    public init(name: String, voice: VoiceURI, aliases: [String] = [], note: String? = nil) {
      (self.name, self.voice, self.aliases, self.note) = (name, voice, aliases, note)
    }
  }

  /// The language of the text.
  public var language: String
  /// The narrator's voice.
  public var narrator: VoiceURI
  /// The roles, in the order of the new entries.
  public var roles: [Role]

  /// Creates a draft.
  public init(language: String, narrator: VoiceURI, roles: [Role]) {
    (self.language, self.narrator, self.roles) = (language, narrator, roles)
  }

  /// The draft as a complete cast file.
  public var file: [UInt8] {
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

  /// Returns a cast file with the new roles after its own.
  ///
  /// Every other byte stays the same.
  ///
  /// Throws the reason if the text is not a cast file.
  public func adding(to file: [UInt8]) throws(Diagnostic) -> [UInt8] {
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
    guard !role.aliases.isEmpty || role.note != nil else { return voice }
    var fields = ["\"voice\": \(voice)"]
    if !role.aliases.isEmpty {
      let names = role.aliases.map(JSONInserter.quoted).joined(separator: ", ")
      fields.append("\"aliases\": [\(names)]")
    }
    if let note = role.note { fields.append("\"note\": \(JSONInserter.quoted(note))") }
    return "{ \(fields.joined(separator: ", ")) }"
  }
}
