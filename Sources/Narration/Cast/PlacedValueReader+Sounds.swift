import Basics
import Guion
import Hablare

extension PlacedValueReader {
  /// Reads the object `sounds`.
  /// `home` is the name of the file that has the object, for messages.
  mutating func sounds(_ node: JSONNode, into settings: inout SoundSettings, home: String) {
    let keys = [
      "files", "scenes", "intro", "outro", "between", "words", "attack", "release",
    ]
    for member in members(node, "sounds", keys: keys) ?? [] {
      let (key, value) = (member.key, member.value)
      switch key {
      case "files": soundFiles(value, into: &settings, home)
      case "scenes":
        for scene in uniqueMembers(value, "scenes") ?? [] {
          guard let name = string(scene.value, "\"\(scene.key)\"", limit: .name) else { continue }
          settings.scenes.removeAll { $0.pattern == scene.key }
          settings.scenes.append((scene.key, name))
        }
      case "intro": settings.intro = string(value, key, limit: .name)
      case "outro": settings.outro = string(value, key, limit: .name)
      case "between": settings.between = string(value, key, limit: .name)
      case "attack": settings.attack = number(value, key, in: 0.01...10) ?? settings.attack
      case "release": settings.release = number(value, key, in: 0.01...10) ?? settings.release
      default: soundWords(value, into: &settings)
      }
    }
  }

  private mutating func soundWords(_ node: JSONNode, into settings: inout SoundSettings) {
    for member in members(node, "words", keys: SoundCue.Bus.allCases.map(\.rawValue)) ?? [] {
      guard let bus = SoundCue.Bus(rawValue: member.key) else { continue }
      for (word, position) in strings(member.value, member.key, limit: .name) {
        if word.hasLetterOrDigit {
          settings.words[SoundCue.folded(word)] = bus
        } else {
          report("bad-name", "\"\(word)\" has no letters or digits", at: position)
        }
      }
    }
  }

  private mutating func soundFiles(
    _ node: JSONNode, into settings: inout SoundSettings, _ home: String
  ) {
    var seen: Set<String> = []
    for member in uniqueMembers(node, "files") ?? [] {
      let folded = SoundCue.folded(member.key)
      guard !folded.isEmpty else {
        report("bad-name", "\"\(member.key)\" is no name of a sound", at: member.keyPosition)
        continue
      }
      guard seen.insert(folded).inserted else {
        report(
          "duplicate-name", "the sound \"\(member.key)\" is named twice; remove one of the two",
          at: member.keyPosition)
        continue
      }
      guard let entry = soundFile(member, home) else { continue }
      settings.files.removeAll { SoundCue.folded($0.name) == folded }
      settings.files.append(entry)
    }
  }

  /// Reads the path of a file, or an object with the path and how the file is heard.
  private mutating func soundFile(
    _ member: JSONNode.Member, _ home: String
  ) -> SoundSettings.Entry? {
    var entry = SoundSettings.Entry(name: member.key, position: member.keyPosition)
    if case .string = member.value.value {
      entry.file = place(member.value, "file", "the sound", home)
      return entry
    }
    let keys = ["file", "gain", "loop", "fadeIn", "fadeOut", "duck", "pan", "note"]
    let name = "\"\(member.key)\""
    guard let fields = members(member.value, name, keys: keys) else { return nil }
    for field in fields {
      let (key, value) = (field.key, field.value)
      switch key {
      case "file": entry.file = place(value, key, "the sound", home)
      case "gain": entry.gain = number(value, key, in: -60...20) ?? 0
      case "loop": entry.loops = bool(value, key)
      case "fadeIn": entry.fadeIn = number(value, key, in: 0...60)
      case "fadeOut": entry.fadeOut = number(value, key, in: 0...60)
      case "duck": entry.duck = number(value, key, in: 0...60)
      case "pan": entry.pan = number(value, key, in: -1...1) ?? 0
      default: _ = string(value, key)
      }
    }
    if !fields.contains(where: { $0.key == "file" || $0.key == "note" }) {
      report("missing-key", "the sound \(name) needs \"file\"", at: member.keyPosition)
    }
    return entry
  }

  /// Reads the path of a file or folder. A cast is untrusted, so it must not name files outside its own folder.
  mutating func place(
    _ node: JSONNode, _ key: String, _ what: String, _ home: String
  ) -> FileReference? {
    guard let path = string(node, key), !path.isEmpty else { return nil }
    guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else {
      report("outside-folder", "\(what) must be in the folder of \(home)", at: node.position)
      return nil
    }
    return FileReference(path: path, in: file, position: node.position)
  }
}
