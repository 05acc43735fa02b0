import Guion
import Hablare

/// A part of a document with everything that decides how the part is read.
/// Apps get items from this type, and builds get a table read from it. So apps and builds get the same text and voices.
struct NarratedPart: Sendable {
  var elements: ArraySlice<GuionElement>
  var opening: [TableReader.Opening] = []
  /// The index of an element that the opening already contains.
  var omitted: Int?
  var reader: TableReader
  var directory: VoiceDirectory

  var tableRead: TableRead { reader.read(elements, opening: opening, omitting: omitted) }

  /// The items that a build renders, in their order.
  var items: [any SpeakableItem] {
    let (read, origins) = reader.readWithOrigins(elements, opening: opening, omitting: omitted)
    var firsts: [[Int]] = []
    var count = 0
    for passage in read.passages {
      firsts.append(
        passage.items.map { item in
          defer { count += item.spans.count }
          return count
        })
    }
    return read.speakables(directory) { origins[firsts[$0][$1] + $2]?.elementID }
  }

  /// Returns another part of the document that is read in the same way.
  /// `part` consists of elements of this part. The indices of `part` are counted from the first element of this part.
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

  /// Creates a part without a casting: the caller chooses the voices.
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

/// Returns a number with its noun: "3 scenes", "1 scene".
func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
