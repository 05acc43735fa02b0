import Basics

/// The files of an EPUB, and the number of bytes of text that may still be read.
/// A class, so that all pages share one count of the remaining bytes.
final class EPUBFiles {
  private let archive: ZipArchive
  private var remainingBytes = InputLimit.document.maximum
  private var remainingSamples = InputLimit.document.maximum

  /// Opens a book.
  /// Throws an error if copy protection locks the book's pages.
  init(_ bytes: [UInt8]) throws(Diagnostic) {
    do throws(ArchiveError) {
      archive = try ZipArchive(bytes)
    } catch {
      throw error.diagnostic
    }
    try checkRights()
  }

  func has(_ path: String) -> Bool { archive[path] != nil }

  func bytes(of path: String) throws(Diagnostic) -> [UInt8] {
    do throws(ArchiveError) {
      let bytes = try archive.bytes(of: path, limit: remainingBytes)
      remainingBytes -= bytes.count
      return bytes
    } catch {
      throw error.diagnostic
    }
  }

  /// Returns the bytes of a file that may be a page; nil if it cannot be read.
  /// These bytes have a limit of their own, because most such files are pictures.
  func sample(of path: String) -> [UInt8]? {
    guard let bytes = try? archive.bytes(of: path, limit: remainingSamples) else { return nil }
    remainingSamples -= bytes.count
    return bytes
  }

  /// Returns the bytes of a picture; nil if it cannot be read.
  func picture(_ path: String) -> [UInt8]? {
    try? archive.bytes(of: path, limit: InputLimit.cover.maximum)
  }

  /// Passes an XML file to a receiver.
  func read(_ path: String, into receiver: some XMLReceiver) throws(Diagnostic) {
    let bytes = try bytes(of: path)
    do throws(Diagnostic) {
      try Self.read(bytes, into: receiver)
    } catch {
      throw error.inFile(path)
    }
  }

  /// Passes an XML document to a receiver.
  static func read(_ bytes: [UInt8], into receiver: some XMLReceiver) throws(Diagnostic) {
    let text: [UInt8]
    do throws(XMLFault) {
      text = try XMLText.utf8(bytes)
    } catch {
      throw Diagnostic.badXML(error, at: nil)
    }
    let fault = text.withUnsafeBufferPointer { source -> Diagnostic? in
      guard let fault = XMLStream.read(source, into: receiver) else { return nil }
      return .badXML(fault, at: fault.offset.map(LineTable(source).position))
    }
    if let fault { throw fault }
  }

  /// Throws an error if copy protection locks any file that is not a font.
  private func checkRights() throws(Diagnostic) {
    let rights = EPUBRights()
    // Apple's copy protection adds this file, but no list of the locked files.
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

  /// Detects whether anything but fonts is locked.
  private final class EPUBRights: XMLReceiver {
    private(set) var locksPages = false
    /// The methods that obfuscate fonts and are used for nothing else (EPUB 3.3, "Font obfuscation"; Adobe's
    /// older method).
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
}
