import Guion
import TestSupport
import Testing

/// An example of a specification of Markdown (Fixtures/markdown/README.md).
struct SpecificationExample: Sendable {
  let name: String
  let markdown: String

  static func all() throws -> [Self] {
    let bytes = try SourceFile.bytes(of: Checkout.root + "/Fixtures/markdown/spec-examples.json")
    guard case .array(let nodes) = try JSONDocument.parse(bytes).get().value else { return [] }
    return nodes.compactMap { node in
      guard case .object(let members) = node.value else { return nil }
      var fields: [String: String] = [:]
      for member in members {
        switch member.value.value {
        case .string(let text): fields[member.key] = text
        case .number(let number): fields[member.key] = "\(Int(number))"
        default: break
        }
      }
      let name = ["specification", "section", "number"].compactMap { fields[$0] }
      return fields["markdown"].map { Self(name: name.joined(separator: ", "), markdown: $0) }
    }
  }
}

/// The folder with the checkout of this package.
enum Checkout {
  static let root: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(4).joined(separator: "/")
  }()
}

/// The program whose output is compared.
enum CmarkProgram {
  /// Returns the program's output for each document, with the extensions that `CommonMarkParser` reads.
  static func render(_ documents: [String], as format: String) throws -> [String] {
    let folder = try TemporaryFolder()
    for (index, document) in documents.enumerated() {
      try folder.write(document, as: "\(100_000 + index).md")
    }
    let script = """
      for file in *.md; do
        cmark-gfm -t "$0" -e table -e strikethrough -e autolink -e tasklist -e footnotes "$file"
        printf '\\001'
      done
      """
    let result = try Program.run("sh", ["-c", script, format], in: folder.path)
    #expect(result.status == 0, "\(result.errors)")
    let parts = result.output.split(separator: "\u{1}", omittingEmptySubsequences: false)
    return parts.dropLast().map(String.init)
  }

  /// Returns the Markdown files of this project, except the hostile ones of the browser tests: cmark leaves
  /// out what is between the raw tags of scripts.
  static func documents() throws -> [(path: String, text: String)] {
    let script =
      "find . \\( -name .build -o -path ./Tests/Browser \\) -prune -o -name '*.md' -size -1000k -print | sort"
    let result = try Program.run("sh", ["-c", script], in: Checkout.root)
    return try result.output.split(separator: "\n").map { path in
      let bytes = try SourceFile.bytes(of: Checkout.root + path.dropFirst())
      return (String(path), String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Returns a document without its front matter, which the program would read as prose.
  static func body(of document: String) -> String {
    let frontMatter = /\u{FEFF}?---\R(?s:.)*?\R(---|\.\.\.)\R/
    return String(document.trimmingPrefix(frontMatter))
  }
}
