import Basics

/// Files beside the sound, in one format: for each chapter, for the book, or for both.
/// Builds, shards, `assemble`, the manifest, `verify` and `feed` treat all artifacts alike. To add one, add a type in
/// a file of this folder, and add it to `Artifacts.kinds` (Documentation/design.md, "Artifacts").
protocol Artifact: Codable, Hashable, Sendable {
  /// The role of the files in the manifest, the same for all formats.
  static var role: String { get }
  /// How a feed uses the files.
  static var use: Artifacts.Use { get }
  /// Returns the media type of a format; nil if the format is unknown.
  static func mediaType(of format: String) -> String?
  /// Returns the artifacts that a build with these options writes, in order.
  static func requested(by options: BuildOptions) -> [Self]

  var format: String { get }
  /// Whether the manifest names the format.
  var isFormatListed: Bool { get }
  /// Whether the files show when each span is spoken.
  var needsTimings: Bool { get }
  /// Whether the files show the elements of the document.
  var needsElements: Bool { get }
  /// Whether the files show the numbers of speakers, such as by colours.
  var needsSpeakers: Bool { get }
  /// Whether a build of selected chapters (`--only`) leaves the files of other chapters as they are.
  var followsSelection: Bool { get }

  /// Throws an error if the options of a build make the files impossible.
  func check(_ options: BuildOptions, title: String, folder: String) throws(RenderError)
  /// Returns the names of a chapter's files that are known before rendering.
  /// `stem` is the name of the chapter's audio files without extension.
  func names(ofChapter index: Int, stem: String) -> [String]
  func names(of book: BookDescription) -> [String]
  /// Returns the files of a chapter; empty if the chapter has none.
  func files(of chapter: ChapterMaterial) throws(RenderError) -> [Artifacts.File]
  /// Returns the files of the book; empty if the book has none.
  func files(of book: FinishedBook) throws(RenderError) -> [Artifacts.File]
}

extension Artifact {
  static var use: Artifacts.Use { .none }
  var isFormatListed: Bool { true }
  var needsTimings: Bool { false }
  var needsElements: Bool { false }
  var needsSpeakers: Bool { needsElements }
  var followsSelection: Bool { false }
  func check(_ options: BuildOptions, title: String, folder: String) throws(RenderError) {}
  func names(ofChapter index: Int, stem: String) -> [String] { [] }
  func names(of book: BookDescription) -> [String] { [] }
  func files(of chapter: ChapterMaterial) throws(RenderError) -> [Artifacts.File] { [] }
  func files(of book: FinishedBook) throws(RenderError) -> [Artifacts.File] { [] }

  /// The name of the artifact in the records of chapters; no two artifacts of a build have the same name.
  var key: String { "\(Self.self).\(format)" }
}

extension Artifacts {
  /// How a feed uses the files of an artifact.
  enum Use {
    /// The file is an episode: the book in one file.
    case episode
    /// The file is a transcript of its chapter or book.
    case transcript
    /// The file is the picture of the book.
    case picture
    case none
  }

  /// A file of an artifact, before it is written.
  struct File {
    enum Content {
      /// Bytes in pieces; they may be requested twice, because a file with the same bytes is not replaced.
      case bytes(FileSystem.TextWriter)
      /// A file that is written to a path.
      case file((_ path: String) throws(RenderError) -> Void)
    }

    /// The name, relative to the output folder.
    var name: String
    /// A digest of what the file is made of; nil if only its bytes show whether it is current.
    var digest: String?
    var content: Content

    init(_ name: String, digest: String? = nil, bytes: @escaping () -> [UInt8]) {
      (self.name, self.digest) = (name, digest)
      content = .bytes { output throws(RenderError) in try output(bytes()) }
    }

    init(_ name: String, digest: String? = nil, _ content: Content) {
      (self.name, self.digest, self.content) = (name, digest, content)
    }
  }

  /// A file of an artifact in the output folder.
  struct Record: Codable, Sendable {
    /// The `key` of its artifact.
    var artifact: String
    var file: FileRecord
  }
}

/// The artifacts of a build, in the order of the list.
struct Artifacts: Sendable {
  /// Every kind of artifact, in the order in which a build writes and lists their files.
  static let kinds: [any Artifact.Type] = [
    BookFiles.self, CaptionFiles.self, CoverFile.self, PageFiles.self, SinglePage.self,
    EPUBFiles.self, PlaylistFile.self, LabelFiles.self, StemFiles.self, ProjectFiles.self,
    MarkerFiles.self,
    SampleFile.self,
  ]

  private(set) var all: [any Artifact]

  init(_ options: BuildOptions) {
    all = Self.kinds.flatMap { kind -> [any Artifact] in kind.requested(by: options) }
  }

  /// Returns the artifact with a key, or nil.
  subscript(key: String) -> (any Artifact)? { all.first { $0.key == key } }

  /// Returns the names of a chapter's files that are known before rendering.
  func names(ofChapter index: Int, stem: String) -> [String] {
    all.flatMap { $0.names(ofChapter: index, stem: stem) }
  }

  /// Returns the kind of the files with a role in the manifest, or nil.
  static func kind(ofRole role: String) -> (any Artifact.Type)? { kinds.first { $0.role == role } }
}

extension BuildOptions {
  /// Whether a file beside the sound needs the times of spans.
  var needsTimings: Bool { Artifacts(self).all.contains(where: \.needsTimings) }

  /// Whether a file beside the sound needs the elements of the document.
  var needsElements: Bool { Artifacts(self).all.contains(where: \.needsElements) }

  /// Whether a file beside the sound needs the numbers of speakers.
  var needsSpeakers: Bool { Artifacts(self).all.contains(where: \.needsSpeakers) }
}

// MARK: - In the parts of shards

extension Artifacts: Codable, Equatable {
  static func == (one: Artifacts, other: Artifacts) -> Bool {
    one.all.map { AnyHashable($0) } == other.all.map { AnyHashable($0) }
  }

  /// Reads a list of objects, each with the name of the kind as its only key.
  init(from decoder: any Decoder) throws {
    func artifact<Kind: Artifact>(
      _ kind: Kind.Type, _ object: KeyedDecodingContainer<KindKey>, _ key: KindKey
    ) throws -> any Artifact {
      try object.decode(kind, forKey: key)
    }
    all = []
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let object = try list.nestedContainer(keyedBy: KindKey.self)
      guard let key = object.allKeys.first,
        let kind = Self.kinds.first(where: { "\($0)" == key.stringValue })
      else {
        throw DecodingError.dataCorruptedError(in: list, debugDescription: "an unknown artifact")
      }
      all.append(try artifact(kind, object, key))
    }
  }

  /// Writes the form that `init(from:)` reads.
  func encode(to encoder: any Encoder) throws {
    func encode<Kind: Artifact>(
      _ artifact: Kind, _ object: inout KeyedEncodingContainer<KindKey>
    ) throws {
      try object.encode(artifact, forKey: KindKey(stringValue: "\(Kind.self)"))
    }
    var list = encoder.unkeyedContainer()
    for artifact in all {
      var object = list.nestedContainer(keyedBy: KindKey.self)
      try encode(artifact, &object)
    }
  }

  private struct KindKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
