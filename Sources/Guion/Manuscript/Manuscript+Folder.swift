extension Manuscript {
  /// How many folders deep a document may stand below the folder that is the book.
  public static let deepestFolder = 64

  /// Reads a folder as one book: the documents that its order file names, else all documents in it in
  /// the order of their names (Documentation/interfaces.md, "Folders").
  ///
  /// Nothing outside the folder is read, and the order never depends on the file system. Throws where
  /// a file cannot be read, where there is no document, and where the order file is wrong.
  public init(folder path: String) throws(ManuscriptError) {
    self = try FolderBook.read(path)
  }
}
