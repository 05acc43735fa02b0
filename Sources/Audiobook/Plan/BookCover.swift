package import Audio
import Basics
public import Guion

/// The planned cover of a book: a checked picture file, or text for a cover that will be drawn.
package struct BookCover: Sendable {
  enum Content: Sendable {
    case file(Cover)
    case drawn(TypographicCover, pixelDigest: String)
  }

  let content: Content
  /// A digest of the picture file, or of the text of a drawn cover.
  /// The identity of a book's cover is the same on every machine. A digest of the pixels would depend on the
  /// installed fonts.
  let identity: String
  /// The number of letters in a drawn cover that no installed font contains.
  package let missingLetters: Int

  package init(_ picture: Cover) {
    self.init(picture, identity: SHA256.hash(picture.bytes).hex)
  }

  /// Creates a cover from a picture and its identity in an earlier build.
  init(_ picture: Cover, identity: String) {
    (content, self.identity, missingLetters) = (.file(picture), identity, 0)
  }

  /// Creates a drawn cover.
  /// The pixels are drawn for their digest, but not yet encoded as a picture.
  ///
  /// `generator` is the name and version of the program.
  package init(drawing words: TypographicCover, generator: String) throws(AudioError) {
    var hash = TextFieldHasher()
    for field in [generator, words.title, words.language] + words.authors { hash.add(field) }
    var pixels = SHA256()
    missingLetters = try words.withPixels { pixels.update($0) }
    content = .drawn(words, pixelDigest: pixels.finish().hex)
    identity = Self.drawnPrefix + hash.finish()
  }

  /// The prefix in the identity of a drawn cover.
  static let drawnPrefix = "drawn-"

  /// The name of the cover's file in the output folder.
  var fileName: String {
    switch content {
    case .file(let picture): Self.fileName(of: picture.kind)
    case .drawn: Self.fileName(of: .png)
    }
  }

  static func fileName(of kind: Cover.Kind) -> String {
    kind == .jpeg ? "cover.jpg" : "cover.png"
  }

  /// The picture; nil for a drawn cover.
  package var file: Cover? { if case .file(let picture) = content { picture } else { nil } }

  /// The digest of a drawn cover's pixels; nil for a file.
  var pixelDigest: String? {
    if case .drawn(_, let pixelDigest) = content { pixelDigest } else { nil }
  }
}

/// The description of a cover in a shard's outline.
struct CoverDescription: Codable, Equatable, Sendable {
  var file: String
  var identity: String

  init(_ cover: BookCover) { (file, identity) = (cover.fileName, cover.identity) }
}

/// The source of a book's cover.
public enum CoverSource: Sendable, Equatable {
  /// A file named by the user.
  case file(String)
  /// A file named in the cast or the document.
  case named(FileReference)
  /// A drawn cover.
  case drawn

  /// The user's request: `auto`, or a file.
  public enum Wish: Sendable, Equatable {
    /// A drawn cover, unless the cast or the document names a file.
    case auto
    /// A file.
    case file(String)
  }
}

extension CoverSource {
  /// Chooses the source: the user's file, or else the cast's file, or else the document's file.
  /// If no file is named, the source is a drawn cover for `auto`, and otherwise nil.
  package init?(_ wish: Wish?, cast: FileReference?, document: FileReference?) {
    if case .file(let path) = wish {
      self = .file(path)
    } else if let reference = cast ?? document {
      self = .named(reference)
    } else if wish == .auto {
      self = .drawn
    } else {
      return nil
    }
  }

  /// The file to name in a diagnostic.
  var file: String? {
    switch self {
    case .file(let path): path
    case .named(let reference): reference.file
    case .drawn: nil
    }
  }

  /// The position at which the cast or the document names the cover; nil if neither names it.
  var position: SourcePosition? { if case .named(let it) = self { it.position } else { nil } }

  /// The path of the picture as written by the user.
  var shown: String {
    switch self {
    case .file(let path): path
    case .named(let reference): reference.path
    case .drawn: "the drawn cover"
    }
  }
}

