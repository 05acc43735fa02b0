extension JSONWriter {
  /// A member whose value is a string.
  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  /// A member whose value is a whole number.
  package mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }

  /// A list of strings, on one line.
  package mutating func strings(_ values: [String]) {
    beginArray(.inline)
    for value in values { string(value) }
    end()
  }
}
