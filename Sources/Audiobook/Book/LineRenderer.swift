import Audio
import Basics
import Foundation
import Guion
package import Hablare
package import Narration

package struct LineSound: Sendable {
  /// 16-bit samples, with interleaved channels.
  package var samples: [Int16]
  /// The sample rate in hertz.
  package var sampleRate: Int
  /// The number of channels: 1 or 2.
  package var channels: Int
  /// The gain in decibels that brings the voice to the level of the other voices.
  /// The samples are without this gain. A build applies the gain unless the loudness is `off`.
  package var level: Double
  /// The silence before the line, in milliseconds.
  package var pauseBefore = 0
  /// The voice that spoke: the role's voice, or its fallback if the provider is down.
  package var voice: VoiceURI

  /// The length in seconds.
  package var seconds: Double { Double(samples.count / channels) / Double(sampleRate) }

  /// The sound as a picture.
  package var picture: LinePicture {
    let size = max(
      1, sampleRate / 40 * channels, (samples.count + LinePicture.most - 1) / LinePicture.most)
    let peaks = samples.withUnsafeBufferPointer { samples in
      stride(from: 0, to: samples.count, by: size).map { start in
        var peak = 0
        // Some samples are enough for a picture. In stereo, every third is one of each channel in turn.
        for place in stride(from: start, to: min(start + size, samples.count), by: channels + 1) {
          peak = max(peak, abs(Int(samples[place])))
        }
        return peak * 100 / 32_768
      }
    }
    return LinePicture(seconds: seconds, peaks: peaks)
  }
}

/// The sound of a line as a picture.
package struct LinePicture: Sendable, Equatable {
  /// The length in seconds.
  package var seconds: Double
  /// The loudest sample of each 40th of a second, from 0 to 100; of longer parts if the line is long.
  package var peaks: [Int]

  /// The maximum number of peaks.
  fileprivate static let most = 1_200

  fileprivate init(seconds: Double, peaks: [Int]) { (self.seconds, self.peaks) = (seconds, peaks) }

  /// Reads a picture from the numbers of a file.
  fileprivate init?(_ numbers: [Double]) {
    guard numbers.count > 1, (0...Double(Self.most)).contains(numbers[1]) else { return nil }
    let count = Int(numbers[1])
    guard numbers.count == 2 + (count + 3) / 4 else { return nil }
    seconds = numbers[0]
    let packed = numbers.dropFirst(2).compactMap(UInt32.init(exactly:))
    guard packed.count == numbers.count - 2 else { return nil }
    peaks = (0..<count).map { Int(packed[$0 / 4] >> (8 * UInt32($0 % 4)) & 0xFF) }
  }

  /// The picture as numbers: the length, the number of peaks, and four peaks in each further number.
  fileprivate var numbers: [Double] {
    let packed = stride(from: 0, to: peaks.count, by: 4).map { start in
      (start..<min(start + 4, peaks.count)).reduce(0) { $0 | peaks[$1] << (8 * ($1 - start)) }
    }
    return [seconds, Double(peaks.count)] + packed.map(Double.init)
  }
}