/// Reads and checks the picture of a cover before anything is rendered.
package struct CoverReader: Sendable {
  /// The maximum size in bytes.
  /// The file of a whole book contains the cover. FLAC has the smallest limit of all formats: 16,777,215 bytes
  /// for the picture and its description (RFC 9639, section 8.1).
  static let largestFile = InputLimit.cover.maximum
  /// The maximum width and height in pixels.
  /// Shops recommend 2,400 to 3,000 pixels (Google Play Books). A program that shows a square with sides of
  /// 10,000 pixels needs 400 MB for it.
  static let largestSide = 10_000
  /// The recommended minimum width and height in pixels; smaller covers look blurred on a phone.
  static let leastSide = 500

  /// The reason why a cover cannot be used.
  package enum Failure: Error {
    /// The file named by the user cannot be read; the text is the error message.
    case unreadable(String)
    /// The file is not a valid cover.
    case wrong(Diagnostic)
    /// A library is missing, or memory is exhausted.
    case unable(AudioError)

    package var message: String {
      switch self {
      case .unreadable(let message): message
      case .wrong(let diagnostic): diagnostic.message
      case .unable(let error): "\(error)"
      }
    }
  }

  private let source: CoverSource
  private let fit: CoverFit

  /// Creates a reader for a picture file; a drawn cover needs no reader.
  package init(_ source: CoverSource, fit: CoverFit) { (self.source, self.fit) = (source, fit) }

  /// Reads the cover.
  /// The warnings are about the size and shape of the cover.
  package func read() throws(Failure) -> (cover: BookCover, warnings: [Diagnostic]) {
    let bytes = try bytes()
    guard !bytes.isEmpty else { throw wrong("is empty") }
    guard let picture = Cover(bytes) else {
      throw wrong("is not a JPEG or PNG file; its content is checked, not its name")
    }
    let longest = max(picture.width, picture.height)
    guard longest <= Self.largestSide else {
      throw wrong(
        "has \(picture.width) × \(picture.height) pixels; each side can have at most "
          + "\(Self.largestSide) pixels; 2400 × 2400 is best")
    }
    if let damage = picture.damage { throw wrong("is damaged: \(damage)") }
    let cover = try fitted(picture)
    return (BookCover(cover), warnings(about: cover))
  }

  private func bytes() throws(Failure) -> [UInt8] {
    do throws(FileError) {
      switch source {
      case .file(let path): return try LimitedFile.bytes(of: path, limit: .cover)
      case .named(let file): return try LimitedFile.bytes(of: file, limit: .cover)
      case .drawn: return []
      }
    } catch {
      throw failure(error)
    }
  }

  private func failure(_ error: FileError) -> Failure {
    switch error.cause {
    case .exceedsLimit:
      let message = InputLimit.cover.message(of: "the cover \(source.shown)")
      return .wrong(diagnostic(.error, InputLimit.code, message))
    case .outside:
      return wrong("is outside the folder; copy it into the folder", code: "outside-folder")
    case .notAFile(let kind) where kind != .loop: return unreadable("it is not a regular file")
    default: return unreadable(error.reason)
    }
  }

  private func unreadable(_ reason: String) -> Failure {
    guard case .named = source else {
      return .unreadable("the cover \(source.shown) cannot be read: \(reason)")
    }
    let hint =
      source.shown.contains("://") ? "; a cover must be a file: download it and name the file" : ""
    return wrong("cannot be read: \(reason)\(hint)")
  }

  private func wrong(_ what: String, code: String = "bad-cover") -> Failure {
    .wrong(diagnostic(.error, code, "the cover \(source.shown) \(what)"))
  }

  private func fitted(_ picture: Cover) throws(Failure) -> Cover {
    guard fit == .pad else { return picture }
    let padded: Cover
    do throws(AudioError) {
      padded = try picture.padded(name: source.shown)
    } catch .malformed(_, let reason) {
      throw wrong("is damaged: \(reason)")
    } catch {
      throw .unable(error)
    }
    guard padded.bytes.count <= Self.largestFile else {
      throw wrong(
        "has more than \(Self.largestFile / 1_000_000) MB after padding; use a smaller cover")
    }
    return padded
  }

  private func warnings(about cover: Cover) -> [Diagnostic] {
    let size = "\(cover.width) × \(cover.height) pixels"
    var warnings: [Diagnostic] = []
    if min(cover.width, cover.height) < Self.leastSide {
      warnings.append(
        diagnostic(
          .warning, "small-cover",
          "the cover \(source.shown) has \(size); use 2400 × 2400 for shops and players"))
    }
    if !cover.isSquare {
      warnings.append(
        diagnostic(
          .warning, "cover-shape",
          "the cover \(source.shown) has \(size) and is not square; set the cover fit to \"pad\""
        ))
    }
    return warnings
  }

  private func diagnostic(
    _ severity: Diagnostic.Severity, _ code: String, _ message: String
  ) -> Diagnostic {
    Diagnostic(
      code: code, severity: severity, message: message, file: source.file,
      position: source.position)
  }
}

/// How a cover that is not square is used.
public enum CoverFit: String, Sendable, CaseIterable {
  /// The cover keeps its shape.
  case keep
  /// The cover is padded to a square with the colour of its edges.
  case pad
}
