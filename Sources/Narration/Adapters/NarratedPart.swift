import Guion
import Hablare

/// A part of a document with everything that decides how it sounds: from here there is one way to
/// sound, for an app that asks for items and for a build that asks for the whole table read.
struct NarratedPart: Sendable {
  var elements: ArraySlice<GuionElement>
  var opening: [TableReader.Opening] = []
  /// The index of an element that the opening says already.
  var omitted: Int?
  var reader: TableReader
  var directory: VoiceDirectory

  var tableRead: TableRead { reader.read(elements, opening: opening, without: omitted) }

  var items: [any SpeakableItem] {
    reader.spans(of: elements, opening: opening, without: omitted).map { span, element in
      SpeakableSpan(span, directory: directory, owningElement: element?.elementID)
    }
  }

  /// A part of this one, in which elements are counted from its own first.
  func with(_ part: ArraySlice<GuionElement>, opening: [TableReader.Opening] = []) -> Self {
    var copy = self
    copy.elements = part
    copy.opening = opening
    copy.omitted = omitted.map { $0 - elements.startIndex }
    return copy
  }

  init(
    elements: ArraySlice<GuionElement>, opening: [TableReader.Opening] = [], omitted: Int? = nil,
    reader: TableReader, providers: [any VoiceProvider] = []
  ) {
    (self.elements, self.opening, self.omitted) = (elements, opening, omitted)
    self.reader = reader
    directory = VoiceDirectory(providers)
  }

  /// A reading without a cast: the caller says who speaks what.
  init(
    elements: [GuionElement], opening: [TableReader.Opening] = [], format: DocumentFormat,
    languageCode: String, providers: [any VoiceProvider], cast: Cast,
    mapping: @escaping VoiceMapping
  ) {
    let names = CueNames(of: elements, cast: cast, language: languageCode)
    directory = VoiceDirectory(providers)
    let casting = Casting(
      language: languageCode, names: names, directory: directory, mapping: mapping)
    self.elements = elements[...]
    self.opening = opening
    reader = TableReader(casting: casting, cast: cast, format: format)
  }
}

/// "3 scenes", "1 scene".
func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
