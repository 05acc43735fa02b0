import Basics

/// A page of a book while it is parsed.
struct EPUBPage {
  /// The path in the archive.
  let path: String
  /// The page in UTF-8.
  let text: [UInt8]
  /// The name of the file and the SHA-256 of its bytes.
  let part: DocumentPart
  /// Whether the page is malformed and is read as HTML.
  private(set) var isRepaired = false

  init(_ path: String, _ files: EPUBFiles) throws(Diagnostic) {
    self.path = path
    let bytes = try files.bytes(of: path)
    part = DocumentPart(name: path, bytes: bytes)
    do throws(XMLFault) {
      text = try XMLText.utf8(bytes)
    } catch {
      throw Diagnostic.badXML(error, at: nil).inFile(path)
    }
  }

  /// Reads the page a first time and detects whether it is malformed.
  ///
  /// A malformed page is read a second time, as HTML, by a new receiver. Returns the receiver that
  /// read the page last, and a warning if the page is malformed.
  mutating func survey<Receiver: XMLReceiver>(
    _ makeReceiver: () -> Receiver
  ) throws(Diagnostic) -> (receiver: Receiver, warning: Diagnostic?) {
    let receiver = makeReceiver()
    guard let fault = read(into: receiver) else { return (receiver, nil) }
    guard case .malformed(let words) = fault.kind else { throw damage(fault) }
    isRepaired = true
    let second = makeReceiver()
    // The faults of the repaired page are not reported; the first fault is enough.
    if let other = read(into: second) {
      guard case .malformed = other.kind else { throw damage(other) }
    }
    let reason = words.isEmpty ? "it ends early" : words.visible
    let warning = Diagnostic(
      code: "repaired-page", severity: .warning,
      message:
        "this page is not well-formed XHTML (\(reason)) and is read as HTML, so text may be "
        + "missing; listen to the page, or correct it",
      file: path, position: position(of: fault))
    return (second, warning)
  }

  /// Passes the page to a receiver and returns the first fault; nil if there is none.
  ///
  /// If the page is repaired, the fault can be ignored.
  func read(into receiver: some XMLReceiver) -> XMLFault? {
    text.withUnsafeBufferPointer {
      XMLStream.read($0, into: receiver, repairing: isRepaired)
    }
  }

  private func damage(_ fault: XMLFault) -> Diagnostic {
    .badXML(fault, at: position(of: fault)).inFile(path)
  }

  private func position(of fault: XMLFault) -> SourcePosition? {
    text.withUnsafeBufferPointer { text in
      fault.offset.map { LineTable(text).position(of: min($0, text.count)) }
    }
  }
}
