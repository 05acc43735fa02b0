extension JSONWriter {
  /// Writes a value with sorted keys.
  ///
  /// Objects and arrays in the outer `levels` levels have one value per line. Deeper values are on one
  /// line.
  package mutating func value(_ value: JSONValue, lines levels: Int) {
    let layout: Layout = levels > 0 ? .lines : .inline
    switch value {
    case .null: null()
    case .bool(let isOn): bool(isOn)
    case .int(let number): integer(number)
    case .double(let number): double(number)
    case .string(let text): string(text)
    case .array(let values):
      beginArray(layout)
      for value in values { self.value(value, lines: levels - 1) }
      end()
    case .object(let members):
      beginObject(layout)
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        self.key(key)
        self.value(value, lines: levels - 1)
      }
      end()
    }
  }
}
