public import Basics

/// Reads a Final Draft document (`.fdx`) into elements (Documentation/formats.md).
///
/// Parsing problems are diagnostics and are never thrown. A document that cannot be read has no elements.
/// The work is linear in the length of the document.
public struct FinalDraftParser: Sendable {
  /// The lines of the title page under Fountain's keys; empty if there is none.
  public let titlePage: [TitlePageEntry]
  /// The elements in the order of the document, each with its position.
  public let elements: [GuionElement]
  /// The problems in the document.
  public let diagnostics: [Diagnostic]
  /// The document in UTF-8.
  let text: [UInt8]
  /// The words that are in no element.
  let skipped: SkippedWords

  /// Reads the bytes of a document, which is XML in UTF-8, UTF-16 or a Windows encoding.
  public init(bytes: [UInt8], edition: ReadingEdition = .second) {
    let text: [UInt8]
    do throws(XMLFault) {
      text = try XMLText.utf8(bytes)
    } catch {
      self.init(nil, text: [], diagnostics: [.badXML(error, at: nil)])
      return
    }
    var diagnostics: [Diagnostic] = []
    let reader = text.withUnsafeBufferPointer { source -> Found? in
      let reader = FinalDraftReader(source, edition)
      let fault = XMLStream.read(source, into: reader)
      let places = LineTable(source)
      if let fault, !reader.isOtherXML {
        diagnostics = [.badXML(fault, at: fault.offset.map(places.position))]
        return nil
      }
      if reader.isOtherXML {
        diagnostics = [
          .wrongFormat(
            "XML from another program", as: .fdx,
            advice: "export it from that program as Final Draft (.fdx)")
        ]
        return nil
      }
      diagnostics = reader.unknown.map { .unreadText($0.name, at: places.position(of: $0.offset)) }
      let lines =
        edition == .second ? FinalDraftTitleLine.filled(reader.titlePage) : reader.titlePage
      return Found(
        titlePage: FinalDraftTitlePage(
          lines, waitsForCredit: edition == .second, hasSeveralCredits: edition == .second,
          places.position
        ).entries,
        elements: reader.takeElements(), skipped: reader.skippedWords)
    }
    self.init(reader, text: text, diagnostics: diagnostics)
  }

  /// Reads the file at a path; throws only if the file cannot be read.
  public init(file: String, edition: ReadingEdition = .second) throws(FileError) {
    self.init(bytes: try SourceFile.bytes(of: file), edition: edition)
  }

  /// The parsed content of a document.
  private struct Found {
    var titlePage: [TitlePageEntry]
    var elements: [GuionElement]
    var skipped: SkippedWords
  }

  private init(_ found: Found?, text: [UInt8], diagnostics: [Diagnostic]) {
    (titlePage, elements) = (found?.titlePage ?? [], found?.elements ?? [])
    (self.text, self.diagnostics) = (text, diagnostics)
    skipped = found?.skipped ?? SkippedWords()
  }
}

extension Diagnostic {
  /// The warning for text outside the script, in an element whose meaning is unknown.
  fileprivate static func unreadText(_ name: String, at position: SourcePosition) -> Self {
    let place = name.isEmpty ? "this text" : "the text of this <\(name.visible)>"
    return Self(
      code: "unread-text", severity: .warning,
      message:
        "\(place) is not in the script, so it is not read; if it belongs to the script, move it into "
        + "a paragraph of <Content>",
      position: position)
  }
}
