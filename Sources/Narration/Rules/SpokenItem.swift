public import Guion
public import Hablare

/// A line of the table read: one entry in the manifest, which a listener hears as one utterance.
public struct SpokenItem: Sendable, Hashable {
  /// The kind of an item.
  public enum Kind: Sendable, Hashable {
    /// An element of the script.
    case element(ElementType)
    /// An announcement such as "John says:".
    case announcement
    /// Credits such as "Title. Written by Author."
    case credits

    /// The name of the kind in the manifest.
    package var identifier: String {
      switch self {
      case .element(let type): type.identifier
      case .announcement: "announcement"
      case .credits: "credits"
      }
    }
  }

  /// The place of an item in the layout of the document.
  ///
  /// The pauses before and after the item depend on this place.
  public enum Placement: UInt8, Sendable {
    case paragraph
    /// An item of a list, or a row of a table.
    case listItem
    /// Words after a quotation that announce the end of the quotation.
    case closing
    /// A part of a paragraph after the paragraph's first part.
    case within
  }

  /// The kind of the item.
  public var kind: Kind
  /// The place of the item in the layout of the document.
  public var placement = Placement.paragraph
  /// The role that speaks; nil for the narrator.
  public var role: Role?
  /// The cue as typed, if the role has a different name.
  public var cue: String?
  /// The line of the document where the item begins, counted from 1; 0 if unknown.
  public var line: Int32
  /// The number of the document that contains the item, counted from 0.
  ///
  /// A book can consist of several documents.
  public var source: Int32
  /// The author's text for this item, as a reader sees it.
  ///
  /// Nil if the text is not the author's, or if it equals the engine's text.
  public var written: String?
  /// The spans in order; never empty.
  public var spans: [SpokenSpan]
  private var firstElement: Int32 = 0
  private var elementCount: Int32 = 0
  /// Whether the speech breaks off because the next speaker interrupts.
  public var isBrokenOff = false
  /// The minimum pause after the last span, such as a beat at the end of a speech, in milliseconds.
  public var pauseAfter: Int = 0

  /// The indices of the elements that were read together with the item, such as those of a speech.
  /// The indices are counted from the first element of the chapter. The range is empty for titles, credits, and items
  /// at the end of a chapter.
  package var elements: Range<Int> {
    get { Int(firstElement)..<Int(firstElement + elementCount) }
    set {
      firstElement = Int32(clamping: newValue.lowerBound)
      elementCount = Int32(clamping: newValue.count)
    }
  }

  /// The whole text: the spans joined by spaces.
  public var text: String {
    spans.count == 1 ? spans[0].text : spans.map(\.text).joined(separator: " ")
  }

  /// Creates an item.
  public init(
    kind: Kind, role: Role?, cue: String? = nil, line: Int, source: Int = 0, spans: [SpokenSpan],
    pauseAfter: Int = 0, placement: Placement = .paragraph
  ) {
    self.kind = kind
    self.role = role
    self.cue = cue
    self.line = Int32(clamping: line)
    self.source = Int32(clamping: source)
    self.placement = placement
    self.spans = spans
    self.pauseAfter = pauseAfter
  }
}

/// A line in one of the documents of a manuscript.
public struct ScriptPosition: Sendable, Hashable {
  /// The number of the document, counted from 0.
  public var source: Int
  /// The line, counted from 1; 0 if unknown.
  public var line: Int

  /// Creates a position.
  public init(source: Int = 0, line: Int) {
    self.source = source
    self.line = line
  }
}

/// A passage of an item that another voice speaks, because it is in another language.
package struct SpokenPassage: Sendable, Hashable {
  /// The language, as a BCP 47 tag.
  package var language: String
  /// The voice as the manifest shows it.
  package var voice: String
  /// The text as readers see it.
  package var text: String
  /// The line of the document where the passage begins; 0 if unknown.
  package var line: Int
}

extension SpokenItem {
  /// The passages in other languages that other voices speak, in order.
  package var passages: [SpokenPassage] {
    var passages: [SpokenPassage] = []
    var isOpen = false
    for span in spans {
      guard let voice = span.performance.passageVoice else {
        isOpen = false
        continue
      }
      let language = span.performance.languageCode
      if isOpen, passages[passages.count - 1].language == language {
        passages[passages.count - 1].text += " " + span.captionText
      } else {
        passages.append(
          SpokenPassage(
            language: language, voice: voice, text: span.captionText,
            line: Int(span.line > 0 ? span.line : line)))
      }
      isOpen = true
    }
    return passages
  }

