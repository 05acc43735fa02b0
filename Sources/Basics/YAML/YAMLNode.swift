/// A value of a YAML text that knows where it stands.
package struct YAMLNode: Sendable {
  package enum Content: Sendable {
    case scalar(text: String, isPlain: Bool)
    case sequence([YAMLNode])
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  /// The first byte.
  package var offset: Int
  package var content: Content
  /// How many values it consists of, itself included, counting what aliases stand for.
  package var size: Int
  /// How many bytes its words have, counted in the same way.
  package var bytes = 0
  /// How deep it is nested, 0 for a scalar; aliases count as what they stand for.
  package var depth = 0

  /// The words of a scalar as typed, quotes and escapes undone; nil for what is none.
  package var text: String? {
    if case .scalar(let text, _) = content { text } else { nil }
  }

  /// Whether it stands for nothing: `~`, `null`, or no word at all.
  package var isNull: Bool {
    if case .scalar(let text, true) = content { YAMLScalar.value(text) == .null } else { false }
  }
}

extension YAMLNode {
  /// The same value as JSON has it; `place` finds the place of a byte.
  ///
  /// It goes no deeper than YAML is read (`YAMLBuilder`).
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
