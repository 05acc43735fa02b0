import Foundation
@testable import Guion

/// A value in a YAML file, with the accessors that tests need.
struct YAMLFile {
  private let node: YAMLNode?

  /// Reads a file with one document.
  init(_ path: String) throws {
    try self.init(text: String(contentsOfFile: path, encoding: .utf8))
  }

  init(text: String) throws {
    node = try Array(text.utf8).withUnsafeBufferPointer { try YAMLBuilder.value(of: $0) }
  }

  private init(node: YAMLNode?) { self.node = node }

  /// The text of a scalar, or nil if the value is not a scalar.
  var text: String? { node?.text }
  var number: Int? { text.flatMap { Int($0) } }

  /// The values of a list, or no values if the value is not a list.
  var list: [YAMLFile] {
    guard case .sequence(let nodes) = node?.content else { return [] }
    return nodes.map(YAMLFile.init(node:))
  }

  var texts: [String] { list.compactMap(\.text) }

  /// The keys and texts of a mapping, or no entries if the value is not a mapping.
  var entries: [(key: String, text: String)] {
    guard case .mapping(let pairs) = node?.content else { return [] }
    return pairs.compactMap { pair in
      pair.key.text.map { ($0, YAMLFile(node: pair.value).text ?? "") }
    }
  }

  /// The value for a key, or an empty value if the key is missing.
  subscript(key: String) -> YAMLFile {
    guard case .mapping(let pairs) = node?.content else { return YAMLFile(node: nil) }
    return YAMLFile(node: pairs.first { $0.key.text == key }?.value)
  }
}
