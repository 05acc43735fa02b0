import Guion

/// A rule set as a type, so that rules of two versions have different types.
public protocol RuleEdition: Sendable {
  /// The rule set.
  static var ruleSet: RuleSet { get }
}

/// Rule set 1.0.
public enum RuleEdition1_0: RuleEdition {
  /// `1.0`.
  public static let ruleSet = RuleSet.v1_0
}

/// Rule set 1.1.
public enum RuleEdition1_1: RuleEdition {
  /// `1.1`.
  public static let ruleSet = RuleSet.v1_1
}

/// Rule set 1.2.
public enum RuleEdition1_2: RuleEdition {
  /// `1.2`.
  public static let ruleSet = RuleSet.v1_2
}

/// Rule set 1.0: what is read, with which voice and which delivery.
public typealias SpeechLogicRulesV1_0 = ScriptRules<RuleEdition1_0>

/// Rule set 1.1: what is read, with which voice and which delivery.
public typealias SpeechLogicRulesV1_1 = ScriptRules<RuleEdition1_1>

/// Rule set 1.2: what is read, with which voice and which delivery.
public typealias SpeechLogicRulesV1_2 = ScriptRules<RuleEdition1_2>

/// The rules of an edition, which can also return the text of a single element.
protocol EditionRules: SpeechLogicRules {
  /// Returns the text of an element, regardless of the settings that leave elements out.
  func words(of element: GuionElement) -> String
}

extension ScriptRules: EditionRules {}

extension RuleSet {
  /// Returns the rules of this version for a script with its casting.
  /// `rate` is a factor for the tempo of every voice.
  func rules(
    casting: Casting, cast: Cast, rate: Double = 1, format: DocumentFormat = .fountain
  ) -> any EditionRules {
    switch self {
    case .v1_0: SpeechLogicRulesV1_0(casting: casting, cast: cast, rate: rate, format: format)
    case .v1_1: SpeechLogicRulesV1_1(casting: casting, cast: cast, rate: rate, format: format)
    case .v1_2: SpeechLogicRulesV1_2(casting: casting, cast: cast, rate: rate, format: format)
    }
  }
}
