/// The maximum size of one kind of input, with the message for an input that exceeds it.
///
/// All sizes are defined here (Documentation/interfaces.md, "Sizes of inputs"). A size is checked
/// before the whole input is read. From a pipe, at most one byte beyond the limit is read.
public struct InputLimit: Sendable, Hashable {
  /// The name of the input in messages, such as "the cast file".
  public let name: String
  /// The maximum, in `unit`.
  public let maximum: Int
  /// The unit of the limit.
  public let unit: Unit
  /// The reason why no input needs more.
  public let reason: String
  /// The advice for an input that exceeds the limit.
  public let advice: String

  /// The units of limits.
  public enum Unit: Sendable, Hashable {
    case bytes, values, levels, mistakes
  }

  /// The code of the diagnostic for every input that is too large.
  public static let code = "too-large"

  init(
    _ name: String, _ maximum: Int, _ unit: Unit = .bytes, because reason: String, advice: String
  ) {
    (self.name, self.maximum, self.unit) = (name, maximum, unit)
    (self.reason, self.advice) = (reason, advice)
  }

  /// The limit as text: "16 MB", "100,000 values".
  public var size: String {
    switch unit {
    case .bytes: Self.words(bytes: maximum)
    case .values: Self.grouped(maximum) + " values"
    case .levels: Self.grouped(maximum) + " levels"
    case .mistakes: Self.grouped(maximum) + " mistakes"
    }
  }

  /// The message for an input that exceeds the limit.
  public var message: String { message(of: name) }

  /// Returns the message for an input with its own name, such as "the cover front.png".
  public func message(of input: String) -> String {
    switch unit {
    case .bytes: "\(input) is larger than \(size); \(advice)"
    case .values, .mistakes: "\(input) has more than \(size); \(advice)"
    case .levels: "\(input) is nested deeper than \(size); \(advice)"
    }
  }

  /// Returns a number of bytes in the first unit of MB, MiB, kB and KiB that divides the number, such as
  /// "16 MB".
  public static func words(bytes: Int) -> String {
    let units = [
      ("MB", 1_000_000), ("MiB", 1 << 20), ("kB", 1_000), ("KiB", 1 << 10),
    ]
    for (name, size) in units where bytes > 0 && bytes.isMultiple(of: size) {
      return "\(grouped(bytes / size)) \(name)"
    }
    return grouped(bytes) + (bytes == 1 ? " byte" : " bytes")
  }

  /// Returns a number with commas between thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, place in
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digits[place])
    }
  }
}
