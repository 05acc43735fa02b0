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
    var events = g2a_xml_events(start: start, end: end, text: characters)
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

  func text(_ text: Bytes) -> Bool {
    receiver.text(text)
    return !receiver.isDone
  }
}
