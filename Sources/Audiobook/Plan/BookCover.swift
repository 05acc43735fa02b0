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
