import Basics
import CXML

/// Takes what an XML or HTML document holds, in order.
///
/// A class, because C hands a pointer to it through.
protocol XMLReceiver: AnyObject {
  /// Whether nothing more is wanted; the rest of the document is not read then.
  var isDone: Bool { get }
  func start(_ tag: XMLTag)
  /// `offset` is behind the end tag.
  func end(at offset: Int)
  /// A stretch of text; a text may come in several, and `&amp;` is a stretch of its own.
  func text(_ text: Bytes)
}

/// Reads XML and HTML as a stream with libxml2; nothing is fetched or opened (decision 16).
enum XMLStream {
  /// How deep elements may stand in one another: libxml2 has this limit only where it builds a tree.
  static let deepest = 256

  /// Reads a document in UTF-8; nil if all is well.
  ///
  /// With `repairing` it is read as HTML, and the fault is the first one that was repaired.
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

/// The receiver as C holds it, and how deep the document is at the place that is being read.
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
