/// A file that a document or its cast refers to.
public struct FileReference: Sendable, Equatable {
  /// The path as written, relative to `base`.
  public var path: String
  /// The folder to which `path` is relative.
  ///
  /// If empty, `path` is relative to the current folder of the process.
  public var base: String
  /// The folder that the path must not lead out of.
  ///
  /// Empty for the current folder of the process. Paths in documents are untrusted data, so they must
  /// not open the user's other files.
  public var root: String
  /// The file that contains the path, as the user named it; nil if unknown.
  public var file: String?
  /// The position of the path in `file`; nil if unknown.
  public var position: SourcePosition?

  /// Whether the file is part of the document, such as a picture in an archive.
  ///
  /// If so, no file is opened.
  package var isEmbedded = false
  /// The bytes of a file that is part of the document; nil if the document does not contain it.
  package var contents: [UInt8]?

  /// Creates a reference relative to the folder of the file that contains it.
  public init(path: String, in file: String?, position: SourcePosition? = nil) {
    let folder = FilePath(file ?? "").folder.text
    self.init(path: path, base: folder, root: folder, in: file, position: position)
  }

  /// Creates a reference relative to `base` that must stay within `root`.
  package init(
    path: String, base: String, root: String, in file: String?, position: SourcePosition?
  ) {
    (self.path, self.base, self.root) = (path, base, root)
    (self.file, self.position) = (file, position)
  }
}
