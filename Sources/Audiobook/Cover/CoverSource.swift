public import Guion

/// Where a book's cover comes from.
public enum CoverSource: Sendable, Equatable {
  /// A file that the user named.
  case file(String)
  /// A file that the cast or the document names.
  case named(FileReference)
  /// It is drawn.
  case drawn

  /// What was asked for: `auto`, or a file.
  public enum Wish: Sendable, Equatable {
    /// A drawn one, where neither cast nor document names one.
    case auto
    /// A file.
    case file(String)
  }
}

extension CoverSource {
  /// The source of a book's cover: the user's file, the cast's, the document's, or none; nil for no cover.
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

  /// The file that a diagnostic is about.
  var file: String? {
    switch self {
    case .file(let path): path
    case .named(let reference): reference.file
    case .drawn: nil
    }
  }

  /// Where it is named.
  var position: SourcePosition? { if case .named(let it) = self { it.position } else { nil } }

  /// The picture's file as it was written.
  var shown: String {
    switch self {
    case .file(let path): path
    case .named(let reference): reference.path
    case .drawn: "the drawn cover"
    }
  }
}
