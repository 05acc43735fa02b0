import Audio
import Digest
import Hablare
import Narration

/// Digests of everything a chapter's bytes depend on (Documentation/design.md, decision 2).
struct FingerprintMaker {
  let options: BuildOptions
  let sampleRate: Int
  let engineVersions: EngineVersions

  /// The sound: words, voices, manner, pauses, engines, rules, format and program.
  func sound(of read: TableRead) -> String {
    var hash = FieldHash()
    hash.add(options.generator)
    hash.add(SpeechLogicRulesV1_0.version)
    for format in options.formats { hash.add(format.rawValue) }
    hash.add(sampleRate)
    hash.add(options.bitrate ?? 0)
    for passage in read.passages {
      hash.add(passage.pauseBefore)
      hash.add(passage.items.count)
      for item in passage.items { add(item, to: &hash) }
    }
    hash.add(read.pauseAfter)
    return hash.finish()
  }

  private func add(_ item: SpokenItem, to hash: inout FieldHash) {
    hash.add(item.spans.count)
    for span in item.spans {
      let performance = span.performance
      hash.add(performance.key)
      hash.add(engineVersions[performance.voice])
      hash.add(span.pauseBefore)
      hash.add(span.hasPhonemes ? 1 : 0)
      hash.add(span.text)
    }
  }

  /// The tags and the name.
  func tags(index: Int, title: String, album: String, authors: [String], fileStem: String)
    -> String
  {
    var hash = FieldHash()
    hash.add(index)
    hash.add(title)
    hash.add(album)
    for author in authors { hash.add(author) }
    hash.add(fileStem)
    return hash.finish()
  }
}

/// Hashes fields so that no two lists of fields run into each other: each with its length before it.
private struct FieldHash: ~Copyable {
  private var hash = SHA256()

  mutating func add(_ text: String) {
    hash.update("\(text.utf8.count):\(text)")
  }

  mutating func add(_ number: Int) { add(String(number)) }

  consuming func finish() -> String { hash.finish().hex }
}
