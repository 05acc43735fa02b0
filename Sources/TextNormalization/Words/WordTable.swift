/// Parses tables in the form of text with one entry per line.
enum WordTable {
  /// Returns the words between spaces and line breaks.
  static func words(_ text: String) -> Set<String> {
    Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
  }

  /// Returns lines of the form `key key = value`.
  /// `_` in a key is a space.
  static func entries(_ text: String) -> [(keys: [String], value: Substring)] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let keys = parts[0].split(separator: " ").map { String($0.replacing("_", with: " ")) }
      return (keys, parts[1].drop { $0 == " " })
    }
  }

  /// Returns the value of each key.
  static func dictionary(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    for (keys, value) in entries(text) {
      for key in keys { result[key] = String(value) }
    }
    return result
  }

  static func nouns(_ text: String) -> [String: Noun] {
    var result: [String: Noun] = [:]
    for (keys, value) in entries(text) {
      guard let noun = Noun(value) else { continue }
      for key in keys { result[key] = noun }
    }
    return result
  }
}
