import Audio
import Guion
import Hablare
import Narration

/// Computes the two fingerprints of a chapter, for its audio and for its tags (Documentation/design.md, "The plan").
struct FingerprintMaker: Sendable {
  let options: BuildOptions
  let rules: RuleSet
  let sampleRate: Int
  let engineVersions: EngineVersions

  /// The program and rules that read the script.
  var program: [String] { [options.generator, rules.rawValue] }

  /// The formats and settings of the encoded audio.
  var encoding: [String] {
    // A setting that few books use is added only if it is used. So a new setting does not change the fingerprints of
    // books that do not use it.
    options.encodings.map(\.rawValue) + [String(sampleRate), String(options.bitrate ?? 0)]
      + (options.loudness == .off ? [] : ["loudness \(options.loudness)"])
      + (options.channels == 1 ? [] : ["\(options.channels) channels"])
      + [options.roomTone(rules).map { "room tone \($0)" }].compactMap(\.self)
      + (options.bits == 16 ? [] : ["\(options.bits) bits unrounded"])
      + (options.needsLayers ? ["layers"] : [])
  }

  /// Returns the digest of everything that the audio depends on: program, rules, encoding, pauses and spans.
  /// Sounds count only if the chapter has a file for one of them.
  func sound(
    of read: TableRead, _ sounds: [PlannedSound] = [], _ ducking: [Double] = []
  ) -> String {
    var hash = TextFieldHasher()
    for field in program + encoding { hash.add(field) }
    for passage in read.passages {
      hash.add(passage.pauseBefore)
      hash.add(passage.items.count)
      for item in passage.items { add(item, to: &hash) }
    }
    hash.add(read.pauseAfter)
    if let pauses = read.pausesInside.key { hash.add(pauses) }
    if sounds.contains(where: { $0.file != nil }) { add(sounds, ducking, to: &hash) }
    return hash.finish()
  }

  private func add(
    _ sounds: [PlannedSound], _ ducking: [Double], to hash: inout TextFieldHasher
  ) {
    hash.add("sounds \(ducking)")
    for sound in sounds {
      let isEnd = sound.cue == nil || sound.cue?.mode == .stop
      guard isEnd || sound.file != nil else { continue }
      hash.add(sound.passage)
      hash.add(sound.span)
      hash.add(sound.file?.key ?? "end \(sound.cue.map { "\($0.bus) \($0.name)" } ?? "")")
      hash.add(sound.cue?.bus.rawValue ?? "")
    }
  }

  private func add(_ item: SpokenItem, to hash: inout TextFieldHasher) {
    hash.add(item.spans.count)
    for span in item.spans {
      let performance = span.performance
      hash.add(manner(of: performance))
      hash.add(engineVersions[performance.voice])
      hash.add(span.pauseBefore)
      hash.add(span.hasPhonemes ? 1 : 0)
      hash.add(span.text)
      for stress in span.stresses { hash.add(stress.key) }
      if span.take > 0 { hash.add("take \(span.take)") }
    }
  }

  /// Returns the voice and manner as text, with the stereo position if there is one.
  func manner(of performance: Performance) -> String {
    // From rule set 1.2 on, effects keep the loudness.
    (performance.effect == nil || rules < .v1_2 ? performance.key : "\(performance.key) loud")
      + (options.channels == 1 || performance.pan == 0 ? "" : " pan=\(performance.pan)")
  }

  /// Returns the digest of the chapter's tags and file name.
  func tags(index: Int, title: String, album: String, authors: [String], fileStem: String)
    -> String
  {
    var hash = TextFieldHasher()
    hash.add(index)
    hash.add(title)
    hash.add(album)
    for author in authors { hash.add(author) }
    hash.add(fileStem)
    return hash.finish()
  }
}
