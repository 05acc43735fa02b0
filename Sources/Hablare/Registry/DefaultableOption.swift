/// An option of the command, with the form of its value under `defaults` in a user's configuration.
public struct DefaultableOption: Sendable {
  /// The allowed form of an option's value.
  public enum Form: Sendable {
    /// No value: the option is either given or not.
    case flag
    /// A path that begins with `/` or `~/`, so that it does not depend on the working directory.
    case path
    /// One of these words.
    case word([String])
    /// Some of these words, separated by commas or as a list.
    case words([String])
    /// A whole number.
    case integer(ClosedRange<Double>)
    /// A number.
    case number(ClosedRange<Double>)
    /// One of these words, or a number.
    case wordOrNumber([String], ClosedRange<Double>)
    /// A size in bytes: a whole number, optionally followed by `K`, `M`, `G` or `T`.
    case size
    /// A voice's URI.
    case voice
    /// A language tag.
    case language
  }

  /// The name, without dashes.
  public var name: String
  /// The form of the value; nil if the option applies to one run only and cannot have a default.
  public var form: Form?

  /// Creates an option.
  public init(name: String, form: Form?) {
    (self.name, self.form) = (name, form)
  }
}
