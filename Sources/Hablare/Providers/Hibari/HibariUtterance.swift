import FoundationEssentials
import Phonemes

/// The sound of one utterance as it grows: sentence by sentence, with the places of words.
struct HibariUtterance {
  private(set) var samples = Data()
  private(set) var words: [WordTiming] = []
  private var frames = 0
  /// Whether a sentence has just ended: a long one is spoken in clauses.
  private var hasEndedSentence = false

  /// The text that is spoken.
  private let scalars: [Unicode.Scalar]

  /// Begins with nothing of a text.
  init(of text: String) { scalars = Array(text.unicodeScalars) }

  /// The silence between two sentences, in frames: 0.3 s, what the graph's own pad would be.
  private static let pause = 7200

  /// Adds a sentence that was spoken.
  mutating func add(_ speech: NeuralSpeech, of piece: PhonemeText, _ ids: PhonemeIDs) {
    if hasEndedSentence {
      samples.append(Data(count: Self.pause * MemoryLayout<Int16>.size))
      frames += Self.pause
    }
    addWords(speech.durations, piece, ids)
    samples.append(speech.data)
    frames += speech.data.count / MemoryLayout<Int16>.size
    hasEndedSentence = piece.sentenceEnds.last == piece.tokens.count - 1
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
  private mutating func addWords(_ durations: [Int], _ piece: PhonemeText, _ ids: PhonemeIDs) {
    var place = frames
    var last: Int?
    for (owner, duration) in zip(ids.owners, durations) {
      defer { place += duration }
      guard let owner, owner != last else { continue }
      last = owner
      let range = word(in: piece.tokens[owner].range)
      words.append(WordTiming(location: range.lowerBound, length: range.count, sample: place))
    }
  }
}
