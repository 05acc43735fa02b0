import Guion
import Hablare

/// A part of a document with everything that decides how it is read.
///
/// Apps that ask for items and builds that ask for a table read share this type, so both get the same result.
struct NarratedPart: Sendable {
  var elements: ArraySlice<GuionElement>
  var opening: [TableReader.Opening] = []
  /// The index of an element that the opening already contains.
  var omitted: Int?
  var reader: TableReader
  var directory: VoiceDirectory

  var tableRead: TableRead { reader.read(elements, opening: opening, omitting: omitted) }

  var items: [any SpeakableItem] {
    reader.spans(of: elements, opening: opening, omitting: omitted).map { span, element in
      SpeakableSpan(span, directory: directory, owningElement: element?.elementID)
    }
  }

  /// Returns a part of this part.
  ///
  /// Its elements are counted from its own first element.
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

  /// Creates a part without a cast: the caller chooses the voices.
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

/// Returns a count with its noun: "3 scenes", "1 scene".
func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
