import Foundation
import Guion
import TestSupport
import Testing

/// Files for a test's folder, and the expected result of reading it.
struct BookTree: Sendable, CustomTestStringConvertible {
  let name: String
  /// Relative paths and the text of each file.
  ///
  /// A text "-> x" makes a link to x.
  let files: [(path: String, text: String)]
  let expected: String

  /// Creates a tree.
  ///
  /// `names` lists the files whose text does not matter, separated by spaces.
  init(_ name: String, _ names: String, _ files: [String: String], _ expected: String) {
    self.name = name
    self.expected = expected
    let plain = names.split(separator: " ").map { (path: String($0), text: "Words.\n") }
    self.files = plain + files.sorted { $0.key < $1.key }.map { (path: $0.key, text: $0.value) }
  }

  init(_ name: String, _ names: String, _ expected: String) {
    self.init(name, names, [:], expected)
  }

  init(_ name: String, _ expected: String) { self.init(name, "", [:], expected) }

  var testDescription: String { name }

  /// Writes the files into the subfolder `root` and returns its path.
  func write(to folder: TemporaryFolder, root: String = "book") throws -> String {
    let manager = FileManager.default
    let top = folder.path(of: root)
    try manager.createDirectory(atPath: top, withIntermediateDirectories: true)
    for (path, text) in files {
      let place = top + "/" + path
      try manager.createDirectory(
        atPath: (place as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      if text.hasPrefix("-> ") {
        try manager.createSymbolicLink(
          atPath: place, withDestinationPath: String(text.dropFirst(3)))
      } else {
        try Data(text.utf8).write(to: URL(filePath: place))
      }
    }
    return top
  }

  /// Reads the files as a book.
  func read(root: String = "book") throws -> Manuscript {
    let folder = try TemporaryFolder()
    return try Manuscript(folder: try write(to: folder, root: root))
  }

  /// Returns the problems of the folder, without the folder's own path.
  func problems() throws -> String {
    let folder = try TemporaryFolder()
    let path = try write(to: folder)
    do throws(ManuscriptError) {
      return "read: " + (try Manuscript(folder: path)).order
    } catch {
      return error.description.replacing(path, with: "book").replacing("\n", with: " | ")
    }
  }
}

extension Manuscript {
  /// The names of the documents, in order.
  var order: String { documents.map(\.name).joined(separator: " | ") }

  /// The headings, in order: `a.md 1 Title | a.md 2 Section`.
  var headings: String {
    elements.filter { $0.elementType.isSectionHeading }.map { element in
      let name = element.sourceRange.map { documents[$0.source].name } ?? "?"
      return "\(name) \(element.elementType.level) \(element.elementText)"
    }.joined(separator: " | ")
  }

  /// Returns the diagnostics, without the folder's own path.
  func findings(in folder: String) -> String {
    diagnostics.map { $0.description.replacing(folder, with: "book") }.joined(separator: " | ")
  }
}
