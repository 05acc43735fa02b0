import Guion
import Hablare

/// A document made ready for its lines: the elements that are read, the rules that read them, and the
/// model that each of them comes from.
///
/// A labelled paragraph of prose is read as cue and dialogue, so there may be more of the first.
struct LineSource: Sendable {
  let document: GuionDocumentModel
  let rules: any SpeechLogicRules
  /// The elements as they are read.
  let elements: [GuionElement]
  /// The chapters; one without a heading for all of it where there are none.
  let chapters: [DocumentOutline.Part]
  /// The scenes; the first is what stands before the first heading.
  let scenes: [DocumentOutline.Part]
  private let models: [GuionElementModel]

  /// Reads with these rules; without any, with rule set 1.0 as the cast has it set; without a cast, as
  /// the front matter does.
  init(
    _ document: GuionDocumentModel, cast: Cast?, language: String?, rules: (any SpeechLogicRules)?
  ) {
    let parsed = document.parsed
    let name = document.filename ?? "document"
    let manuscript = Manuscript(parsed, path: name)
    let ownCast = parsed.settings.map { CastReader(frontMatter: $0, file: name).cast }
    let cast = cast ?? ownCast ?? Cast()
    elements = SpeakerLabels(cast: cast).apply(to: manuscript)
    self.document = document
    self.rules =
      rules
      ?? SpeechLogicRulesV1_0(
        uncast: elements, cast: cast,
        language: language ?? cast.language ?? manuscript.languageTag ?? "en-US",
        format: parsed.format)
    let outline = DocumentOutline(elements, format: parsed.format)
    let whole = DocumentOutline.Part(elements: elements.indices, heading: nil)
    chapters = outline.chapters(of: elements) ?? [whole]
    scenes = outline.scenes(of: elements)
    models = document.elements
  }

  /// The model of the element that was read at an index.
  func model(of index: Int) -> GuionElementModel {
    models[elements.count == models.count ? index : sourceIndex(of: index)]
  }

  /// The last element of the document that begins no later.
  private func sourceIndex(of index: Int) -> Int {
    guard let start = elements[index].sourceRange?.start else { return 0 }
    var (low, high) = (0, models.count)
    while low < high {
      let middle = (low + high) / 2
      if let position = models[middle].element.sourceRange?.start, position > start {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return max(0, low - 1)
  }
}

extension SpeechLogicRulesV1_0 {
  /// The rules for lines that have no voices yet: names are told apart, and nothing else is known.
  fileprivate convenience init(
    uncast elements: [GuionElement], cast: Cast, language: String, format: DocumentFormat
  ) {
    let names = CueNames(of: elements, cast: cast, language: language)
    let casting = Casting(language: language, names: names) { _ in .undecided }
    self.init(casting: casting, cast: cast, format: format)
  }
}

extension VoiceURI {
  /// Nobody's voice.
  fileprivate static let undecided = VoiceURI(providerId: "", voiceId: "")
}

extension Manuscript {
  /// The language that the title page names, as a tag; nil where it names none that is one.
  fileprivate var languageTag: String? {
    guard let tag = language.map({ String($0.map { $0 == "_" ? "-" : $0 }) }),
      LanguageTag.isWellFormed(tag)
    else { return nil }
    return tag
  }
}
