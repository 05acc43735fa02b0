import Basics
import Foundation
import Guion

/// The pictures of a document that go with what people read along: PNG, JPEG, GIF and WebP files on this disk.
///
/// A picture on a server stays there: what people read along loads nothing from a network. SVG is left out, because
/// opened by itself it may run scripts.
struct PagePictures {
  /// A picture of a document.
  struct Picture {
    /// Made of its digest, so that its bytes never change: `image-0123456789abcdef.png`.
    var name: String
    var bytes: [UInt8]
  }

  /// The paths of the documents, in order.
  let documents: [String]
  private(set) var pictures: [String: Picture] = [:]
  private var known: [String: String?] = [:]

  init(documents: [String]) { self.documents = documents }

  /// The name of a picture by its path in an element; nil if it is none that can be shown.
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
    return folder + path
  }

  private static func picture(at path: String) -> Picture? {
    guard FileStatus(path, followingLinks: true)?.isFile == true,
      let bytes = (try? Files<FileFault>.contents(of: path, limit: InputLimit.cover.most)) ?? nil,
      let ending = ending(of: bytes)
    else { return nil }
    return Picture(name: "image-\(SHA256.hash(bytes).hex.prefix(16)).\(ending)", bytes: bytes)
  }

  /// The file name's ending for a kind of picture, by its first bytes (PNG 1.2, JFIF 1.02, GIF89a and RIFF's WebP).
  private static func ending(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "gif" }
    let isWebP = bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
    return isWebP ? "webp" : nil
  }
}
