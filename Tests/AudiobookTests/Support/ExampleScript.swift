import Foundation
import Guion
import TestSupport
import Testing

/// The scripts and documents in the examples, with the tone voices.
struct ExampleScript: CustomTestStringConvertible, Sendable {
  var path: String
  var testDescription: String { path }

  static let all = [
    "article/how-bread-rises.md", "chapters/the-orchard.fountain", "de/der-nistkasten.md",
    "de/die-geduld.fountain", "es/la-distancia-del-trueno.md", "es/la-masa-madre.fountain",
    "fr/l-ascenseur.fountain", "fr/l-oeuf-a-la-coque.md", "names/the-galley.fountain",
    "podcast/the-lighthouse-hour.md", "the-last-train/the-last-train.fountain",
  ].map(ExampleScript.init)

  func book() throws -> ToneBook {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Examples").standardized
    let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    return ToneBook(text) { $0.format = path.hasSuffix(".md") ? .markdown : .fountain }
  }
}
