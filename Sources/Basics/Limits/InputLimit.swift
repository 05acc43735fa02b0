/// The most bytes that are read of one kind of input, and the words for an input that has more.
///
/// The values are the one table of sizes (Documentation/interfaces.md, "Sizes of inputs"). A size is
/// checked before an input is read as a whole; a pipe is read to one byte beyond its limit at most.
public struct InputLimit: Sendable, Hashable {
  /// The input as messages name it, such as "the cast file".
  public let name: String
  /// The most that an input may have, in `unit`.
  public let most: Int
  /// What is counted.
  public let unit: Unit
  /// Why no input needs more.
  public let reason: String
  /// What to do about an input that has more.
  public let advice: String

  /// What a limit counts.
  public enum Unit: Sendable, Hashable {
    case bytes, values, levels, mistakes
  }

  /// The code of the diagnostic for every input that is too large.
  public static let code = "too-large"

  init(_ name: String, _ most: Int, _ unit: Unit = .bytes, because reason: String, advice: String) {
    (self.name, self.most, self.unit) = (name, most, unit)
    (self.reason, self.advice) = (reason, advice)
  }

  /// The limit in words: "16 MB", "100,000 values".
  public var size: String {
    switch unit {
    case .bytes: Self.words(bytes: most)
    case .values: Self.grouped(most) + " values"
    case .levels: Self.grouped(most) + " levels"
    case .mistakes: Self.grouped(most) + " mistakes"
    }
  }

  /// The sentence for an input that has more.
  public var message: String { message(of: name) }

  /// The sentence for an input with a name of its own, such as "the cover front.png".
  public func message(of input: String) -> String {
    switch unit {
    case .bytes: "\(input) is larger than \(size); \(advice)"
    case .values, .mistakes: "\(input) has more than \(size); \(advice)"
    case .levels: "\(input) is nested deeper than \(size); \(advice)"
    }
  }

  /// A number of bytes in the largest unit that has it whole, such as "16 MB" or "64 MiB".
  public static func words(bytes: Int) -> String {
    let units = [
      ("MB", 1_000_000), ("MiB", 1 << 20), ("kB", 1_000), ("KiB", 1 << 10),
    ]
    for (name, size) in units where bytes > 0 && bytes.isMultiple(of: size) {
      return "\(grouped(bytes / size)) \(name)"
    }
    return grouped(bytes) + (bytes == 1 ? " byte" : " bytes")
  }

  /// A number with commas between thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, place in
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digits[place])
    }
  }
}
