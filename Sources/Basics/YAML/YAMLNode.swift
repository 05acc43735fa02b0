/// A value of a YAML text, with its position.
package struct YAMLNode: Sendable {
  package enum Content: Sendable {
    case scalar(text: String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  /// The offset of the first byte.
  package var offset: Int
  package var content: Content
  /// The number of values, including the value itself and the expansion of aliases.
  package var size: Int
  /// The number of bytes of text in the value, including the expansion of aliases.
  package var bytes = 0
  /// The nesting depth, 0 for a scalar.
  ///
  /// The expansion of aliases is included.
  package var depth = 0

  /// The text of a scalar with quotes and escapes resolved; nil for other values.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether the value is null: `~`, `null`, or empty.
  package var isNull: Bool {
    if case .scalar(let text, true) = content { YAMLScalar.value(text) == .null } else { false }
  }
}

extension YAMLNode {
  /// Returns the value as JSON.
  ///
  /// `place` returns the position of a byte.
  ///
  /// The recursion is limited by the maximum depth of YAML (`YAMLBuilder`).
  package func json(_ place: (Int) -> SourcePosition) -> JSONNode {
    JSONNode(position: place(offset), value: jsonValue(place))
  }

  private func jsonValue(_ place: (Int) -> SourcePosition) -> JSONNode.Value {
    switch content {
    case .scalar(let text, let isPlain): isPlain ? YAMLScalar.value(text) : .string(text)
    case .sequence(let nodes): .array(nodes.map { $0.json(place) })
    case .mapping(let pairs):
      .object(
        pairs.map { key, value in
          .init(
            key: key.text ?? "", keyPosition: place(key.offset), value: value.json(place))
        })
    }
  }
}
