/// The type of an element in a script (the Guion element model).
public enum ElementType: Hashable, Sendable, Codable {
  case sceneHeading
  case action
  case character
  case dialogue
  case parenthetical
  case transition
  /// A section heading; level 1 is the outermost.
  case sectionHeading(level: Int)
  case synopsis
  case comment
  case boneyard
  case lyrics
  case pageBreak

  /// The level of a section heading, 0 for everything else.
  public var level: Int {
    if case .sectionHeading(let level) = self { level } else { 0 }
  }

  /// Whether this is a section heading of any level.
  public var isSectionHeading: Bool { level > 0 }

  /// Whether this belongs to a speech: the cue, its directions, and what is spoken or sung.
  public var isDialogueRelated: Bool {
    switch self {
    case .character, .dialogue, .parenthetical, .lyrics: true
    default: false
    }
  }

  /// The name for tools, as in `guion2audio elements` and the manifest: `scene-heading`.
  public var identifier: String {
    switch self {
    case .sceneHeading: "scene-heading"
    case .action: "action"
    case .character: "character"
    case .dialogue: "dialogue"
    case .parenthetical: "parenthetical"
    case .transition: "transition"
    case .sectionHeading: "section-heading"
    case .synopsis: "synopsis"
    case .comment: "comment"
    case .boneyard: "boneyard"
    case .lyrics: "lyrics"
    case .pageBreak: "page-break"
    }
  }
}

extension ElementType: CustomStringConvertible {
  /// The name for users: "Scene Heading".
  public var description: String {
    switch self {
    case .sceneHeading: "Scene Heading"
    case .action: "Action"
    case .character: "Character"
    case .dialogue: "Dialogue"
    case .parenthetical: "Parenthetical"
    case .transition: "Transition"
    case .sectionHeading: "Section Heading"
    case .synopsis: "Synopsis"
    case .comment: "Comment"
    case .boneyard: "Boneyard"
    case .lyrics: "Lyrics"
    case .pageBreak: "Page Break"
    }
  }
}
