import Audio
import Basics

/// The file of an EPUB: a zip archive (EPUB 3.3, section 4).
enum EPUBFile {
  /// The media type, which the first entry holds.
  static let mediaType = "application/epub+zip"

  /// Writes a book to a path, where a file is replaced; the same book always makes the same bytes.
  ///
  /// Files are read piece by piece. After an error nothing new is at the path. libzip writes to a name of its own beside
  /// the path, which begins like the path.
  static func write(_ book: EPUBBook, to path: String) throws(RenderError) {
    guard !book.chapters.isEmpty else { throw .audio(.empty(path: path)) }
    do throws(ZipWriterError) {
      let archive = try ZipWriter(path: path)
      // Stored and without extra fields, so that the type is at a fixed place (section 4.2.6.2).
      try archive.add("mimetype", Array(mediaType.utf8), isPacked: false)
      for part in parts(of: book) {
        switch part.content {
        case .bytes(let bytes): try archive.add(part.name, bytes, isPacked: part.isPacked)
        case .file(let file): try archive.add(part.name, file: file, isPacked: part.isPacked)
        }
      }
      try archive.finish()
    } catch {
      throw RenderError(error, path: path)
    }
  }

  /// A digest of everything that the bytes of the file depend on.
  ///
  /// `contents` are the digests of the parts that are files: pages, overlays, sounds and pictures, in any fixed order.
  static func digest(of book: EPUBBook, contents: [String]) -> String {
    var hash = TextFieldHasher()
    let package = EPUBPackage(book)
    for text in [package.document, package.navigation, EPUBStyle.sheet] {
      hash.add(SHA256.hash(text).hex)
    }
    if let cover = book.cover { hash.add(SHA256.hash(cover.bytes).hex) }
    for content in contents { hash.add(content) }
    return hash.finish()
  }

  private struct Part {
    var name: String
    var content: EPUBContent
    /// Sound and pictures are packed already.
    var isPacked = false
  }

  private static func parts(of book: EPUBBook) -> [Part] {
    let package = EPUBPackage(book)
    var parts = [
      Part(name: "META-INF/container.xml", content: .bytes(package.container), isPacked: true)
    ]
    func add(_ name: String, _ content: EPUBContent, isPacked: Bool = false) {
      let name = EPUBNames.folder + "/" + name
      parts.append(Part(name: name, content: content, isPacked: isPacked))
    }
    add(EPUBNames.package, .bytes(package.document), isPacked: true)
    add(EPUBNames.navigation, .bytes(package.navigation), isPacked: true)
    add(EPUBNames.style, .bytes(EPUBStyle.sheet), isPacked: true)
    if let cover = book.cover { add(EPUBPackage.coverName(cover), .bytes(cover.bytes)) }
    for chapter in book.chapters {
      add(EPUBNames.page(chapter.number), chapter.page, isPacked: true)
      add(EPUBNames.overlay(chapter.number), chapter.overlay, isPacked: true)
    }
    for image in package.images { add(image.name, image.image.content) }
    for chapter in book.chapters {
      add(EPUBNames.audio(chapter.number, chapter.audio), chapter.sound)
    }
    return parts
  }
}

extension RenderError {
  /// Makes an error about an EPUB at a path.
  fileprivate init(_ error: ZipWriterError, path: String) {
    switch error {
    case .noLibrary: self = .audio(.missingLibrary(name: "libzip", purpose: "an EPUB"))
    case .noMemory: self = .output(path: path, reason: "out of memory")
    case .unwritable(_, let error):
      self =
        error.isFullDisk
        ? .audio(.noSpace(path: path, reason: error.reason))
        : .output(path: path, reason: error.reason)
    case .unreadable(let file, let fault):
      self = .audio(.cannotRead(path: file, reason: fault.reason))
    }
  }
}
