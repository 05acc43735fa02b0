public import Audio
import Basics

/// The planned cover of a book: a checked picture file, or text for a cover that will be drawn.
public struct BookCover: Sendable {
  enum Content: Sendable {
    case file(Cover)
    /// A cover to be drawn, with a digest of its pixels.
    case drawn(TypographicCover, pixelDigest: String)
  }

  let content: Content
  /// A digest of the picture file, or of the text of a drawn cover.
  ///
  /// The identity of a book's cover is the same on every machine. A digest of the pixels would depend on the
  /// installed fonts.
  let identity: String
  /// The number of letters in a drawn cover that no installed font contains.
  public let missingLetters: Int

  /// Creates a cover from a picture file.
  public init(_ picture: Cover) {
    self.init(picture, identity: SHA256.hash(picture.bytes).hex)
  }

  /// Creates a cover from a picture and its identity in an earlier build.
  init(_ picture: Cover, identity: String) {
    (content, self.identity, missingLetters) = (.file(picture), identity, 0)
  }

  /// Creates a drawn cover.
  ///
  /// The pixels are drawn for their digest, but not yet encoded as a picture.
  ///
  /// `generator` is the name and version of the program.
  public init(drawing words: TypographicCover, generator: String) throws(AudioError) {
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