/// Renders single lines of a planned book, using the clip cache of builds.
/// The samples of a line equal the samples in a WAV chapter with the loudness `off`. Simultaneous lines form one sound,
/// from the start of the first line to the end of the last.
package struct LineRenderer: Sendable {
  private let book: PlannedBook
  private let clips: ClipSource
  private let levels: VoiceLevels
  private let cache: ClipCache?
  /// The pictures of lines that were rendered before; nil if nothing is stored.
  private let pictures: NumberFiles?

  package init(_ book: PlannedBook, speech setup: SpeechSetup) {
    self.book = book
    cache = setup.clips
    pictures = setup.cacheFolder.map { NumberFiles(folder: $0 + "/peaks") }
    // At most 80 MB: the pictures of several long plays.
    pictures?.prune(to: 20_000) { !$0.hasPrefix(".") }
    let speech = BookSpeech(
      directory: book.directory, versions: book.plan.engineVersions, cache: setup.clips,
      policy: SpeechPolicy(
        fallbacks: book.fallbacks, takes: .decoding(paces: setup.paces(for: book.plan))))
    clips = ClipSource(
      speech: speech, sampleRate: book.sampleRate, levels: nil,
      pace: ExpectedPace(known: setup.paces(for: book.plan)))
    levels = VoiceLevels(
      speech: speech, store: setup.levelFolder.map(VoiceLevelStore.init), levelsLines: false)
  }

  /// Returns the bill for the passage that contains a line.
  /// Cached clips cost nothing.
  package func bill(for line: BookLine) async -> PaidBill {
    var bill = PaidBill()
    guard let chapter = book.chapter(line.chapter) else { return bill }
    // A request can contain the texts around a span, so the whole chapter is needed.
    for span in chapter.read.speakables(book.directory)[chapter.read.spans(of: line.passage)]
    where span.span.performance.isHeard {
      await bill.add(
        span.engineRequest, version: book.plan.engineVersions[span.span.performance.voice],
        to: span.voiceProvider, book.directory, cache)
    }
    return bill
  }

  /// Renders the passage that contains a line.
  /// Temporary files are written to `folder`.
  /// Throws a `RenderError`, and `CancellationError`.
  package func sound(of line: BookLine, temporaryFolder folder: String) async throws -> LineSound {
    let sound = try await sound(
      ofPassage: line.passage, inChapter: line.chapter, item: line.item, temporaryFolder: folder)
    // A fallback voice speaks only until the provider is up again.
    if let key = pictureKey(of: line), sound.voice == voice(of: line.spoken) {
      pictures?.store(sound.picture.numbers, of: key)
    }
    return sound
  }

  /// Returns the picture of the passage that contains a line; nil if the passage has not been rendered as it is now.
  package func picture(of line: BookLine) -> LinePicture? {
    pictureKey(of: line).flatMap { pictures?.numbers(of: $0) }.flatMap(LinePicture.init)
  }

  /// Returns a name for the sound of a passage.
  private func pictureKey(of line: BookLine) -> String? {
    guard let read = book.chapter(line.chapter)?.read, read.passages.indices.contains(line.passage)
    else { return nil }
    var hash = TextFieldHasher()
    hash.add("\(book.sampleRate) \(book.options.channels) \(read.pausesInside)")
    for item in read.passages[line.passage].items {
      hash.add(item.spans.count)
      for span in item.spans {
        hash.add(span.text)
        hash.add("\(span.hasPhonemes) \(span.pauseBefore) \(span.stresses.map(\.key))")
        if span.take > 0 { hash.add("take \(span.take)") }
        hash.add("\(span.performance.key) \(span.performance.pan)")
        if span.performance.effect != nil { hash.add("loud") }
        hash.add(book.plan.engineVersions[span.performance.voice])
      }
    }
    return hash.finish()
  }

  private func voice(of item: SpokenItem) -> VoiceURI {
    item.role?.voice ?? book.plan.cast[""] ?? item.spans[0].performance.voice
  }

  /// Renders the passages before and after the start of a line, with the sounds of the script.
  ///
  /// Throws as `sound(of:temporaryFolder:)`.
  package func surroundings(
    of line: BookLine, temporaryFolder folder: String
  ) async throws -> LineSound {
    try await sound(
      ofPassage: line.passage, inChapter: line.chapter, item: line.item, temporaryFolder: folder,
      around: surroundings(of: line))
  }

  /// Returns the passages around the start of a line: the one before, its own, and the next.
  package func surroundings(of line: BookLine) -> Range<Int> {
    let count = book.chapter(line.chapter)?.read.passages.count ?? 0
    return max(0, line.passage - 1)..<min(count, line.passage + 2)
  }

  /// Renders a passage by its index in a chapter, whose number begins at 1.
  /// `item` is the line that names the voice. With `around`, these passages are rendered, with their sounds.
  ///
  /// Throws as `sound(of:temporaryFolder:)`.
  package func sound(
    ofPassage index: Int, inChapter number: Int, item: Int = 0, temporaryFolder folder: String,
    around: Range<Int>? = nil
  ) async throws -> LineSound {
    guard let chapter = book.chapter(number), chapter.read.passages.indices.contains(index) else {
      throw RenderError.line(
        ScriptPosition(source: 0, line: 1), kind: .engine,
        message: "the book has no passage \(index) in chapter \(number)")
    }
    let passage = chapter.read.passages[index]
    let spoken = passage.items[item]
    let path = "\(folder)/\(UUID().uuidString).wav"
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      let master = try Master(
        files: [(path: path, format: .wav)], sampleRate: book.sampleRate,
        channels: book.options.channels, encoding: EncodingOptions(), mastering: nil)
      let performance = spoken.spans[0].performance
      // A voice that was never heard is measured while the line is rendered.
      async let ownLevel = levels.gain(of: VoiceManner(performance))
      var renderer = ChapterRenderer(
        chapter: chapter, clips: clips, passages: around ?? index..<index + 1
      ) { _, _ in }
      if around != nil {
        // The page adds the gain of the voice to the whole sound.
        renderer.sounds = ChapterSounds(
          store: SoundStore(sampleRate: book.sampleRate, book.options),
          folder: folder, gain: try await ownLevel,
          attack: book.plan.ducking.attack, release: book.plan.ducking.release, layers: nil)
      }
      let sound = try await renderer.render(into: master)
      await cache?.settle()
      let fallback = sound.fallbacks[item].flatMap(VoiceURI.init)
      let heard = around == nil ? sound.heard : 0..<sound.samples
      // A recording has no voice whose level is known, so it is levelled by its own loudness.
      let level =
        if spoken.substitute?.take != nil {
          try levelOfSamples(path, sound.heard)
        } else if let fallback {
          try await levels.gain(of: VoiceManner(performance, fallback: fallback))
        } else {
          try await ownLevel
        }
      return LineSound(
        samples: try Self.samples(of: path, heard, book.options.channels),
        sampleRate: book.sampleRate, channels: book.options.channels, level: level,
        pauseBefore: passage.pauseBefore,
        voice: fallback ?? voice(of: spoken))
    } catch {
      // Pending clips have been paid for, so they must be cached.
      await cache?.settle()
      if let error = error as? AudioError { throw RenderError.audio(error) }
      if let failure = error as? SpeechFailure {
        throw RenderError.line(
          spoken.position, kind: .unavailable,
          message: "\(failure.providerId): \(failure.error)")
      }
      throw error
    }
  }

  private func levelOfSamples(_ path: String, _ place: Range<Int>) throws -> Double {
    let samples = try Self.samples(of: path, place, book.options.channels)
    let mono = stride(from: 0, to: samples.count, by: book.options.channels).map { samples[$0] }
    return try VoiceLevels.gain(of: PCM(samples: mono, sampleRate: book.sampleRate)) ?? 0
  }

  /// Returns the samples of a range of frames in the file that was just written.
  private static func samples(
    of path: String, _ place: Range<Int>, _ channels: Int
  ) throws -> [Int16] {
    let all = try SoundFileReader(path: path).readInterleaved()
    let range = (place.lowerBound * channels..<place.upperBound * channels).clamped(to: all.indices)
    return Array(all[range])
  }
}

