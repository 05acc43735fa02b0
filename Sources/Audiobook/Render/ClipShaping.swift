import Audio
import Basics
import Glibc
import Hablare
import Narration

/// Gives the silences inside a clip the lengths that a book wants.
/// The clip itself, and its name in the clip cache, stay as the voice made them.
struct ClipShaping {
  /// The shortest silence that can be a pause between two words, in seconds.
  /// The closure of a stop such as "p" or "t" is shorter.
  static let shortest = 0.06
  /// The shortest silence that can be a pause if the times of words are unknown, in seconds.
  static let shortestAlone = 0.12
  /// The silence that stays beside the speech on either side of a cut, in seconds.
  static let guardTime = 0.025
  /// The error of a word's time, in seconds.
  static let tolerance = 0.12

  let pauses: ClipPauses
  private let text: String
  private let marks: [PauseMark]
  /// Random bytes that depend only on the text.
  private let chance: [UInt8]

  /// Creates the shaping of a text; nil if the text has no pause that may change.
  init?(_ text: String, hasPhonemes: Bool, pauses: ClipPauses) {
    guard pauses != ClipPauses() else { return nil }
    marks = PauseMark.marks(in: text, hasPhonemes: hasPhonemes)
    guard !marks.isEmpty else { return nil }
    (self.pauses, self.text) = (pauses, text)
    chance = pauses.variation == 0 ? [] : Array(SHA256.hash(text).bytes)
  }

  /// Returns a clip with its new silences, and the times of its words.
  func applied(to pcm: PCM, words: [WordTiming]) -> (PCM, [WordTiming]) {
    let heard = words.isEmpty ? heardAlone(pcm) : heard(pcm, words)
    let silences = heard.compactMap { resized($0.silence, at: $0.mark, rate: pcm.sampleRate) }
    let sound = ResizedSound(pcm, silences)
    // A voice reports the word after a pause up to 0.1 s late; the end of the silence tells when it is heard.
    let starts = Dictionary(
      heard.compactMap { pause in pause.next.map { ($0, pause.silence.upperBound) } }
    ) { first, _ in first }
    return (
      sound.pcm,
      words.map { word in
        var moved = word
        moved.sample = sound.place(of: starts[word.location] ?? word.sample)
        return moved
      }
    )
  }

  /// Returns a silence with its new length; nil if the silence stays.
  private func resized(_ silence: Range<Int>, at mark: PauseMark, rate: Int) -> ResizedSilence? {
    func samples(_ milliseconds: Int?) -> Int? {
      milliseconds.map { max($0 * rate / 1000, Int(2 * Self.guardTime * Double(rate))) }
    }
    let length: Int? =
      switch mark.kind {
      case .sentence: samples(pauses.sentence.map { varied($0, at: mark) })
      case .ellipsis: samples(pauses.ellipsis)
      case .point: samples(pauses.sentence).map { min($0, silence.count) }
      case .comma: samples(pauses.comma).map { min($0, silence.count) }
      }
    guard let length, length != silence.count else { return nil }
    return ResizedSilence(silence, length: length)
  }

  private func varied(_ milliseconds: Int, at mark: PauseMark) -> Int {
    if chance.isEmpty { return milliseconds }
    let share = Double(chance[mark.end % chance.count]) / 127.5 - 1
    return milliseconds + Int(Double(milliseconds * pauses.variation) / 100 * share)
  }

  /// `next` is the location of the word that begins where the silence ends; nil if it is unknown.
  private typealias HeardPause = (silence: Range<Int>, mark: PauseMark, next: Int?)

  // MARK: With the times of words

  /// Returns the longest silence between the words on both sides of each mark.
  private func heard(_ pcm: PCM, _ words: [WordTiming]) -> [HeardPause] {
    let words = words.sorted { $0.location < $1.location }
    let silences = pcm.innerSilences(ofAtLeast: Self.shortest)
    let tolerance = Int(Self.tolerance * Double(pcm.sampleRate))
    var pauses: [HeardPause] = []
    var (first, place) = (0, 0)
    for mark in marks {
      while place < words.count, words[place].location < mark.end { place += 1 }
      // Without the times of both words, the silence may belong to another mark.
      guard place > 0, place < words.count, words[place].location <= mark.next,
        words[place].sample >= words[place - 1].sample
      else { continue }
      let (start, end) = (words[place - 1].sample, words[place].sample)
      while first < silences.count, silences[first].upperBound <= start { first += 1 }
      let between = silences[first...].prefix { silence in
        silence.upperBound <= end + tolerance || silence.contains(end)
      }
      guard let longest = between.max(by: { $0.count < $1.count }) else { continue }
      let isNext = abs(longest.upperBound - end) <= tolerance
      pauses.append((longest, mark, isNext ? words[place].location : nil))
      first = silences.index(after: silences.firstIndex(of: longest) ?? first)
    }
    return pauses
  }

  // MARK: Without the times of words

