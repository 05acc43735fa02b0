import Basics
import CXML

/// A receiver of the content of an XML or HTML document, in order.
/// A class, because a pointer to it is passed through C.
protocol XMLReceiver: AnyObject {
  /// Whether the receiver needs nothing more.
  /// If so, the rest of the document is not read.
  var isDone: Bool { get }
  func start(_ tag: XMLTag)
  /// Receives an end tag; `offset` is the offset after the tag.
  func end(at offset: Int)
  /// Receives a piece of text.
  /// A text may arrive in several pieces, and `&amp;` is a separate piece.
  func text(_ text: Bytes)
  /// Receives a comment without its signs; `offset` is the offset after it.
  func comment(_ text: Bytes, at offset: Int)
}

extension XMLReceiver {
  func comment(_ text: Bytes, at offset: Int) {}
}

/// Reads XML and HTML as a stream with libxml2.
/// Nothing is fetched, and no other file is opened.
enum XMLStream {
  /// The maximum nesting depth of elements.
  /// libxml2 itself has this limit only when it builds a tree.
  static let deepest = 256

  /// Reads a document in UTF-8.
  /// Returns the fault that stopped the reading; nil if there is none.
  /// If `repairing` is true, the document is read as HTML, and the first repaired fault is returned.
  static func read(
    _ text: Bytes, into receiver: some XMLReceiver, repairing: Bool = false
  ) -> XMLFault? {
    guard g2a_xml_load() else { return XMLFault(.noLibrary) }
    let link = XMLLink(receiver)
    var events = g2a_xml_events(start: start, end: end, text: characters, comment: comment)
    let result = withExtendedLifetime(link) {
      g2a_xml_read(
        text.baseAddress, text.count, repairing, &events, Unmanaged.passUnretained(link).toOpaque())
    }
    if link.isTooDeep { return XMLFault(.tooDeep, offset: link.offset) }
    return XMLFault(result)
  }

  private static let start:
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<g2a_xml_attribute>?, Int32, Int
    ) -> Bool = { context, name, attributes, count, offset in
      guard let context, let name else { return false }
      let link = Unmanaged<XMLLink>.fromOpaque(context).takeUnretainedValue()
      let values = UnsafeBufferPointer(start: attributes, count: Int(count))
      return link.start(XMLTag(name, values, at: offset))
    }

  private static let end: @convention(c) (UnsafeMutableRawPointer?, Int) -> Bool = {
    context, offset in
    guard let context else { return false }
    return Unmanaged<XMLLink>.fromOpaque(context).takeUnretainedValue().end(at: offset)
  }

  private static let characters:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32, Int) -> Bool = {
      context, text, count, _ in
      guard let context, let text else { return false }
      let link = Unmanaged<XMLLink>.fromOpaque(context).takeUnretainedValue()
      return text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        link.text(Bytes(start: $0, count: Int(count)))
      }
    }

  private static let comment:
    @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, Int32, Int) -> Bool = {
      context, text, count, offset in
      guard let context, let text else { return false }
      let link = Unmanaged<XMLLink>.fromOpaque(context).takeUnretainedValue()
      return text.withMemoryRebound(to: UInt8.self, capacity: Int(count)) {
        link.comment(Bytes(start: $0, count: Int(count)), at: offset)
      }
    }

  /// The context that C passes through: the receiver, and the current nesting depth.
  private final class XMLLink {
    private let receiver: any XMLReceiver
    private var depth = 0
    private(set) var isTooDeep = false
    private(set) var offset = 0

    init(_ receiver: some XMLReceiver) { self.receiver = receiver }

    func start(_ tag: XMLTag) -> Bool {
      depth += 1
      if depth > XMLStream.deepest {
        (isTooDeep, offset) = (true, tag.offset)
        return false
      }
      receiver.start(tag)
      return !receiver.isDone
    }

    func end(at offset: Int) -> Bool {
      depth -= 1
      receiver.end(at: offset)
      return !receiver.isDone
    }

    func comment(_ text: Bytes, at offset: Int) -> Bool {
      receiver.comment(text, at: offset)
      return !receiver.isDone
    }

    func text(_ text: Bytes) -> Bool {
      receiver.text(text)
      return !receiver.isDone
    }
  }
}

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
