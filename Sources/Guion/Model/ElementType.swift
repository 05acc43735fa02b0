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
  /// A sound or music that the script asks for: `SFX: A DOOR SLAMS`.
  case sound

  /// The level of a section heading, 0 for everything else.
  public var level: Int {
    if case .sectionHeading(let level) = self { level } else { 0 }
  }

  /// Whether this is a section heading of any level.
  public var isSectionHeading: Bool { level > 0 }

  /// Whether this is part of a speech: a cue, a parenthetical, dialogue or lyrics.
  public var isDialogueRelated: Bool {
    switch self {
    case .character, .dialogue, .parenthetical, .lyrics: true
    default: false
    }
  }

  /// The name for tools, in the output of `guion2audio elements` and in the manifest, such as
  /// `scene-heading`.
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
    case .sound: "sound"
    }
  }
}

extension ElementType: CustomStringConvertible {
  /// The name for users, such as "Scene Heading".
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
    case .sound: "Sound"
    }
  }
}
