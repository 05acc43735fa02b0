import Foundation

/// A page of Documentation/reference, with the tables that tests compare with the sources.
package enum ReferencePage: String {
  case castFile = "cast-file"
  case diagnostics, inputs, json

  /// The Markdown of the page.
  package var text: String {
    get throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Documentation/reference")
      return try String(contentsOf: folder.appending(path: rawValue + ".md"), encoding: .utf8)
    }
  }
}
