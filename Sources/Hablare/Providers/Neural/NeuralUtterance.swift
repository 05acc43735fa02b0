import FoundationEssentials
import Phonemes

/// The phonemes for one run of a model, with their words.
struct NeuralLine: Sendable {
  /// The ids of the phonemes.
  var ids: [UInt16]
  /// The word of each id, as an index into `words`.
  /// Nil for padding symbols, punctuation and spaces.
  var owners: [Int?]
  /// The positions of the words, in Unicode scalars of the request's text.
  var words: [Range<Int>]
  /// Whether the line ends a sentence.
  /// A long sentence consists of several lines.
  var endsSentence: Bool

  /// Whether the line contains anything to speak.
  var hasSound: Bool { owners.contains { $0 != nil } }

  /// Whether all words are in a range of the text.
  func isWithin(_ range: Range<Int>) -> Bool {
    !words.isEmpty && words.allSatisfy { range.overlaps($0) }
  }
}

extension NeuralLine {
  /// Creates a line from a text in misaki's phoneme alphabet.
  /// Symbols that are not in the vocabulary are left out.
  init(_ text: PhonemeText, _ vocabulary: PhonemeVocabulary) {
    let ids = text.ids(vocabulary)
    self.init(
      ids: ids.ids.map { UInt16(clamping: $0) }, owners: ids.owners,
      words: text.tokens.map(\.range),
      endsSentence: text.sentenceEnds.last == text.tokens.count - 1)
  }
}

/// The audio of one utterance, built line by line, with the positions of words.
struct NeuralUtterance {
  private(set) var samples = Data()
  private(set) var words: [WordTiming] = []
  private var frames = 0
  private var hasEndedSentence = false

  /// The text of the utterance.
  private let scalars: [Unicode.Scalar]
  /// The pause between two sentences, in frames.
  private let pause: Int

  /// Creates an empty utterance for a text.
  init(of text: String, pause: Int) { (scalars, self.pause) = (Array(text.unicodeScalars), pause) }

  /// Adds the audio of a line.
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

  /// Returns the range of a word without the quotation marks at its ends.
  /// If the word is IPA in `[[…]]`, the range includes the brackets.
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

  /// Adds the positions of a line's words.
  /// A word begins at its first phoneme.
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
