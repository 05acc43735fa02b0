import Basics
import Glibc

/// The files of a TextBundle: entries of an archive, or files in a folder.
/// Files outside the bundle are never opened.
protocol BundleFiles {
  /// The paths of the files, from the top, with "/" between folders.
  var names: [String] { get }
  /// Returns all bytes of a file.
  /// A thrown error names the file in its property `file` or in its message.
  func bytes(of name: String, limit: InputLimit) throws(Diagnostic) -> [UInt8]
}

/// A bundle in a zip archive: a TextPack or a Highland file.
struct ArchivedBundle: BundleFiles {
  let archive: ZipArchive

  var names: [String] { archive.entries.map(\.name) }

  func bytes(of name: String, limit: InputLimit) throws(Diagnostic) -> [UInt8] {
    do {
      return try archive.bytes(of: name, limit: limit.maximum)
    } catch {
      throw error.diagnostic
    }
  }
}

/// A bundle that is a folder: `Name.textbundle`.
package struct FolderBundle: BundleFiles {
  /// The folder as the user named it.
  let path: String

  package static func isBundle(_ path: String) -> Bool {
    FilePath(path).trimmed.text.lowercased().hasSuffix(".textbundle")
      && FileStatus(path, followingLinks: true)?.isFolder == true
  }

  /// The names of the files at the top and in `assets`, sorted.
  var names: [String] {
    let top = FolderListing.names(in: path)
    let assets = FolderListing.names(in: path + "/assets").map { "assets/" + $0 }
    return (top + assets).sorted()
  }

  func bytes(of name: String, limit: InputLimit) throws(Diagnostic) -> [UInt8] {
    let reference = FileReference(path: name, base: path, root: path, in: nil, position: nil)
    do throws(FileError) {
      return try LimitedFile.bytes(of: reference, limit: limit)
    } catch {
      throw Self.diagnostic(error, name, limit)
    }
  }

  private static func diagnostic(
    _ error: FileError, _ name: String, _ limit: InputLimit
  ) -> Diagnostic {
    switch error.cause {
    case .exceedsLimit: .tooLarge(limit, in: name)
    case .outside:
      Diagnostic(
        code: "outside-folder", severity: .error,
        message: "this link leads out of the bundle; replace the link with the file", file: name)
    case .notAFile(let kind) where kind != .loop:
      badBundle("\(name) is not a regular file; replace it with the file itself")
    default: badBundle("\(name) cannot be read: \(error.reason)")
    }
  }

  private static func badBundle(_ message: String) -> Diagnostic { .badBundle(message) }
}

extension Diagnostic {
  /// The error for a bundle that has no text or cannot be read.
  static func badBundle(_ message: String) -> Self {
    Self(code: "bad-bundle", severity: .error, message: message)
  }
}

/// A TextBundle (textbundle.org, version 2): a text, its format, and its pictures.
struct TextBundle {
  let name: String
  /// The bytes of the text.
  let text: [UInt8]
  let format: DocumentFormat
  private let files: any BundleFiles
  /// The folder that contains the text, ending in "/"; empty if the text is at the top.
  private let folder: String

  /// Finds and reads the text of a bundle.
  /// `format` overrides the format that the bundle names.
  init(_ files: some BundleFiles, format: DocumentFormat? = nil) throws(Diagnostic) {
    guard let name = Self.text(in: files.names) else {
      throw .badBundle(
        "this bundle has no text file such as text.md or text.fountain; save it again in the "
          + "program that wrote it")
    }
    folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
    text = try files.bytes(of: name, limit: .document)
    (self.name, self.files) = (name, files)
    if let format {
      self.format = format
    } else {
      self.format = try Self.format(of: text, name, info: folder + "info.json", files)
    }
  }

  /// Returns the path of the text; nil if there is none.
  /// The text is a file named "text" plus an extension, at the top of the bundle or in a folder at the
  /// top.
  private static func text(in names: [String]) -> String? {
    let texts = names.filter { name in
      let parts = name.split(separator: "/")
      guard parts.count <= 2, let last = parts.last else { return false }
      return last.lowercased().hasPrefix("text.") && last.split(separator: ".").count == 2
    }
    let known = Set(names)
    // If there are several texts, the first one in a folder with an info.json is used.
    return texts.first { text in
      let folder = text.lastIndex(of: "/").map { String(text[...$0]) } ?? ""
      return known.contains(folder + "info.json")
    } ?? texts.first
  }

  /// Returns the format from the bundle's info.json, else from the file extension, else from the content.
  private static func format(
    of text: [UInt8], _ name: String, info: String, _ files: some BundleFiles
  ) throws(Diagnostic) -> DocumentFormat {
    if files.names.contains(info) {
      let bytes = try files.bytes(of: info, limit: .orderFile)
      let type = JSONValue(bytes)?["type"]?.text?.lowercased() ?? ""
      if type.contains("fountain") || type.contains("screenplay") { return .fountain }
      if type.contains("markdown") { return .markdown }
    }
    if let own = DocumentFormat(path: name), ![.text, .docx, .odt, .html, .rtf, .pdf].contains(own)
    {
      return own
    }
    return isScreenplay(text) ? .fountain : .markdown
  }

  /// Whether a text has a scene heading: a prefix such as EXT followed by a period or a space, at the
  /// beginning of the text or after an empty line.
  private static func isScreenplay(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      var lines = LineCursor(text, from: 0, spans: [])
      var isBlankAbove = true
      while let line = lines.next() {
        if isBlankAbove, HeadingForm.hasPrefix(text, line.whole, .first) { return true }
        isBlankAbove = line.content.isEmpty
      }
      return false
    }
  }

  // MARK: Pictures

  /// Returns the cover that the text names, else a picture called "cover"; nil if there is neither.
  /// `named` is a path relative to the folder of the text.
  func cover(named: String?, at position: SourcePosition?) -> FileReference? {
    let path = named ?? picture
    guard let path else { return nil }
    var reference = FileReference(path: path, in: name, position: position)
    reference.isEmbedded = true
    guard let entry = ArchiveName.resolve(path, from: name) else { return reference }
    reference.contents = try? files.bytes(of: entry, limit: .cover)
    return reference
  }

  private var picture: String? {
    let found = files.names.first { name in
      let small = name.lowercased()
      return small.hasPrefix(folder.lowercased() + "assets/cover.")
        && [".jpg", ".jpeg", ".png"].contains { small.hasSuffix($0) }
    }
    return found.map { String($0.dropFirst(folder.count)) }
  }
}