  /// The voice of the whole item if it is not the role's, because the item is in another language; otherwise nil.
  package var passageVoice: String? {
    let voice = spans.first?.performance.passageVoice
    return spans.allSatisfy { $0.performance.passageVoice == voice } ? voice : nil
  }

  /// The position of the item in the manuscript.
  public var position: ScriptPosition { ScriptPosition(source: Int(source), line: Int(line)) }
}

/// Text spoken without a change of voice or settings: one request to an engine, one clip.
public struct SpokenSpan: Sendable, Hashable {
  /// The text as the engine gets it.
  public var text: String
  /// Whether `[[…]]` in the text encloses phonemes.
  public var hasPhonemes: Bool
  // `take` and `line` are declared directly after `hasPhonemes` because they then need no extra memory. A book has
  // thousands of spans.
  /// The number of the take if the author asked for another one; 0 for the first.
  package var take: UInt8 = 0
  /// The line of the document that the text comes from, counted from 1; 0 if unknown.
  public var line: Int32
  /// The text that a reader of captions sees, if it differs from the engine's text; otherwise nil.
  ///
  /// The engine's text can have phonemes, or the letters of acronyms separated by points. If the text has phonemes and
  /// this property is nil, captions show the text without the phonemes.
  public var written: String?
  /// The pause before the span, in milliseconds.
  ///
  /// In a table read, this is 0 for the first span of an item, because `Passage.pauseBefore` contains the pause.
  public var pauseBefore: Int
  /// The voice and its settings.
  public var performance: Performance
  /// The words that the voice stresses.
  package var stresses: [VoiceStress] = []

  /// The request to the provider.
  public var request: VoiceEngineRequest {
    var request = VoiceEngineRequest(
      text: text, voiceId: performance.voice.voiceId, languageCode: performance.languageCode,
      options: performance.options, isPhonemes: hasPhonemes)
    (request.stresses, request.take) = (stresses, Int(take))
    return request
  }

  /// Creates a span.
  public init(
    text: String, hasPhonemes: Bool = false, written: String? = nil, pauseBefore: Int = 0,
    performance: Performance, line: Int = 0
  ) {
    self.text = text
    self.hasPhonemes = hasPhonemes
    self.written = written
    self.pauseBefore = pauseBefore
    self.performance = performance
    self.line = Int32(clamping: line)
  }
}

/// A voice with its settings for a span: everything that an engine and the mixer need except the text.
///
/// This is a class to save memory: a book has thousands of spans but only a few dozen performances.
public final class Performance: Sendable, Hashable {
  /// The voice that speaks: its provider and id, without a query.
  public let voice: VoiceURI
  /// The language of the text.
  public let languageCode: String
  /// The settings for the engine, such as rate and pitch.
  ///
  /// The gain is a separate property, because the mixer applies it.
  public let options: VoiceOptions
  /// The gain that the mixer applies, in decibels.
  public let gain: Double
  /// The audio effect that the mixer applies.
  public let effect: Delivery.Effect?

  /// The position of the voice between left (−1) and right (1), if there are two channels.
  public let pan: Double
  /// The performance of the same role without a delivery; nil if this performance has no delivery.
  /// The loudness of the voice is measured with this performance, so that a whisper stays quieter than normal speech.
  package let neutral: Performance?
  /// Whether the provider must be asked for the whispering form of the voice.
  let asksForWhisper: Bool
  /// The voice as text if it speaks a passage in another language in place of the role's voice; otherwise nil.
  package let passageVoice: String?
  /// What is heard instead of the voice; nil if the voice is heard.
  package let substitute: Substitute?

  /// All properties except `pan` and `neutral`, as one line of text.
  /// The text is stored because the fingerprint of every span needs it.
  package let key: String

  /// Creates a performance.
  public convenience init(
    voice: VoiceURI, languageCode: String, options: VoiceOptions, gain: Double,
    effect: Delivery.Effect?, pan: Double = 0, neutral: Performance? = nil
  ) {
    self.init(
      voice: voice, languageCode: languageCode, options: options, gain: gain, effect: effect,
      pan: pan, neutral: neutral, asksForWhisper: false)
  }

  init(
    voice: VoiceURI, languageCode: String, options: VoiceOptions, gain: Double,
    effect: Delivery.Effect?, pan: Double, neutral: Performance?, asksForWhisper: Bool,
    passageVoice: String? = nil, substitute: Substitute? = nil
  ) {
    self.passageVoice = passageVoice
    self.substitute = substitute
    self.voice = voice
    self.languageCode = languageCode
    self.options = options
    self.gain = gain
    self.effect = effect
    self.pan = pan
    self.neutral = neutral
    self.asksForWhisper = asksForWhisper
    let own = Self.key(voice, languageCode, options, gain, effect)
    key = substitute.map { own + " " + $0.key } ?? own
  }

