import Audio
import Basics
import Foundation
import Hablare
import Narration

/// Checks whether a folder has what a shop asks for: credits, levels, lengths, a retail sample and a cover.
struct ShopCheck {
  let shop: ShopPreset
  let folder: String
  let manifest: Manifest
  /// The files that the general check found missing, unreadable or changed. They are not opened.
  let faulty: Set<String>

  /// Returns what is wrong; empty if the folder is ready.
  func findings() -> [Finding] {
    manifest.chapters.flatMap(rules) + credits + sample + cover
  }

  private func finding(_ message: String, chapter: Int? = nil, file: String? = nil) -> Finding {
    Finding(code: .shopRule, message: message, chapter: chapter, file: file)
  }

  private func rules(of chapter: Manifest.Chapter) -> [Finding] {
    guard chapter.file.lowercased().hasSuffix(".mp3") else {
      return [
        finding(
          "the shop asks for MP3; render with --preset \(shop)", chapter: chapter.index,
          file: chapter.file)
      ]
    }
    guard !faulty.contains(chapter.file) else { return [] }
    return broken(by: chapter.file).map {
      finding($0, chapter: chapter.index, file: chapter.file)
    }
  }

  /// Returns the rules that an audio file breaks.
  private func broken(by file: String) -> [String] {
    do throws(AudioError) {
      let sound = try measured(file)
      var broken = ACXRules.violations(of: ACXRules.Chapter(sound))
      if sound.sampleRate != ACXRules.sampleRate {
        broken.append(
          "the sample rate is \(sound.sampleRate) Hz, but must be \(ACXRules.sampleRate) Hz")
      }
      return broken
    } catch {
      // The general check reports a file that cannot be read.
      return []
    }
  }

  private func measured(_ file: String) throws(AudioError) -> LoudnessMeasurement {
    var reader = try SoundFileReader(path: folder + "/" + file)
    let channels = reader.info.channels
    var meter = try LoudnessMeter(
      sampleRate: reader.info.sampleRate, channels: channels, measuresTruePeak: false)
    var block = [Float](repeating: 0, count: 4096 * channels)
    while true {
      let frames = try reader.read(into: &block)
      guard frames > 0 else { return meter.measurement() }
      meter.add(block[..<(frames * channels)].map(PCM.sample))
    }
  }

  private var credits: [Finding] {
    let titles = [
      (ShopPreset.credits.opening, manifest.chapters.first?.title),
      (ShopPreset.credits.closing, manifest.chapters.last?.title),
    ]
    return titles.compactMap { wanted, found in
      wanted == found
        ? nil : finding("the file \"\(wanted)\" is missing; render with --preset \(shop)")
    }
  }

  /// Advice if the opening credits do not say who narrates; nil if they do.
  var noteOnNarrator: String? {
    guard let opening = manifest.chapters.first, opening.title == ShopPreset.credits.opening,
      let credits = opening.items.first(where: { $0.spoken.kind == "credits" }),
      !credits.spoken.text.contains(SpeechSettings.narratedBy(in: manifest.language))
    else { return nil }
    return ShopPreset.adviceOnNarrator(manifest.cast[""].flatMap { VoiceURI($0) })
  }

  private var sample: [Finding] {
    guard let file = manifest.files.first(where: { $0.role == SampleFile.role })?.file else {
      return [finding("there is no retail sample; render with --preset \(shop)")]
    }
    guard !faulty.contains(file), let sound = try? measured(file) else { return [] }
    guard ShopPreset.sample.contains(sound.duration) else {
      let length = (sound.duration * 10).rounded() / 10
      return [
        finding("the retail sample has \(length) seconds, but must have 60 to 300", file: file)
      ]
    }
    return []
  }

  private var cover: [Finding] {
    guard let file = manifest.files.first(where: { $0.role == CoverFile.role })?.file else {
      return [finding("there is no cover; add --cover FILE or --cover auto")]
    }
    guard !faulty.contains(file),
      let bytes = try? LimitedFile.bytes(of: folder + "/" + file, limit: .cover),
      let picture = Cover(bytes)
    else { return [] }
    guard picture.width == picture.height, picture.width >= ShopPreset.cover else {
      return [
        finding(
          "the cover has \(picture.width) × \(picture.height) pixels, but must be a square of "
            + "\(ShopPreset.cover) × \(ShopPreset.cover) pixels or more", file: file)
      ]
    }
    return []
  }
}

extension ShopPreset {
  static func adviceOnNarrator(_ voice: VoiceURI?) -> String {
    "the credits name no narrator; add \"metadata\": { \"narrator\": "
      + "\"\(voice?.voiceId.capitalized ?? "NAME")\" } to the cast, with the name that listeners "
      + "hear, and render again"
  }
}
