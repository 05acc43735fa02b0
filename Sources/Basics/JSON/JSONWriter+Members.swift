extension JSONWriter {
  /// Writes a member whose value is a string.
  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  /// Writes a member whose value is a whole number.
  package mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }

  /// Writes a list of strings on one line.
  package mutating func strings(_ values: [String]) {
    beginArray(.inline)
    for value in values { string(value) }
    end()
  }
}
