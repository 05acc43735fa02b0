/// A value of a JSON text that knows where it stands.
public struct JSONNode: Sendable, Equatable {
  /// A key and its value.
  public struct Member: Sendable, Equatable {
    /// The key, unescaped.
    public var key: String
    /// The place of the key's opening quote.
    public var keyPosition: SourcePosition
    /// What the key stands for.
    public var value: JSONNode

    /// Makes a member.
    public init(key: String, keyPosition: SourcePosition, value: JSONNode) {
      self.key = key
      self.keyPosition = keyPosition
      self.value = value
    }
  }

  /// What the value is.
  public enum Value: Sendable, Equatable {
    /// Members in their order; a key that is there twice is here twice.
    case object([Member])
    case array([JSONNode])
    case string(String)
    case number(Double)
    case bool(Bool)
    case null
  }

  /// The place of the first byte.
  public var position: SourcePosition
  /// What the value is.
  public var value: Value

  /// Makes a node.
  public init(position: SourcePosition, value: Value) {
    self.position = position
    self.value = value
  }
}

/// Reads JSON strictly by RFC 8259, for files that people write by hand.
public enum JSONDocument {
  /// The deepest nesting that is read; beyond it is no file that a person has written.
  public static let maximumDepth = InputLimit.depth.most

  /// The one value of a text, or what is wrong with the text first.
  ///
  /// A byte order mark at the start is skipped. The diagnostic's code is `json-syntax`, or `too-large`
  /// for a text with too many values, too long a string, or too deep a nesting.
  public static func parse(_ bytes: [UInt8]) -> Result<JSONNode, Diagnostic> {
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

/// What is wrong with a JSON text, and where.
struct JSONSyntaxError: Error {
  var message: String
  var position: SourcePosition
  /// The limit that the text is above; nil for any other error.
  var limit: InputLimit?
}
