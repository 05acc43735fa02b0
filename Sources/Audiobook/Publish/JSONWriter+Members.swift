import Guion

extension JSONWriter {
  /// A member whose value is a string.
  mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  /// A list of strings, on one line.
  mutating func strings(_ values: [String]) {
    beginArray(.inline)
    for value in values { string(value) }
    end()
  }
}
