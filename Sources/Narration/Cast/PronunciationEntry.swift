import Guion

/// Edits the entries of `pronunciations` in a cast file.
enum PronunciationEntry {
  /// Returns the file with the spelling and the IPA of a word.
  /// The existing entry for this word and role is changed. An entry that is limited to a language is not changed. If
  /// there is no entry to change, a new entry is added.
  static func setting(
    _ pronunciation: Pronunciation, in bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    var file = try JSONFile(bytes).having("pronunciations", "[]")
    for (key, value) in [("say", pronunciation.say), ("ipa", pronunciation.ipa)] {
      guard let entry = entry(pronunciation.text, pronunciation.character, in: file)?.node else {
        break
      }
      file = try JSONFile(file.setting(key, to: value.map(JSONInserter.quoted), of: entry))
    }
    guard entry(pronunciation.text, pronunciation.character, in: file) == nil,
      let list = file.root.member("pronunciations")
    else { return file.bytes }
    var text = JSONInserter(file.bytes)
    text.append(json(of: pronunciation), to: list)
    return text.bytes
  }

  /// Returns the file without the entry for a word and a role.
  /// Entries that are limited to a language stay.
  static func removing(
    _ text: String, _ character: String?, from bytes: [UInt8]
  ) throws(Diagnostic) -> [UInt8] {
    let file = try JSONFile(bytes)
    guard let list = file.root.member("pronunciations"),
      let index = entry(text, character, in: file)?.index
    else { return bytes }
    var changed = JSONInserter(bytes)
    changed.remove(value: index, of: list)
    return changed.bytes
  }

  private static func entry(
    _ text: String, _ character: String?, in file: JSONFile
  ) -> (index: Int, node: JSONNode)? {
    guard case .array(let entries) = file.root.member("pronunciations")?.value else { return nil }
    let role = character.map(CharacterNormalizer.folded)
    return entries.enumerated().first { _, entry in
      Self.text(entry, "text") == text && entry.member("language") == nil
        && Self.text(entry, "character").map(CharacterNormalizer.folded) == role
    }.map { (index: $0.offset, node: $0.element) }
  }

  private static func text(_ entry: JSONNode, _ key: String) -> String? {
    if case .string(let text) = entry.member(key)?.value { text } else { nil }
  }

  private static func json(of entry: Pronunciation) -> String {
    let fields = [
      ("text", entry.text), ("say", entry.say), ("ipa", entry.ipa), ("phonemes", entry.phonemes),
      ("language", entry.language), ("character", entry.character),
    ]
    let members = fields.compactMap { key, value in
      value.map { "\"\(key)\": \(JSONInserter.quoted($0))" }
    }
    return "{ \(members.joined(separator: ", ")) }"
  }
}