extension ChapterSound {
  /// The range of frames from the first spoken frame to the last.
  fileprivate var heard: Range<Int> {
    let start = placements.map(\.start).min() ?? 0
    return start..<max(start, placements.map(\.end).max() ?? 0)
  }
}

extension PlannedBook {
  /// Returns a chapter by its number; nil if there is none.
  fileprivate func chapter(_ number: Int) -> ChapterPlan? {
    plan.chapters.indices.contains(number - 1) ? plan.chapters[number - 1] : nil
  }
}

/// A line of a planned book: a spoken item and its position in the book.
package struct BookLine: Sendable {
  /// The number of the line's chapter, from 1.
  package var chapter: Int
  /// The index of the line's passage in the chapter's table read.
  package var passage: Int
  /// The index of the line's item in the passage.
  /// The items of a passage are spoken at the same time.
  package var item: Int
  /// The elements of the script that the line comes from, as indices in `PlannedBook.elements`.
  /// The range is empty for text that is not in the script.
  package var elements: Range<Int>
  package var spoken: SpokenItem
  /// The silence before the line's passage, in milliseconds.
  package var pauseBefore: Int

  /// Returns whether another line is spoken at the same time.
  package func isSimultaneous(with other: BookLine) -> Bool {
    chapter == other.chapter && passage == other.passage && item != other.item
  }

  /// The name of the speaker; empty for the narrator.
  package var role: String { spoken.role?.name ?? "" }
}

extension PlannedBook {
  /// The lines in spoken order.
  /// Set `Book.keepsElements` before you plan the book.
  package var lines: [BookLine] {
    let headings = headings
    return plan.chapters.flatMap { chapter in
      chapter.read.passages.enumerated().flatMap { place, passage in
        passage.items.enumerated().map { index, item in
          BookLine(
            chapter: chapter.index, passage: place, item: index,
            elements: chapter.elements(of: item).map { speech(of: item, in: $0) } ?? headings[
              Heading(item)
            ].map { $0..<$0 + 1 }
              ?? 0..<0,
            spoken: item, pauseBefore: passage.pauseBefore)
        }
      }
    }
  }

