import FoundationEssentials
import Phonemes

/// What a graph is to speak at once, with the words of the text.
struct NeuralLine: Sendable {
  /// The numbers of the phonemes.
  var ids: [UInt16]
  /// For each number the word that it is part of, by its place in `words`; nil for pads, punctuation and space.
  var owners: [Int?]
  /// Where the words stand, in Unicode scalars of the request's text.
  var words: [Range<Int>]
  /// Whether a sentence ends with it: a long one is spoken in clauses.
  var endsSentence: Bool

  /// Whether anything is spoken.
  var hasSound: Bool { owners.contains { $0 != nil } }
}

extension NeuralLine {
  /// The line of a text in misaki's alphabet; signs that the vocabulary does not have are left out.
  init(_ text: PhonemeText, _ vocabulary: PhonemeVocabulary) {
    let ids = text.ids(vocabulary)
    self.init(
      ids: ids.ids.map { UInt16(clamping: $0) }, owners: ids.owners,
      words: text.tokens.map(\.range),
      endsSentence: text.sentenceEnds.last == text.tokens.count - 1)
  }
}

/// The sound of one utterance as it grows: line by line, with the places of words.
struct NeuralUtterance {
  private(set) var samples = Data()
  private(set) var words: [WordTiming] = []
  private var frames = 0
  private var hasEndedSentence = false

  /// The text that is spoken.
  private let scalars: [Unicode.Scalar]
  /// The silence between two sentences, in frames.
  private let pause: Int

  /// Begins with nothing of a text.
  init(of text: String, pause: Int) { (scalars, self.pause) = (Array(text.unicodeScalars), pause) }

  /// Adds a line that was spoken.
  mutating func add(_ speech: NeuralSpeech, of line: NeuralLine) {
    if hasEndedSentence {
      samples.append(Data(count: pause * MemoryLayout<Int16>.size))
      frames += pause
    }
    addWords(speech.durations, line)
    samples.append(speech.data)
    frames += speech.data.count / MemoryLayout<Int16>.size
    hasEndedSentence = line.endsSentence
  }

  /// The range without the quotation marks and brackets at its ends; IPA keeps its brackets.
  private func word(in range: Range<Int>) -> Range<Int> {
    var range = range.clamped(to: 0..<scalars.count)
    guard scalars[range].first != "[" else { return range }
    while let first = scalars[range].first, first.properties.isQuotationMark {
      range = range.lowerBound + 1..<range.upperBound
    }
    while let last = scalars[range].last, last.properties.isQuotationMark, range.count > 1 {
      range = range.lowerBound..<range.upperBound - 1
    }
    return range
  }

  /// A word begins where the first of its phonemes does.
  private mutating func addWords(_ durations: [Int], _ line: NeuralLine) {
    var place = frames
    var last: Int?
    for (owner, duration) in zip(line.owners, durations) {
      defer { place += duration }
      guard let owner, owner != last else { continue }
      last = owner
      let range = word(in: line.words[owner])
      words.append(WordTiming(location: range.lowerBound, length: range.count, sample: place))
    }
  }
}
