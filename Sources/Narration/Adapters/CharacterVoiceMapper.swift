public import Guion
public import Hablare

/// Turns a casting into the voice of each element: a cue and what is said under it have the role's voice, and
/// everything else has the narrator's.
public struct CharacterVoiceMapper: Sendable {
  private let casting: Casting
  private let speeches: SpeechIndex

  /// Makes a mapper of a script that has been cast; `elements` are those of the script, in order.
  public init(casting: Casting, elements: some Sequence<GuionElement>) {
    self.casting = casting
    speeches = SpeechIndex(of: elements, casting)
  }

  /// The voice of an element.
  ///
  /// Dialogue and lyrics have the voice of the cue that they stand under in the script. They are found
  /// there by their place, or by their words if only one role says those. Directions are the narrator's to
  /// read.
  public func voice(for element: GuionElement) -> VoiceURI {
    let role =
      switch element.elementType {
      case .character: casting.role(forCue: element.elementText)
      case .dialogue, .lyrics: speeches.role(of: element)
      default: Role?.none
      }
    return (role ?? casting.narrator).voice
  }
}

/// Who says the words of a script's speeches.
private struct SpeechIndex: Sendable {
  private struct Words: Hashable {
    var type: ElementType
    var text: String

    init(_ element: GuionElement) {
      (type, text) = (element.elementType, element.elementText)
    }
  }

  private struct Line {
    var words: Words
    var role: Role
  }

  /// Several lines have one place if a paragraph has several labels.
  private var byPlace: [SourceRange: [Line]] = [:]
  private var byWords: [Words: Set<Role>] = [:]

  /// Notes and page breaks are passed over; whatever else is no part of a speech ends it.
  init(of elements: some Sequence<GuionElement>, _ casting: Casting) {
    var role: Role?
    for element in elements {
      switch element.elementType {
      case .character: role = casting.role(forCue: element.elementText)
      case .dialogue, .lyrics: if let role { add(element, role) }
      case .parenthetical, .comment, .boneyard, .pageBreak: break
      default: role = nil
      }
    }
  }

  private mutating func add(_ element: GuionElement, _ role: Role) {
    let words = Words(element)
    byWords[words, default: []].insert(role)
    guard let place = element.sourceRange else { return }
    byPlace[place, default: []].append(Line(words: words, role: role))
  }

  /// The role that says an element; nil if it is not part of a speech, or if several roles say its words
  /// and its place is unknown.
  func role(of element: GuionElement) -> Role? {
    let words = Words(element)
    let lines = element.sourceRange.flatMap { byPlace[$0] } ?? []
    if let line = lines.first(where: { $0.words == words }) { return line.role }
    if let roles = byWords[words], roles.count == 1 { return roles.first }
    // Where there is code or a picture, other words are spoken than are written.
    return lines.first { $0.words.type == words.type }?.role
  }
}
