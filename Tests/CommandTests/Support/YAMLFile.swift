import Foundation
@testable import Guion

/// A value of a YAML file, as tests look things up in it.
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

  /// The words of a scalar; nil for what is none.
  var text: String? { node?.text }
  var number: Int? { text.flatMap { Int($0) } }

  /// The values of a list; none where it is none.
  var list: [YAMLFile] {
    guard case .sequence(let nodes) = node?.content else { return [] }
    return nodes.map(YAMLFile.init(node:))
  }

  var texts: [String] { list.compactMap(\.text) }

  /// The keys and texts of a mapping; none where it is none.
  var entries: [(key: String, text: String)] {
    guard case .mapping(let pairs) = node?.content else { return [] }
    return pairs.compactMap { pair in
      pair.key.text.map { ($0, YAMLFile(node: pair.value).text ?? "") }
    }
  }

  /// The value under a key, empty where there is none.
  subscript(key: String) -> YAMLFile {
    guard case .mapping(let pairs) = node?.content else { return YAMLFile(node: nil) }
    return YAMLFile(node: pairs.first { $0.key.text == key }?.value)
  }
}