  /// Returns the elements of one speech: its cue and its text.
  /// The elements of simultaneous speeches form one range. If `range` contains several cues, the result is only the
  /// part with the speech of the item.
  private func speech(of item: SpokenItem, in range: Range<Int>) -> Range<Int> {
    guard range.upperBound <= elements.count else { return range }
    let cues = range.filter { elements[$0].elementType == .character }
    guard cues.count > 1 else { return range }
    let next = cues.firstIndex { (elements[$0].sourceRange?.start.line ?? 0) > Int(item.line) }
    let place = max(0, (next ?? cues.count) - 1)
    return cues[place]..<(place + 1 < cues.count ? cues[place + 1] : range.upperBound)
  }

  /// Returns, for each pronunciation of the cast, the indices of the lines that it applies to.
  package func uses(ofPronunciationsIn lines: [BookLine]) -> [[Int]] {
    var uses = [[Int]](repeating: [], count: cast.pronunciations.count)
    guard !uses.isEmpty else { return uses }
    var search = PronunciationUse(cast.pronunciations)
    for (place, line) in lines.enumerated() {
      guard let performance = line.spoken.spans.first?.performance else { continue }
      let abilities =
        line.spoken.role?.abilities ?? directory.abilities(of: performance.voice)
      let numbers = search.numbers(
        in: line.spoken.shownText, speaker: line.role, languageCode: performance.languageCode,
        notation: PhonemeNotation(abilities))
      for number in numbers { uses[number].append(place) }
    }
    return uses
  }

  /// The indices of the section headings.
  /// Chapter titles come from these elements.
  private var headings: [Heading: Int] {
    let own = elements.indices.filter { elements[$0].elementType.isSectionHeading }
    return Dictionary(own.map { (Heading(elements[$0]), $0) }) { first, _ in first }
  }
}

/// A key that identifies a heading: its kind and its position.
private struct Heading: Hashable {
  var kind: SpokenItem.Kind
  var position: ScriptPosition

  init(_ item: SpokenItem) { (kind, position) = (item.kind, item.position) }

  init(_ element: GuionElement) {
    kind = .element(element.elementType)
    position = ScriptPosition(
      source: element.sourceRange?.source ?? 0, line: element.sourceRange?.start.line ?? 0)
  }
}

extension ChapterPlan {
  /// Returns the elements of the script that an item comes from; nil if the item is not in the script.
  fileprivate func elements(of item: SpokenItem) -> Range<Int>? {
    guard let elements = source?.elements, !item.elements.isEmpty else { return nil }
    let first = elements.startIndex + item.elements.lowerBound
    return first..<first + item.elements.count
  }
}

/// A key that identifies a line in two plans of the same script.
package struct LineIdentity: Hashable, Sendable {
  private let kind: SpokenItem.Kind
  private let position: ScriptPosition
  private let role: String
  /// The number of earlier lines that have this kind, position and role.
  private let ordinal: Int

  /// Returns the identities of lines, in order.
  package static func identities(of lines: [BookLine]) -> [LineIdentity] {
    var counts: [LineIdentity: Int] = [:]
    return lines.map { line in
      let first = LineIdentity(
        kind: line.spoken.kind, position: line.spoken.position, role: line.role, ordinal: 0)
      let count = counts[first, default: 0]
      counts[first] = count + 1
      return LineIdentity(
        kind: first.kind, position: first.position, role: first.role, ordinal: count)
    }
  }
}

extension [BookLine] {
  /// Returns the indices of the lines that are new or changed since a former plan.
  /// A line has changed if its speech or the pause before its passage has changed, but not if it has only moved.
  package func changes(since former: [BookLine]) -> [Int] {
    var known = Dictionary(zip(LineIdentity.identities(of: former), former)) { first, _ in first }
    let others = zip(indices, LineIdentity.identities(of: self)).filter { index, identity in
      guard let old = known[identity], old.sounds(like: self[index]) else { return true }
      known[identity] = nil
      return false
    }.map(\.0)
    var moved = Dictionary(grouping: known.values) { $0.spoken.shownText }
    return others.filter { index in
      let text = self[index].spoken.shownText
      guard let place = moved[text]?.firstIndex(where: { $0.sounds(like: self[index]) }) else {
        return true
      }
      moved[text]?.remove(at: place)
      return false
    }
  }
}

extension BookLine {
  /// Whether another line has the same speaker, sound and pause.
  fileprivate func sounds(like other: BookLine) -> Bool {
    role == other.role && pauseBefore == other.pauseBefore
      && spoken.spans.elementsEqual(other.spoken.spans) { span, other in
        var moved = other
        moved.line = span.line
        return span == moved
      }
  }
}