  /// Returns the silences that certainly belong to a mark.
  /// A voice speaks at an even pace, so the part of the letters before a mark tells the part of the speech before its
  /// pause.
  private func heardAlone(_ pcm: PCM) -> [HeardPause] {
    let silences = pcm.innerSilences(ofAtLeast: Self.shortestAlone)
    guard !silences.isEmpty else { return [] }
    let rate = Double(pcm.sampleRate)
    let sounding = pcm.soundingRange()
    let speech = Double(sounding.count - silences.reduce(0) { $0 + $1.count }) / rate
    var spoken = 0.0
    var last = sounding.lowerBound
    let times = silences.map { silence in
      spoken += Double(silence.lowerBound - last) / rate
      last = silence.upperBound
      return spoken
    }
    let letters = Double(text.unicodeScalars.count)
    let wanted = marks.map { Double($0.end) / letters * speech }
    return Self.pairs(times, wanted).map { (silences[$0.silence], marks[$0.mark], nil) }
  }

  /// Returns the pairs of silences and marks that are nearest to each other, and much nearer than any others; times in
  /// seconds of speech.
  static func pairs(_ silences: [Double], _ marks: [Double]) -> [(silence: Int, mark: Int)] {
    func nearest(_ time: Double, in times: [Double]) -> (
      index: Int, distance: Double, other: Double
    )? {
      let order = times.indices.sorted { abs(times[$0] - time) < abs(times[$1] - time) }
      guard let first = order.first else { return nil }
      let other = order.dropFirst().first.map { abs(times[$0] - time) } ?? .infinity
      return (first, abs(times[first] - time), other)
    }
    return silences.indices.compactMap { index in
      guard let mark = nearest(silences[index], in: marks),
        let back = nearest(marks[mark.index], in: silences), back.index == index,
        mark.distance < Self.longestDrift, mark.other - mark.distance > Self.leastLead,
        back.other - back.distance > Self.leastLead
      else { return nil }
      return (index, mark.index)
    }
  }

  /// The largest distance between a mark's expected and its heard time, in seconds.
  private static let longestDrift = 0.7
  /// How much nearer the pair must be than the second nearest, in seconds.
  private static let leastLead = 0.25
}

// MARK: - Out of breath

extension ClipShaping {
  /// The length of a gasp, the silence before and after it, and the shortest speech between two, in seconds.
  private static let (gasp, hold, phrase) = (0.3, 0.04, 0.9)
  /// The longest delay of a gasp for a softer end of a word, in seconds.
  private static let patience = 0.7
  /// The level of a gasp relative to that of the speech, in decibels.
  private static let gaspLevel = -14.0

  /// Returns speech with gasps before it and between words, and the times of its words.
  /// A gasp is where the sound is softest near the beginning of a word.
  static func gasping(_ pcm: PCM, words: [WordTiming]) -> (PCM, [WordTiming]) {
    let rate = Double(pcm.sampleRate)
    let sounding = pcm.soundingRange()
    guard !sounding.isEmpty, !words.isEmpty else { return (pcm, words) }
    func samples(_ seconds: Double) -> Int { Int(seconds * rate) }
    func power(_ range: Range<Int>) -> Double {
      let part = pcm.samples[range.clamped(to: pcm.samples.indices)]
      return part.reduce(0) { $0 + Double($1) * Double($1) } / Double(max(1, part.count))
    }
    // The end of a word and the beginning of the next overlap, so the cut is at the softest moment near the boundary.
    let (reach, window) = (samples(0.05), max(2, samples(0.01)))
    let places = words.map(\.sample).sorted().dropFirst().map { start in
      stride(from: start - reach, through: start + reach, by: max(1, window / 2))
        .map { ($0, power($0..<$0 + window)) }.min { $0.1 < $1.1 } ?? (start, 0)
    }.filter { sounding.contains($0.0) && $0.0 + window < sounding.upperBound - samples(0.4) }
    var cuts: [Int] = []
    var last = sounding.lowerBound
    while true {
      let first = last + samples(phrase)
      let near = places.filter { $0.0 >= first && $0.0 < first + samples(patience) }
      guard let cut = near.min(by: { $0.1 < $1.1 }) ?? places.first(where: { $0.0 >= first }) else {
        break
      }
      cuts.append(cut.0)
      last = cut.0
    }
    let length = window + samples(gasp + 2 * hold)
    let opening = max(0, sounding.lowerBound - window)
    let silences =
      [ResizedSilence(opening..<opening, length: length - window)]
      + cuts.map { ResizedSilence($0..<$0 + window, length: length) }
    let sound = ResizedSound(pcm, silences)
    let level = power(sounding).squareRoot() * pow(10, gaspLevel / 20)
    var result = sound.pcm
    for silence in silences {
      let end = sound.place(of: silence.range.upperBound) - window / 2 - samples(hold)
      result.inhale(in: end - samples(gasp)..<end, level: level)
    }
    return (
      result,
      words.map { word in
        var moved = word
        moved.sample = sound.place(of: word.sample)
        return moved
      }
    )
  }
}
