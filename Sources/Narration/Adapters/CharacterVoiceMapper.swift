public import Guion
public import Hablare

/// Maps each element to a voice of a casting.
///
/// Cues, dialogue and lyrics have the voice of their role. All other elements have the narrator's voice.
public struct CharacterVoiceMapper: Sendable {
  private let casting: Casting
  private let speeches: SpeechIndex

  /// Creates a mapper for a script with its casting.
  ///
  /// `elements` are the elements of the script, in order.
  public init(casting: Casting, elements: some Sequence<GuionElement>) {
    self.casting = casting
    speeches = SpeechIndex(of: elements, casting)
  }

  /// Returns the voice of an element.
  ///
  /// Cues have the voice of their role. Dialogue and lyrics have the voice of their cue in the script. A line is found
  /// in the script by its position, or by its text if only one role speaks this text. All other elements, such as
  /// parentheticals, have the narrator's voice.
  public func voice(for element: GuionElement) -> VoiceURI {
    let role =
      switch element.elementType {
      case .character: casting.role(forCue: element.elementText)
      case .dialogue, .lyrics: speeches.role(of: element)
      default: Role?.none
      }
    return (role ?? casting.narrator).voice
  }

  /// The roles that speak the lines of a script's speeches.
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

    /// The lines of speeches, by position.
    /// A labelled paragraph can become several lines with the same position.
    private var byPlace: [SourceRange: [Line]] = [:]
    private var byWords: [Words: Set<Role>] = [:]

    /// Indexes the lines of all speeches.
    /// Dialogue, lyrics, parentheticals, notes, boneyards and page breaks do not end a speech. All other elements do.
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

    /// Returns the role that speaks an element.
    /// Nil if the element is not part of a speech. Also nil if several roles speak its text and its position is
    /// unknown.
    func role(of element: GuionElement) -> Role? {
      let words = Words(element)
      let lines = element.sourceRange.flatMap { byPlace[$0] } ?? []
      if let line = lines.first(where: { $0.words == words }) { return line.role }
      if let roles = byWords[words], roles.count == 1 { return roles.first }
      // Code and images in the element may already be replaced by spoken words. The text of the element then differs
      // from the text in the script, so only position and type are compared.
      return lines.first { $0.words.type == words.type }?.role
    }
  }
}
