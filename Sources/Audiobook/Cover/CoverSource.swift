public import Guion

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
  ///
  /// If no file is named, the source is a drawn cover for `auto`, and otherwise nil.
  public init?(_ wish: Wish?, cast: FileReference?, document: FileReference?) {
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
