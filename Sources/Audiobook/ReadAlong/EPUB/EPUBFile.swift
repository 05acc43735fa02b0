import Audio
import Basics

/// The file of an EPUB: a zip archive (EPUB 3.3, section 4).
enum EPUBFile {
  /// The media type, stored in the first entry.
  static let mediaType = "application/epub+zip"

  /// Writes a book to a path and replaces an existing file.
  ///
  /// The same book always gives the same bytes.
  ///
  /// Files are read piece by piece. After an error, nothing new is at the path. libzip writes to a temporary
  /// file next to the path, with a name that begins like the path.
  static func write(_ book: EPUBBook, to path: String) throws(RenderError) {
    guard !book.chapters.isEmpty else { throw .audio(.empty(path: path)) }
    do throws(ZipWriterError) {
      let archive = try ZipWriter(path: path)
      // Stored without extra fields, so that the media type is at a fixed offset (section 4.2.6.2).
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

  /// Returns a digest of everything that determines the file's bytes.
  ///
  /// `contents` are the digests of the parts that are files: pages, overlays, audio and pictures, in any fixed
  /// order.
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
    /// Whether to compress the part.
    ///
    /// Audio and pictures are already compressed.
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
  /// Converts an error about an EPUB.
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
