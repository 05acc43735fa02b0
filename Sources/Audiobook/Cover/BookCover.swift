public import Audio
import Basics

/// A book's cover as it is planned: a picture that was checked, or words that will be drawn.
public struct BookCover: Sendable {
  enum Content: Sendable {
    case file(Cover)
    /// With a digest of its pixels.
    case drawn(TypographicCover, look: String)
  }

  let content: Content
  /// The same for all builds of the same book, on whatever machine: a digest of the file, or of the words,
  /// which other fonts draw otherwise.
  let identity: String
  /// How many letters of a drawn cover no installed font has.
  public let missingLetters: Int

  /// Takes the picture of a file.
  public init(_ picture: Cover) {
    self.init(picture, identity: SHA256.hash(picture.bytes).hex)
  }

  /// Takes a picture under the identity that it had.
  init(_ picture: Cover, identity: String) {
    (content, self.identity, missingLetters) = (.file(picture), identity, 0)
  }

  /// Draws a plain one, but does not encode it yet; `generator` is the name and version of the program.
  public init(drawing words: TypographicCover, generator: String) throws(AudioError) {
    var hash = TextFieldHasher()
    for field in [generator, words.title, words.language] + words.authors { hash.add(field) }
    var pixels = SHA256()
    missingLetters = try words.withPixels { pixels.update($0) }
    content = .drawn(words, look: pixels.finish().hex)
    identity = Self.drawnPrefix + hash.finish()
  }

  /// What the identity of a cover that was drawn begins with.
  static let drawnPrefix = "drawn-"

  /// The name of its file in the output folder.
  var fileName: String {
    switch content {
    case .file(let picture): Self.fileName(of: picture.kind)
    case .drawn: Self.fileName(of: .png)
    }
  }

  static func fileName(of kind: Cover.Kind) -> String {
    kind == .jpeg ? "cover.jpg" : "cover.png"
  }

  /// What a drawn one looks like; nil for a file.
  var look: String? { if case .drawn(_, let look) = content { look } else { nil } }
}

/// What a share's outline says of a cover.
struct CoverDescription: Codable, Equatable, Sendable {
  var file: String
  var identity: String

  init(_ cover: BookCover) { (file, identity) = (cover.fileName, cover.identity) }
}