  private static func key(
    _ voice: VoiceURI, _ languageCode: String, _ options: VoiceOptions, _ gain: Double,
    _ effect: Delivery.Effect?
  ) -> String {
    let key =
      "\(voice) \(languageCode) \(options.rate) \(options.pitch) \(gain) \(effect?.rawValue ?? "")"
    // Properties that most voices do not have are left out if they are not set. So the fingerprints of existing books
    // stay the same.
    var others = options.parameters
    others["/model"] = options.model
    others["/seed"] = options.seed.map(String.init)
    others["/style"] = options.style
    others["/colour"] = options.colour?.key
    guard !others.isEmpty else { return key }
    return others.sorted { $0.key < $1.key }.reduce(into: key) { result, setting in
      result += " \(setting.key)=\(setting.value.utf8.count):\(setting.value)"
    }
  }

  /// Whether both performances produce the same audio.
  public static func == (left: Performance, right: Performance) -> Bool {
    left === right
      || (left.key == right.key && left.options == right.options && left.pan == right.pan
        && left.neutral == right.neutral && left.asksForWhisper == right.asksForWhisper)
  }

  /// Returns the performance in which the whispering form of the voice speaks, if the voice has one.
  func whispered(by provider: any VoiceProvider) async -> Performance {
    guard asksForWhisper, let whisper = await provider.whisperVoice(for: voice.voiceId) else {
      return self
    }
    return Performance(
      voice: VoiceURI(providerId: voice.providerId, voiceId: whisper), languageCode: languageCode,
      options: options, gain: gain, effect: effect, pan: pan, neutral: neutral,
      asksForWhisper: false, passageVoice: passageVoice, substitute: substitute)
  }

  /// Returns the performance with something else in place of the voice, and with another gain in decibels.
  package func replaced(by substitute: Substitute, gain: Double? = nil) -> Performance {
    Performance(
      voice: voice, languageCode: languageCode, options: options, gain: gain ?? self.gain,
      effect: effect, pan: pan, neutral: neutral, asksForWhisper: asksForWhisper,
      passageVoice: passageVoice, substitute: substitute)
  }

  /// Hashes only `key`, because equal performances have the same key.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
  }
}

/// A pause, followed by one item or several simultaneous items.
public struct Passage: Sendable, Hashable {
  /// The pause that a listener hears before the items, in milliseconds.
  public var pauseBefore: Int
  /// The items.
  ///
  /// Several items are simultaneous speeches, which all start at the same time.
  public var items: [SpokenItem]

  /// Creates a passage.
  public init(pauseBefore: Int, items: [SpokenItem]) {
    self.pauseBefore = pauseBefore
    self.items = items
  }
}

/// The table read of a chapter, ready to be spoken.
public struct TableRead: Sendable, Hashable {
  /// The passages in order.
  public var passages: [Passage]
  /// The pause after the last passage, in milliseconds.
  public var pauseAfter: Int
  /// The pauses inside the text of a span.
  public var pausesInside: ClipPauses
  /// The sounds that the script asks for, in order.
  package var sounds: [PlacedCue] = []

  /// Creates a table read.
  public init(passages: [Passage], pauseAfter: Int, pausesInside: ClipPauses = ClipPauses()) {
    self.passages = passages
    self.pauseAfter = pauseAfter
    self.pausesInside = pausesInside
  }
}

/// A step in reading an element: a spoken item or a pause.
public enum NarrationStep: Sendable, Hashable {
  case item(SpokenItem)
  /// A pause of at least this length, in milliseconds.
  case pause(Int)

  /// The spoken item, or nil for a pause.
  public var item: SpokenItem? { if case .item(let item) = self { item } else { nil } }
}

extension [NarrationStep] {
  /// Whether any step is spoken.
  var hasItems: Bool { contains { $0.item != nil } }
}

extension SpokenSpan {
  /// The text to show: `written`, or else the engine's text with the phonemes removed.
  package var captionText: String {
    if let written { return written }
    guard hasPhonemes else { return text }
    var words = ""
    var rest = text[...]
    while let open = rest.firstRange(of: "[["),
      let close = rest[open.upperBound...].firstRange(of: "]]")
    {
      words += rest[..<open.lowerBound]
      rest = rest[close.upperBound...]
    }
    return words + rest
  }
}
