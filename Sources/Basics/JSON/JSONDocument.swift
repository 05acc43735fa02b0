/// A value of a JSON text, with its position.
public struct JSONNode: Sendable, Equatable {
  /// A key and its value.
  package struct Member: Sendable, Equatable {
    /// The key, unescaped.
    package var key: String
    /// The position of the key's opening quote.
    package var keyPosition: SourcePosition
    /// The value of the key.
    package var value: JSONNode

    package init(key: String, keyPosition: SourcePosition, value: JSONNode) {
      self.key = key
      self.keyPosition = keyPosition
      self.value = value
    }
  }

  /// The content of a value.
  package enum Value: Sendable, Equatable {
    /// The members in order.
    /// A duplicate key appears twice.
    case object([Member])
    case array([JSONNode])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  /// The position of the first byte.
  package var position: SourcePosition
  /// The content of the value.
  package var value: Value

  package init(position: SourcePosition, value: Value) {
    self.position = position
    self.value = value
  }
}

/// Reads JSON strictly by RFC 8259, for files that people write by hand.
package enum JSONDocument {
  /// The maximum nesting depth.
  /// No file written by a person is nested deeper.
  package static let maximumDepth = InputLimit.depth.maximum

  /// Returns the value of a text, or the first error in the text.
  /// A byte order mark at the start is skipped. The diagnostic's code is `json-syntax`, or `too-large`
  /// for a text with too many values, a string that is too long, or nesting that is too deep.
  package static func parse(_ bytes: [UInt8]) -> Result<JSONNode, Diagnostic> {
    bytes.withUnsafeBufferPointer { bytes in
      do throws(JSONSyntaxError) {
        var parser = JSONParser(bytes)
        return .success(try parser.document())
      } catch {
        return .failure(
          Diagnostic(
            code: error.limit == nil ? "json-syntax" : InputLimit.code, severity: .error,
            message: error.message, position: error.position))
      }
    }
  }
}

extension Diagnostic: Error {}

/// A syntax error in a JSON text, with its position.
struct JSONSyntaxError: Error {
  var message: String
  var position: SourcePosition
  /// The limit that the text exceeds; nil for any other error.
  var limit: InputLimit?
}
