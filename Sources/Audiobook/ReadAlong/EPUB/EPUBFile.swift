import Audio
import Basics

/// Writes the file of an EPUB, which is a zip archive (EPUB 3.3, section 4).
enum EPUBFile {
  /// The media type, which the first entry of the archive contains.
  static let mediaType = "application/epub+zip"

  /// Writes a book to a path and replaces an existing file.
  ///
  /// The same book always gives the same bytes. The parts are read piece by piece. libzip writes to a temporary file
  /// in the same folder, so after an error the file at the path is unchanged. The temporary file's name begins with
  /// the name of the final file.
  static func write(_ book: EPUBBook, to path: String) throws(RenderError) {
    guard !book.chapters.isEmpty else { throw .audio(.empty(path: path)) }
    do throws(ZipWriterError) {
      let archive = try ZipWriter(path: path)
      // This entry has no compression and no extra fields, so the media type is at a fixed offset (section 4.2.6.2).
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
  /// `contents` contains the digests of pages, overlays, audio and pictures. Their order must be the same in every
  /// build.
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
  /// Converts an error from writing an EPUB.
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
