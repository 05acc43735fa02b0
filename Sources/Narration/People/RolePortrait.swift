import Basics

/// A gender that a role and its voice can have.
public enum RoleGender: String, Sendable, CaseIterable {
  case female, male
  /// Neither: only a cast and a voice can say so.
  case neutral

  /// The gender that contradicts this one, or nil if none does.
  var other: RoleGender? {
    switch self {
    case .female: .male
    case .male: .female
    case .neutral: nil
    }
  }
}

/// An age that a role and its voice can have.
public enum RoleAge: String, Sendable, CaseIterable {
  /// Under 13 years.
  case child
  case adult
  /// From 60 years on.
  case old

  init(years: Int) { self = years < 13 ? .child : years < 60 ? .adult : .old }
}

/// What a reader knows of a role: a guess with its confidence and its evidence.
package struct RolePortrait: Sendable, Equatable {
  /// Who speaks.
  package enum Kind: String, Sendable {
    case person
    /// Several people: "THE CROWD".
    case group
    /// A machine or a sound: "LOUDSPEAKER".
    case thing
  }

  /// How high the script says a voice is.
  package enum Depth: String, Sendable {
    case low, high
  }

  /// Who speaks.
  package internal(set) var kind = Kind.person
  /// The gender, or nil if the script does not tell.
  package internal(set) var gender: RoleGender?
  /// The age, or nil if the script does not tell.
  package internal(set) var age: RoleAge?
  /// How high the voice is, or nil if the script does not tell.
  package internal(set) var depth: Depth?
  /// The role that is the same person at another age or place, such as EDWARD for YOUNG EDWARD; nil if there is none.
  package internal(set) var relative: String?
  /// The probability that the gender is right, from 0.5 to 1; 0 without a gender.
  package internal(set) var confidence = 0.0
  /// The strongest evidence for the gender, then the evidence for the age.
  package var evidence: [RoleClue] = []
  /// The strongest evidence for the other gender, if it is strong too; otherwise nil.
  package internal(set) var contradiction: RoleClue?

  /// The audio effect of every line: a loudspeaker sounds like one, whoever speaks for it.
  package var effect: Delivery.Effect? { kind == .thing ? .telephone : nil }

  /// Whether the gender is a guess from weak evidence.
  package var isGuess: Bool { confidence < 0.95 }

  /// Begins the evidence of a guess.
  static let guess = "a guess: "

  /// The gender and the age in words, such as "woman" or "old man"; nil if neither is known.
  package var words: String? {
    switch (age, gender) {
    case (.child, .female): "girl"
    case (.child, .male): "boy"
    case (.child, _): "child"
    case (.old, .female): "old woman"
    case (.old, .male): "old man"
    case (.old, _): "old"
    case (_, .female): "woman"
    case (_, .male): "man"
    case (_, .neutral): "neutral"
    case (.adult, nil): "adult"
    case (nil, nil): kind == .person ? nil : kind.rawValue
    }
  }

  /// The evidence in one line, such as "her coat, line 6; 53, line 608" or "the cast"; nil if there is none.
  package var reason: String? {
    let notes = evidence.map(\.note)
    let isDoubtful = gender != nil && isGuess
    return notes.isEmpty ? nil : (isDoubtful ? Self.guess : "") + notes.joined(separator: "; ")
  }

  package init() {}
}

/// A piece of evidence about a role: words of the script with their place.
package struct RoleClue: Sendable, Equatable {
  /// The kind of evidence, the strongest kind first.
  package enum Kind: Int, Sendable {
    case cast
    /// The name of the role: "OLD MAN".
    case name
    /// A statement: "(60s)", "his son".
    case statement
    /// Pronouns near the name.
    case pronoun
    /// Another role addresses the role: "sir".
    case address
    case givenName
  }

  package var kind: Kind
  /// The words, as written.
  package var quote: String
  /// The line of the words in its document, counted from 1; 0 for evidence without a line.
  package var line: Int
  /// The number of the document in a manuscript, counted from 0.
  package var source = 0
  /// The path of the document, or nil if it is unknown.
  package internal(set) var file: String?

  /// The evidence as a note: "her coat, line 6".
  package var note: String {
    line > 0 ? "\(quote), \(PlaceUnit.words(ofLine: line, in: file))" : quote
  }

  func placed(in files: [String]) -> Self {
    var clue = self
    clue.file = files.indices.contains(source) ? files[source] : nil
    return clue
  }
}
