/// An option for which a user's configuration may hold a value, under `defaults`.
public struct DefaultableOption: Sendable {
  /// What the value of an option looks like.
  public enum Form: Sendable {
    /// No value: the option is given or not.
    case flag
    /// A folder, from `/` or `~/`: the configuration is the same wherever it is used.
    case path
    /// One of these words.
    case word([String])
    /// Some of these words, with commas between them or as a list.
    case words([String])
    /// A whole number.
    case integer(ClosedRange<Double>)
    /// A number.
    case number(ClosedRange<Double>)
    /// One of these words, or a number.
    case wordOrNumber([String], ClosedRange<Double>)
    /// A size in bytes: a whole number, or one with `K`, `M`, `G` or `T` behind it.
    case size
    /// A voice's URI.
    case voice
    /// A language tag.
    case language
  }

  /// The name, without dashes.
  public var name: String
  /// What its value looks like; nil if the option belongs to one run, so that a default would be a trap.
  public var form: Form?

  /// Makes an option.
  public init(name: String, form: Form?) {
    (self.name, self.form) = (name, form)
  }
}
