import Basics
import CXML

/// A start tag, as it is passed to a receiver.
/// The attributes are valid only until the receiver's `start` returns.
struct XMLTag {
  /// The name, without a prefix.
  let name: String
  /// The offset of the end of the tag in the text: its `>` or `/>`.
  let offset: Int
  private let attributes: UnsafeBufferPointer<g2a_xml_attribute>

  init(
    _ name: UnsafePointer<CChar>, _ attributes: UnsafeBufferPointer<g2a_xml_attribute>,
    at offset: Int
  ) {
    self.name = String(cString: name)
    self.attributes = attributes
    self.offset = offset
  }

  /// The value of an attribute, whatever its prefix; nil if there is no such attribute.
  subscript(_ name: StaticString) -> String? { value { $0.hasName(name) } }

  /// The value of an attribute with a prefix, such as `epub:type`; nil if there is no such attribute.
  subscript(prefix: StaticString, name: StaticString) -> String? {
    value { $0.hasName(name) && $0.hasPrefix(prefix) }
  }

  /// The value of an attribute without a prefix.
  subscript(plain name: StaticString) -> String? {
    value { $0.hasName(name) && $0.prefix == nil }
  }

  private func value(_ isWanted: (g2a_xml_attribute) -> Bool) -> String? {
    guard let found = attributes.first(where: isWanted), let value = found.value else { return nil }
    let bytes = UnsafeRawBufferPointer(start: value, count: Int(found.count))
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension g2a_xml_attribute {
  fileprivate func hasName(_ wanted: StaticString) -> Bool { Self.equal(name, wanted) }

  fileprivate func hasPrefix(_ wanted: StaticString) -> Bool {
    prefix != nil && Self.equal(prefix, wanted)
  }

  private static func equal(_ text: UnsafePointer<CChar>, _ wanted: StaticString) -> Bool {
    wanted.withUTF8Buffer { wanted in
      for (index, byte) in wanted.enumerated() where UInt8(bitPattern: text[index]) != byte {
        return false
      }
      return text[wanted.count] == 0
    }
  }
}
