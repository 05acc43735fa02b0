import Basics
import Guion
import Hablare

/// Finds the words that a voice stresses: words in italics, in bold, underlined, or in capitals
/// (Documentation/speech.md, "Stress").
struct StressReader {
  /// The longest emphasis, in words.
  /// Longer text in italics is a thought, a letter or a quotation.
  private static let longest = 3
  /// The longest emphasis, in Unicode scalars.
  private static let mostLetters = 60

  let cleaner: TextCleaner
  /// Whether the text is Fountain, whose marks are still in the text.
  let isFountain: Bool
  /// Whether capitals stress words.
  /// In the action of a script, they mark names and sounds.
  let readsCapitals: Bool
  /// Whether sentences in capitals, or with an exclamation mark, are called out.
  let calls: Bool

  /// Returns the stresses in each piece of a cleaned text.
  /// `typed` is the text before cleaning, and `ranges` are its emphasized parts in Unicode scalars.
  func stresses(
    in pieces: [String], typed: String, ranges: [Range<Int>], speaker: String
  ) -> [[VoiceStress]] {
    let marked = ranges + (isFountain ? fountainRanges(typed) : [])
    let emphasized = SortedRanges(marked.isEmpty ? [] : marked.filter(isStress(in: typed)))
    let hasCapitals = (readsCapitals || calls) && CapitalsRule.hasShouting(typed)
    let mayCall = calls && typed.hasByte(UInt8(ascii: "!"))
    guard !emphasized.ranges.isEmpty || hasCapitals || mayCall else {
      return pieces.map { _ in [] }
    }
    var (stressed, capitals) = (WordCounts(), WordCounts())
    if !emphasized.ranges.isEmpty || hasCapitals {
      let letters = Array(typed.unicodeScalars)
      for word in cleaner.words(of: typed, speaker: speaker) {
        let isCapital = hasCapitals && Self.isLowered(letters[word.source], to: word.text)
        stressed.add(word.text, emphasized.meets(word.source))
        capitals.add(word.text, isCapital)
      }
    }
    return pieces.map { piece in
      sentences(of: piece).flatMap { sentence in
        stresses(in: sentence, &stressed, &capitals)
      }
    }
  }

  private func stresses(
    in sentence: Sentence, _ stressed: inout WordCounts, _ capitals: inout WordCounts
  ) -> [VoiceStress] {
    let marks = sentence.words.map { (stressed.next($0.text), capitals.next($0.text)) }
    let loud = marks.count { $0.1 }
    if calls, sentence.isExclaimed || loud > 1 && 2 * loud > marks.count,
      let first = sentence.words.first, let last = sentence.words.last
    {
      return [VoiceStress(first.range.lowerBound..<last.range.upperBound, isCalled: true)]
    }
    let isMixed = readsCapitals && 2 * loud < marks.count
    return zip(sentence.words, marks).compactMap { word, mark in
      mark.0 || mark.1 && isMixed ? VoiceStress(word.range) : nil
    }
  }

  // MARK: Emphasis

  private func fountainRanges(_ typed: String) -> [Range<Int>] {
    let spans = FountainEmphasis.spans(in: typed)
    guard !spans.isEmpty else { return [] }
    // The number of scalars before each byte.
    var places: [Int] = []
    for (place, scalar) in typed.unicodeScalars.enumerated() {
      places += repeatElement(place, count: UTF8.width(scalar))
    }
    places.append(typed.unicodeScalars.count)
    return spans.map { places[$0.range.lowerBound]..<places[$0.range.upperBound] }
  }

  /// Returns a test of whether an emphasized range is a stress.
  /// The whole text, a title and a longer part are not.
  private func isStress(in typed: String) -> (Range<Int>) -> Bool {
    let letters = Array(typed.unicodeScalars)
    let count = letters.split(whereSeparator: \.isSpace).count
    return { range in
      guard range.count <= Self.mostLetters else { return false }
      let words = letters[range.clamped(to: 0..<letters.count)].split(whereSeparator: \.isSpace)
      let isTitle = words.count > 1 && words.allSatisfy { $0.first?.isUpper == true }
      return !words.isEmpty && words.count <= Self.longest && words.count < count && !isTitle
    }
  }

  /// Whether a word in capitals has become an ordinary word, so that it is no acronym.
  private static func isLowered(_ typed: ArraySlice<Unicode.Scalar>, to word: String) -> Bool {
    let letters = typed.filter(\.isLetter)
    return letters.count > 1 && letters.allSatisfy(\.isUpper)
      && word.unicodeScalars.contains { $0.isLetter && !$0.isUpper }
  }

  // MARK: Words of the engine's text

  private struct Sentence {
    var words: [(text: String, range: Range<Int>)] = []
    var isExclaimed = false
  }

  /// Returns the words of a text with their places, sentence by sentence.
  private func sentences(of text: String) -> [Sentence] {
    let scalars = Array(text.unicodeScalars)
    var sentences = [Sentence()]
    var (start, isPhonemes) = (0, false)
    for place in 0...scalars.count {
      if place + 1 < scalars.count, scalars[place] == scalars[place + 1] {
        if scalars[place] == "[" { isPhonemes = true }
        if scalars[place] == "]" { isPhonemes = false }
      }
      guard place == scalars.count || scalars[place].isSpace && !isPhonemes else { continue }
      defer { start = place + 1 }
      guard place > start else { continue }
      let word = scalars[start..<place]
      sentences[sentences.count - 1].words.append((word.text, start..<place))
      let end = word.reversed().drop(while: \.closesSentence).prefix(while: \.isSentenceEnd)
      guard !end.isEmpty else { continue }
      sentences[sentences.count - 1].isExclaimed = end.contains("!")
      sentences.append(Sentence())
    }
    return sentences
  }

  /// Marks of words, by the word and by how often the word came before.
  private struct WordCounts {
    private var marks: [String: [Bool]] = [:]
    private var used: [String: Int] = [:]

    mutating func add(_ word: String, _ isMarked: Bool) {
      marks[word, default: []].append(isMarked)
    }

    /// Returns whether the next occurrence of a word is marked.
    mutating func next(_ word: String) -> Bool {
      let count = used[word, default: 0]
      used[word] = count + 1
      guard let own = marks[word], count < own.count else { return false }
      return own[count]
    }
  }
}
