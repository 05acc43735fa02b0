/// A writer of small graphs in ONNX's format, for voices that no package contains.
package struct ONNXGraph {
  private var nodes: [UInt8] = []
  private var constants: [UInt8] = []
  private var inputs: [UInt8] = []
  private var outputs: [UInt8] = []

  package enum Element: UInt8 {
    case float = 1
    case integer = 7
  }

  package init() {}

  /// Adds a node with one result.
  ///
  /// Its attributes are integers.
  package mutating func add(
    _ kind: String, _ inputs: [String], _ output: String, _ attributes: [String: Int] = [:]
  ) {
    var node = inputs.flatMap { Self.field(1, $0) } + Self.field(2, output) + Self.field(4, kind)
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      let attribute =
        Self.field(1, name) + Self.number(3, value) + Self.number(20, 2)
      node += Self.field(5, attribute)
    }
    nodes += Self.field(1, node)
  }

  /// Adds a constant: one number without dimensions, or a list.
  package mutating func add(constant name: String, floats: [Float], isList: Bool = false) {
    addConstant(
      name, .float, floats.flatMap { Self.bytes($0.bitPattern) }, isList ? floats.count : nil)
  }

  /// Adds a constant of integers: one number without dimensions, or a list.
  package mutating func add(constant name: String, integers: [Int], isList: Bool = false) {
    addConstant(
      name, .integer, integers.flatMap { Self.bytes(UInt64(bitPattern: Int64($0))) },
      isList ? integers.count : nil)
  }

  private mutating func addConstant(
    _ name: String, _ element: Element, _ content: [UInt8], _ count: Int?
  ) {
    let shape = count.map { Self.number(1, $0) } ?? []
    constants += Self.field(
      5,
      shape + Self.number(2, Int(element.rawValue)) + Self.field(8, name) + Self.field(9, content))
  }

  /// Adds an input or output with this many dimensions of any size.
  package mutating func add(input name: String, _ element: Element, dimensions: Int) {
    inputs += Self.field(11, Self.value(name, element, dimensions))
  }

  package mutating func add(output name: String, _ element: Element, dimensions: Int) {
    outputs += Self.field(12, Self.value(name, element, dimensions))
  }

  /// The bytes of the file.
  package var model: [UInt8] {
    let graph = nodes + Self.field(2, "tiny") + constants + inputs + outputs
    return Self.number(1, 8) + Self.field(7, graph) + Self.field(8, Self.number(2, 13))
  }

  private static func value(_ name: String, _ element: Element, _ dimensions: Int) -> [UInt8] {
    let shape = (0..<dimensions).flatMap { field(1, field(2, "\(name)\($0)")) }
    let tensor = number(1, Int(element.rawValue)) + field(2, shape)
    return field(1, name) + field(2, field(1, tensor))
  }

  private static func field(_ number: Int, _ text: String) -> [UInt8] {
    field(number, Array(text.utf8))
  }

  private static func field(_ number: Int, _ content: [UInt8]) -> [UInt8] {
    varint(number << 3 | 2) + varint(content.count) + content
  }

  private static func number(_ number: Int, _ value: Int) -> [UInt8] {
    varint(number << 3) + varint(value)
  }

  private static func varint(_ value: Int) -> [UInt8] {
    var (rest, bytes) = (UInt64(value), [UInt8]())
    while rest > 0x7F {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: 0, to: value.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
