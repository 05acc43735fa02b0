import Basics

/// A value in the manifest, which can be written and read.
protocol ManifestValue: Decodable, Sendable {
  static var listLayout: JSONWriter.Layout { get }
  /// Whether there is a value to write.
  var isSet: Bool { get }
  func write(to json: inout JSONWriter)
}

/// An object of the manifest.
/// The writer and the readers of the object use one table of keys.
protocol ManifestObject: ManifestValue {
  /// The table of keys.
  static var shape: ManifestShape<Self> { get }
  /// Creates an object with empty values.
  init()
}

/// The table of an object's keys.
/// Each entry has the name of a key, the property for its value, and the way in which a reader treats the key.
struct ManifestShape<Object: ManifestObject>: Sendable {
  /// The keys in writing order: sorted by name, so that two builds of the same input compare equal.
  let sorted: [ManifestKey<Object>]
  /// The keys in reading order: a reader reports the first fault in this order.
  fileprivate let keys: [ManifestKey<Object>]
  fileprivate let layout: JSONWriter.Layout

  /// Creates a table from keys in reading order.
  init(_ layout: JSONWriter.Layout, _ keys: [ManifestKey<Object>]) {
    (self.layout, self.keys) = (layout, keys)
    sorted = keys.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

struct ManifestKey<Object: ManifestObject>: Sendable {
  /// How a reader treats a key.
  enum Reading: Sendable {
    /// The key is not read, because no reader needs its value.
    case ignored
    /// The key must exist.
    case needed
    /// The key may be missing, but its value must not be null.
    case mayBeMissing
    /// The key may be missing, or its value may be null.
    case optional
  }

  let name: String
  /// Writes the key and its value; writes nothing if there is no value.
  let write: @Sendable (Object, inout JSONWriter) -> Void
  fileprivate let read: @Sendable (inout Object, Container) throws -> Void

  fileprivate typealias Container = KeyedDecodingContainer<ManifestKeyName>

  /// Creates a key for a property; `check` validates each value that is read.
  init<Value: ManifestValue>(
    _ name: String, _ property: any WritableKeyPath<Object, Value> & Sendable,
    _ reading: Reading = .ignored, check: (@Sendable (Value) throws -> Void)? = nil
  ) {
    let key = ManifestKeyName(stringValue: name)
    self.name = name
    write = { object, json in
      let value = object[keyPath: property]
      guard value.isSet else { return }
      json.key(name)
      value.write(to: &json)
    }
    read = { object, values in
      switch reading {
      case .ignored: return
      case .mayBeMissing where !values.contains(key): return
      case .optional:
        guard let value = try values.decodeIfPresent(Value.self, forKey: key) else { return }
        object[keyPath: property] = value
      case .needed, .mayBeMissing:
        object[keyPath: property] = try values.decode(Value.self, forKey: key)
      }
      try check?(object[keyPath: property])
    }
  }

  /// Creates a key for a number that must be in a range.
  init(
    _ name: String, _ property: any WritableKeyPath<Object, Int> & Sendable, _ reading: Reading,
    in range: ClosedRange<Int>
  ) {
    self.init(name, property, reading) { value in
      guard range.contains(value) else { throw ManifestFault("\(name) cannot be \(value)") }
    }
  }
}

/// The reason why a manifest is not valid.
/// The reason is part of a message.
struct ManifestFault: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

private struct ManifestKeyName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

// MARK: - Values

extension ManifestValue {
  static var listLayout: JSONWriter.Layout { .lines }
  var isSet: Bool { true }
}

extension ManifestObject {
  init(from decoder: any Decoder) throws {
    self.init()
    let values = try decoder.container(keyedBy: ManifestKeyName.self)
    for key in Self.shape.keys { try key.read(&self, values) }
  }

  func write(to json: inout JSONWriter) {
    json.beginObject(Self.shape.layout)
    for key in Self.shape.sorted { key.write(self, &json) }
    json.end()
  }
}

extension String: ManifestValue {
  static var listLayout: JSONWriter.Layout { .inline }
  func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: ManifestValue {
  func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Bool: ManifestValue {
  func write(to json: inout JSONWriter) { json.bool(self) }
}

extension Optional: ManifestValue where Wrapped: ManifestValue {
  var isSet: Bool { self != nil }
  func write(to json: inout JSONWriter) { self?.write(to: &json) }
}

extension Array: ManifestValue where Element: ManifestValue {
  func write(to json: inout JSONWriter) {
    json.beginArray(Element.listLayout)
    for value in self { value.write(to: &json) }
    json.end()
  }
}

extension [String: String]: ManifestValue {
  func write(to json: inout JSONWriter) {
    json.beginObject()
    for name in keys.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      json.member(name, self[name] ?? "")
    }
    json.end()
  }
}

/// A decimal number: a fraction that is written with six decimals, or a number that was read.
enum ManifestDecimal: ManifestValue {
  case fraction(Int, over: Int)
  case number(Double)

  init(from decoder: any Decoder) throws {
    self = .number(try decoder.singleValueContainer().decode(Double.self))
  }

  var value: Double {
    switch self {
    case .fraction(let numerator, let denominator): Double(numerator) / Double(denominator)
    case .number(let value): value
    }
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .fraction(let numerator, let denominator): json.decimal(numerator, over: denominator)
    case .number(let value):
      json.decimal(Int(exactly: (value * 1_000_000).rounded()) ?? 0, over: 1_000_000)
    }
  }
}
