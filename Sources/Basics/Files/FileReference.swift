/// A file that a document or its cast names.
public struct FileReference: Sendable, Equatable {
  /// The path as it is written, from `base`.
  public var path: String
  /// The folder that the path starts from; empty for the one that all others stand in.
  public var base: String
  /// The folder that the path must not lead out of: what is written is data, and data opens nothing of
  /// the user's.
  public var root: String
  /// The file that names it, as the user named that; nil where nobody said.
  public var file: String?
  /// Where that file names it.
  public var position: SourcePosition?

  /// Whether the file is part of the document, as a picture in an archive is: then nothing is opened.
  package var isEmbedded = false
  /// The bytes of a file that is part of the document; nil if the document has no such file.
  package var contents: [UInt8]?

  /// Makes a reference from the folder that its file stands in.
  public init(path: String, in file: String?, position: SourcePosition? = nil) {
    let folder = FilePath(file ?? "").folder.text
    self.init(path: path, base: folder, root: folder, in: file, position: position)
  }

  /// Makes a reference from one folder that stays within another.
  package init(
    path: String, base: String, root: String, in file: String?, position: SourcePosition?
  ) {
    (self.path, self.base, self.root) = (path, base, root)
    (self.file, self.position) = (file, position)
  }
}
