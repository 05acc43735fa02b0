package import Guion
import Hablare
import Basics

/// Reads a cast file and reports all its errors at once, each with its position and the nearest valid spelling.
package struct CastReader {
  /// The cast, as far as it could be read.
  package private(set) var cast = Cast()
  private var values: PlacedValueReader
  /// The name of the source of the keys in messages: "the cast file" or "the guion2audio block".
  private let source: String
  /// The name, in messages, of the file in whose folder the cover must be: "the cast file" or "the document".
  private let home: String

  /// The errors and warnings about the file.
  package var diagnostics: [Diagnostic] { values.diagnostics }

  /// Reads the bytes of a cast file.
  /// Never throws: `diagnostics` contains all errors.
  /// Values in the file override `base`. `file` is the name of the file for diagnostics.
  package init(bytes: [UInt8], file: String? = nil, over base: Cast = Cast()) {
    values = PlacedValueReader(file: file)
    source = "the cast file"
    home = source
    cast = base
    if let root = values.json(bytes) { read(root) }
  }

  /// Reads a cast from a block of a document's front matter.
  /// The block has the keys of a cast file.
  package init(frontMatter block: JSONNode, file: String) {
    values = PlacedValueReader(file: file)
    source = "the guion2audio block"
    home = "the document"
    read(block)
  }

  private mutating func read(_ root: JSONNode) {
    let keys = [
      "version", "language", "narrator", "characters", "default", "rules", "speech", "pauses",
      "delivery",
      "pronunciations", "fallback", "metadata", "lint",
    ]
    for member in values.members(root, source, keys: keys) ?? [] {
      let value = member.value
      switch member.key {
      case "version": version(value)
      case "language": cast.language = values.languageTag(value, "language")
      case "narrator": cast.narrator = voice(value, "narrator")
      case "characters": characters(value)
      case "default": cast.defaultVoice = voice(value, "default")
      case "rules": if let rules: RuleSet = values.choice(value, "rules") { cast.rules = rules }
      case "speech": values.speech(value, into: &cast.speech)
      case "pauses": values.pauses(value, into: &cast.pauses)
      case "delivery": values.deliveries(value, into: &cast.delivery)
      // If a word has two entries, the first entry applies. So new entries go before inherited entries.
      case "pronunciations":
        cast.pronunciations.insert(contentsOf: values.pronunciations(value), at: 0)
        placePronunciations(value)
      case "fallback": fallback(value)
      case "lint": values.lint(value, into: &cast.lint)
      default: metadata(value)
      }
    }
  }

  private mutating func version(_ node: JSONNode) {
    guard let number = values.number(node, "version", in: 1...1_000_000), number != 1 else {
      return
    }
    values.report(
      "unsupported-version",
      "version \(PlacedValueReader.short(number)) is unknown; this program reads version 1",
      at: node.position)
  }

  private mutating func voice(_ node: JSONNode, _ name: String) -> VoiceURI? {
    values.voice(node, name, &cast.voiceReferences)
  }

  private mutating func characters(_ node: JSONNode) {
    guard let members = values.members(node, "characters") else { return }
    var roles = RoleReader()
    for member in members {
      roles.read(member, &values, &cast.voiceReferences)
      let name = CharacterNormalizer.name(of: member.key)
      cast.characterPositions[name] = Cast.Position(file: values.file, position: member.keyPosition)
    }
    cast.characters = roles.characters(over: cast.characters)
  }

  /// Records the position of each word, for the finding that a word does not occur in the text.
  private mutating func placePronunciations(_ node: JSONNode) {
    guard case .array(let entries) = node.value else { return }
    for case .object(let members) in entries.map(\.value) {
      guard let entry = members.first(where: { $0.key == "text" }),
        case .string(let text) = entry.value.value
      else { continue }
      cast.pronunciationPositions[text] = Cast.Position(
        file: values.file, position: entry.value.position)
    }
  }

  private mutating func fallback(_ node: JSONNode) {
    let form =
      "an object with a voice for each provider, such as "
      + "{ \"elevenlabs\": \"espeak://en-gb\" }"
    for member in values.uniqueMembers(node, "fallback", form: form) ?? [] {
      cast.fallback[member.key] = voice(member.value, "the fallback of \"\(member.key)\"")
      cast.fallbackReferences.append(
        .init(id: member.key, file: values.file, position: member.keyPosition))
    }
  }

  private mutating func metadata(_ node: JSONNode) {
    for member in values.members(node, "metadata", keys: ["title", "author", "cover"]) ?? [] {
      let value = member.value
      switch member.key {
      case "title": cast.title = values.string(value, "title", limit: .title)
      case "author":
        if case .array = value.value {
          let authors = values.strings(value, "author").map(\.0)
          let isShort = values.isShort(
            authors.joined(), "author", .title, at: value.position)
          cast.authors = isShort ? authors : []
        } else {
          cast.authors = values.string(value, "author", limit: .title).map { [$0] } ?? []
        }
      default: cover(value)
      }
    }
  }

  /// Reads the path of the cover.
  /// A cast file is untrusted, so it must not name files outside its own folder.
  private mutating func cover(_ node: JSONNode) {
    guard let path = values.string(node, "cover"), !path.isEmpty else { return }
    if path.hasPrefix("/") || path.split(separator: "/").contains("..") {
      values.report(
        "outside-folder", "the cover must be in the folder of \(home)", at: node.position)
    } else {
      cast.coverFile = FileReference(path: path, in: values.file, position: node.position)
    }
  }
}
