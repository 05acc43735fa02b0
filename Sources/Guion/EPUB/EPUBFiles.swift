import Basics

/// The files of an EPUB, and how many bytes of words may still be read.
///
/// A class: the pages are read one after the other from one place.
final class EPUBFiles {
  private let archive: ZipArchive
  private var room = InputLimit.document.most

  /// Opens a book; throws an error if its pages are locked.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    do throws(ArchiveError) {
      archive = try ZipArchive(bytes)
    } catch {
      throw error.diagnostic
    }
    try checkRights()
  }

  /// Whether the archive has a file.
  func has(_ path: String) -> Bool { archive[path] != nil }

  /// All bytes of a file.
  func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    do throws(ArchiveError) {
      let bytes = try archive.bytes(of: path, limit: room)
      room -= bytes.count
      return bytes
    } catch {
      throw error.diagnostic
    }
  }

  /// The bytes of a picture; nil if it cannot be read.
  func picture(_ path: String) -> [UInt8]? {
    try? archive.bytes(of: path, limit: InputLimit.cover.most)
  }

  /// Reads a file of XML.
  func read(_ path: String, into receiver: some XMLReceiver) throws(Diagnostic) {
    let bytes = try bytes(of: path)
    let text: [UInt8]
    do throws(XMLFault) {
      text = try XMLText.utf8(bytes)
    } catch {
      throw Diagnostic.badXML(error, at: nil).inFile(path)
    }
    let fault = text.withUnsafeBufferPointer { source -> Diagnostic? in
      guard let fault = XMLStream.read(source, into: receiver) else { return nil }
      return .badXML(fault, at: fault.offset.map(LineTable(source).position))
    }
    if let fault { throw fault.inFile(path) }
  }

  /// Locked fonts do not matter; anything else that is locked is a page or a picture.
  private func checkRights() throws(Diagnostic) {
    let rights = EPUBRights()
    // Apple's protection leaves this file, and no list of what it locked.
    let isLocked = archive["META-INF/sinf.xml"] != nil
    if archive["META-INF/encryption.xml"] != nil {
      try read("META-INF/encryption.xml", into: rights)
    }
    guard isLocked || rights.locksPages else { return }
    throw Diagnostic(
      code: "protected-book", severity: .error,
      message:
        "copy protection (DRM) locks this book, so it cannot be read; get an edition without DRM")
  }
}

/// Finds out whether anything but fonts is locked.
private final class EPUBRights: XMLReceiver {
  private(set) var locksPages = false
  /// Fonts are made unreadable by these, and nothing else is (EPUB 3.3, "Font obfuscation"; Adobe's older way).
  private static let ofFonts: Set<String> = [
    "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC",
  ]

  var isDone: Bool { locksPages }

  func start(_ tag: XMLTag) {
    guard tag.name == "EncryptionMethod", let method = tag["Algorithm"] else { return }
    locksPages = !Self.ofFonts.contains(method)
  }

  func end(at offset: Int) {}
  func text(_ text: Bytes) {}
}
