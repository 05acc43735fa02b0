import Audio
import Basics
import Foundation
import Guion

/// The pictures of a document for the read-along formats: PNG, JPEG, GIF and WebP files.
/// A picture must be in the folder that contains all documents of the book, or in one of its subfolders. Pictures on
/// servers are left out, because the read-along formats load nothing from a network. SVG is left out, because an SVG
/// file that is opened directly can run scripts.
struct PagePictures {
  struct Picture {
    /// The file name, such as `image-0123456789abcdef.png`.
    /// It contains a digest of the bytes, so different pictures have different names.
    var name: String
    var bytes: [UInt8]
  }

  /// The paths of the documents, in order.
  let documents: [String]
  private(set) var pictures: [String: Picture] = [:]
  private var known: [String: String?] = [:]

  private let root: FilePath?

  init(documents: [String]) {
    self.documents = documents
    root = Self.root(of: documents)
  }

  /// Returns the name of the picture with this path in an element; nil if the picture cannot be shown.
  mutating func name(of path: String, in element: GuionElement) -> String? {
    guard let file = file(path, element) else { return nil }
    if let name = known[file] { return name }
    let picture = Self.picture(at: file)
    known[file] = .some(picture?.name)
    if let picture { pictures[picture.name] = picture }
    return picture?.name
  }

  private func file(_ path: String, _ element: GuionElement) -> String? {
    let source = element.sourceRange?.source ?? 0
    let path = path.removingPercentEncoding ?? path
    guard documents.indices.contains(source), !path.isEmpty, !path.hasPrefix("/"),
      !path.contains("://"), !path.hasPrefix("data:"), !path.contains("\0")
    else { return nil }
    let document = documents[source]
    let folder = document.lastIndex(of: "/").map { document[...$0] } ?? ""
    // A stranger may have written the document, and the user may publish the pictures that the document names. So
    // files outside the folder are refused.
    guard let real = try? FilePath(folder + path).resolved(), let root, real.isWithin(root) else {
      return nil
    }
    return real.text
  }

  /// Returns the innermost folder that contains all documents, with links resolved; nil if a folder is missing.
  private static func root(of documents: [String]) -> FilePath? {
    let folders = documents.compactMap { document -> [Substring]? in
      let folder = document.lastIndex(of: "/").map { String(document[...$0]) } ?? "."
      return (try? FilePath(folder).resolved())?.text.split(separator: "/")
    }
    guard var shared = folders.first, folders.count == documents.count else { return nil }
    for folder in folders.dropFirst() {
      shared = zip(shared, folder).prefix { $0 == $1 }.map(\.0)
    }
    return FilePath("/" + shared.joined(separator: "/"))
  }

  private static func picture(at path: String) -> Picture? {
    guard FileStatus(path, followingLinks: true)?.isFile == true,
      let bytes = (try? Files<FileError>.contents(of: path, limit: InputLimit.cover.maximum))
        ?? nil,
      let ending = ending(of: bytes)
    else { return nil }
    return Picture(name: "image-\(SHA256.hash(bytes).hex.prefix(16)).\(ending)", bytes: bytes)
  }

  /// Returns the file extension for a picture's bytes; nil if the bytes are not a complete PNG, JPEG, GIF or WebP.
  private static func ending(of bytes: [UInt8]) -> String? {
    if let picture = Cover(bytes) {
      return picture.damage == nil ? (picture.kind == .png ? "png" : "jpg") : nil
    }
    // A GIF has a signature of 6 bytes and a screen descriptor of 7 bytes, and ends with a semicolon.
    let isGIF = bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8)
    if isGIF { return bytes.count > 13 && bytes.last == UInt8(ascii: ";") ? "gif" : nil }
    return isWebP(bytes) ? "webp" : nil
  }

  /// Returns whether a file is a complete WebP, judged by the length in its RIFF header.
  private static func isWebP(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 20, bytes.starts(with: "RIFF".utf8),
      bytes[8..<12].elementsEqual("WEBP".utf8)
    else { return false }
    let length = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    return length + 8 <= bytes.count + 1
  }
}
