import Foundation
import Guion
import TestSupport
import Testing

/// Tests of documents that are written in other formats and read back.
@Suite struct ConversionTests {
  /// Converts a document and returns the losses.
  ///
  /// A failure shows the new text.
  private func losses(
    of bytes: [UInt8], _ format: DocumentFormat, to target: DocumentFormat
  ) throws -> (codes: [String], text: String) {
    let document = GuionParsedElementCollection(bytes: bytes, format: format)
    let conversion = try DocumentConversion(
      of: Manuscript(document, path: "document"), to: target)
    // Words outside the elements, such as comments, are in no document.
    let codes = conversion.losses.filter { $0.code != "lost-words" }.map { "\($0)" }
    return (codes, String(decoding: conversion.bytes, as: UTF8.self))
  }

  private static func files(_ folders: [String], _ ending: String) -> [String] {
    folders.flatMap { folder in
      let names = try? FileManager.default.contentsOfDirectory(atPath: "\(Checkout.root)/\(folder)")
      return (names ?? []).filter { $0.hasSuffix(ending) }.sorted().map {
        "\(Checkout.root)/\(folder)/\($0)"
      }
    }
  }

  private static let examples = [
    "article", "chapters", "de", "es", "fr", "manual", "names", "podcast", "the-last-train",
  ].map { "Examples/\($0)" }
  static let scripts = files(["Fixtures/scripts", "Fixtures/fountain"] + examples, ".fountain")
  static let documents = files(["Fixtures/documents"] + examples, ".md")

  @Test(arguments: scripts) func scriptsBecomeFountain(_ path: String) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    let found = try losses(of: bytes, .fountain, to: .fountain)
    #expect(found.codes == [], "\(found.text)")
  }

  @Test(arguments: documents) func documentsBecomeMarkdown(_ path: String) throws {
    let bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
    guard
      !GuionParsedElementCollection(bytes: bytes, format: .markdown).diagnostics.contains(where: {
        $0.severity == .error
      })
    else { return }
    let found = try losses(of: bytes, .markdown, to: .markdown)
    #expect(found.codes == [], "\(found.text)")
  }

  /// Converts the documents of a folder outside of the project, if a variable names one.
  @Test func aCorpusStaysTheSame() throws {
    guard let folder = ProcessInfo.processInfo.environment["GUION2AUDIO_CORPUS"] else { return }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
      guard let format = DocumentFormat(path: name) else { continue }
      let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(name)")))
      for target in format.isScreenplay ? [DocumentFormat.fountain, .fdx] : [.markdown] {
        let found = try losses(of: bytes, format, to: target)
        let lost = found.codes.filter { target != .fdx || !$0.hasSuffix("[lost-title]") }
        #expect(lost == [], "\(name) to \(target)")
      }
    }
  }

  @Test func everyExampleOfTheSpecification() throws {
    for example in try SpecificationExample.all() {
      let found = try losses(of: Array(example.markdown.utf8), .markdown, to: .markdown)
      #expect(
        found.codes == [], "\(example.markdown.debugDescription) -> \(found.text.debugDescription)")
    }
  }

  @Test func elementsThatFinalDraftCannotRepresent() throws {
    let script = """
      ===

      INT. BAR - DAY #1#

          Indented.

      /* old */

      JOHN
      **Hi** _there_.
      """
    let found = try losses(of: Array(script.utf8), .fountain, to: .fdx)
    #expect(
      found.codes == [
        "document:1:1: note: Final Draft cannot represent this page break [lost-element]",
        "document:5:5: note: Final Draft changes the text of this action [changed-words]",
        "document:7:1: note: Final Draft stores this boneyard as another element: comment [changed-element]",
      ], "\(found.text)")
  }

  @Test func aScriptIsNotADocument() throws {
    #expect(throws: ConversionError.wrongKind(.fountain, .markdown)) {
      try losses(of: Array("INT. BAR\n".utf8), .fountain, to: .markdown)
    }
    #expect(throws: ConversionError.wrongKind(.markdown, .fdx)) {
      try losses(of: Array("# One\n".utf8), .markdown, to: .fdx)
    }
  }
}
