import Basics
import Foundation
import TestSupport
import Testing

@testable import Guion

/// The programs that read a PDF, and the PDFs that they cannot read.
@Suite struct PDFProgramTests {
  private typealias Outcome = LimitedProgram.Outcome

  @Test(arguments: [
    (LimitedProgram.End.missing, "", "missing-program", "apt install poppler-utils"),
    (.tookTooLong, "", "too-large", "too long"), (.wroteTooMuch, "", "too-large", "64 MB"),
    (.signalled(6), "", "too-large", "memory"),
    (.exited(1), "Out of memory", "too-large", "memory"),
    (.exited(1), "Command Line Error: Incorrect password", "protected-pdf", "password"),
    (.exited(1), "Copying of text from this document is not allowed.", "protected-pdf", "copying"),
    (.exited(1), "Syntax Error: Couldn't find trailer dictionary", "bad-pdf", "damaged"),
    (.signalled(11), "", "bad-pdf", "crashed"), (.failed("no memory"), "", "bad-pdf", "no memory"),
    (.exited(0), "", "bad-pdf", "no pages"),
  ])
  func outcomes(_ end: LimitedProgram.End, _ errors: String, _ code: String, _ words: String) {
    let converter = DocumentConverter { _, _ in Outcome(end, errors: errors) }
    let reading = DocumentReading(
      Array("junk %PDF-1.4".utf8), format: .pdf, edition: .second, converter: converter)
    #expect(reading.elements.isEmpty && reading.diagnostics.map(\.code) == [code])
    #expect(reading.diagnostics.allSatisfy { $0.message.contains(words) && $0.severity == .error })
  }

  @Test func `other bytes never reach a program`() {
    let converter = DocumentConverter { _, _ in
      Issue.record("a program was started")
      return Outcome(.missing)
    }
    for bytes in [[], Array("Just a text.".utf8), Array("PK\u{3}\u{4}".utf8)] {
      let reading = DocumentReading(
        bytes, format: .pdf, edition: .second, converter: converter)
      #expect(reading.diagnostics.map(\.code) == ["wrong-format"])
    }
  }

  @Test func `damaged parts and recognized text are warnings`() {
    let xml = MadePDF(["It rains."]).xml
    let damaged = DocumentConverter { _, _ in
      Outcome(.exited(0), output: xml, errors: "Syntax Error (499): Unknown operator")
    }
    let scanned = DocumentConverter { program, _ in
      let isHidden = program.arguments.contains("-hidden")
      return Outcome(.exited(0), output: isHidden ? xml : MadePDF([""]).xml)
    }
    for (converter, code) in [(damaged, "damaged-pdf"), (scanned, "pdf-ocr")] {
      let reading = DocumentReading(
        Array("%PDF-1.4".utf8), format: .pdfText, edition: .second, converter: converter)
      #expect(reading.diagnostics.map(\.code) == [code, "pdf-reading"])
      #expect(reading.elements.map(\.elementText) == ["It rains."])
    }
  }

  @Test func `pages without text are an error or a warning`() {
    let pages = ["It rains.", "", "It snows."]
    let converter = DocumentConverter { program, _ in
      Outcome(
        .exited(0),
        output: program.name == "pdfimages"
          ? Array("page num\n----\n   2   0 image\n".utf8) : MadePDF(pages).xml)
    }
    func read(_ bytes: [UInt8], _ converter: DocumentConverter) -> [String] {
      DocumentReading(bytes, format: .pdfText, edition: .second, converter: converter).diagnostics
        .map(\.description)
    }
    let warned = read(Array("%PDF-1.4".utf8), converter)
    #expect(warned.first?.contains("2001:1: warning: 1 page of this PDF is only pictures") == true)
    #expect(readPDF(Array(repeating: "", count: 3)).diagnostics.map(\.code) == ["pdf-no-text"])
    let unmapped = [String(repeating: "\u{E001}\u{FFFD}", count: 30) + " words"]
    #expect(readPDF(unmapped, as: .pdfText).diagnostics.map(\.code) == ["pdf-no-text"])
  }

  @Test func `pictures between other pages have the text of the scanner`() {
    let shown = ["It rains.", "", "12", "It snows."]
    let hidden = ["It rains.", "The wind blows all night.", "12 words of a scanner", "It snows."]
    func read(pictures: String) -> DocumentReading {
      let converter = DocumentConverter { program, _ in
        if program.name == "pdfimages" {
          return Outcome(.exited(0), output: Array(pictures.utf8))
        }
        let isHidden = program.arguments.contains("-hidden")
        return Outcome(.exited(0), output: MadePDF(isHidden ? hidden : shown).xml)
      }
      return DocumentReading(
        Array("%PDF-1.4".utf8), format: .pdfText, edition: .second, converter: converter)
    }
    let scanned = read(pictures: "page num\n 1 0 image\n 2 1 image\n 3 2 image\n")
    #expect(
      scanned.elements.map(\.elementText).joined(separator: " ") == hidden.joined(separator: " "))
    #expect(scanned.diagnostics.map(\.code) == ["pdf-ocr", "pdf-reading"])
    // Hidden words of other pages are not read: nobody sees them.
    let plain = read(pictures: "page num\n")
    #expect(!plain.elements.contains { $0.elementText.contains("wind") })
    #expect(plain.diagnostics.map(\.code) == ["pdf-reading"])
  }

  @Test(
    arguments: [
      ([], DocumentFormat.pdf, "an empty file", "choose another file"),
      (Array("Just a text.".utf8), .pdf, "text", "--from"),
      (Array("%PDF-1.7".utf8), .rtf, "text", ".pdf"),
      (Array("{\\rtf1 x}".utf8), .docx, "text", ".rtf"),
      (MadePDF(["x"]).bytes, .epub, "a PDF document", "the format pdf"),
      (Array("<html><p>x</p></html>".utf8), .rtf, "text", ".html"),
      (Array("<?xml version=\"1.0\"?><a/>".utf8), .docx, "an XML document", "export it"),
      (MadeWord("<w:p/>").bytes, .fdx, "a Word document", ".docx"),
      (
        [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1, 0], .odt,
        "an old Office document (or one with a password)", "DOCX"
      ),
    ] as [([UInt8], DocumentFormat, String, String)])
  func `wrong content`(_ bytes: [UInt8], _ format: DocumentFormat, _ name: String, _ advice: String)
  {
    let reading = DocumentReading(bytes, format: format, edition: .second)
    #expect(reading.diagnostics.map(\.code) == ["wrong-format"])
    let parts = (reading.diagnostics.first?.message ?? "").split(separator: "; ")
    #expect(parts.first?.hasPrefix("this is \(name) and cannot") == true, "\(parts)")
    #expect(parts.last?.contains(advice) == true, "\(parts)")
  }

  @Test func `the text of a program for OCR is a warning`() {
    let words = Array(repeating: "It rains.", count: 12)
    let converter = { (producer: String) in
      DocumentConverter { program, _ in
        if program.name == "pdfinfo" {
          return Outcome(.exited(0), output: Array("Producer:        \(producer)\n".utf8))
        }
        return Outcome(.exited(0), output: MadePDF([words.joined(separator: "\n\n")]).xml)
      }
    }
    for (producer, codes) in [
      ("Adobe Acrobat 7.0 Paper Capture Plug-in", ["pdf-ocr", "pdf-reading"]),
      ("Final Draft", ["pdf-reading"]),
    ] {
      let reading = DocumentReading(
        Array("%PDF-1.4".utf8), format: .pdfText, edition: .second, converter: converter(producer))
      #expect(reading.diagnostics.map(\.code) == codes)
      #expect(
        reading.elements.map(\.elementText).joined(separator: " ") == words.joined(separator: " "))
    }
  }

  @Test func `fonts that show signs for letters are an error or a warning`() {
    let wrong = "3 \"# 7 ! + '1 G:C:A/2:A8/J%%! ###"
    let page = Array(repeating: wrong, count: 4).joined(separator: "\n")
    let right = "It rains on the window of the room.\n............................. 5"
    #expect(readPDF([page, page], as: .pdfText).diagnostics.map(\.code) == ["pdf-no-text"])
    let reading = readPDF([right, page, right], as: .pdfText)
    #expect(reading.diagnostics.map(\.code) == ["pdf-page-without-text", "pdf-reading"])
    #expect(reading.diagnostics[0].message.hasSuffix("wrong: 2"))
  }

  @Test func `a PDF is read by poppler`() throws {
    let reading = DocumentReading(
      MadePDF(["It (nearly) rains.", "It snows."]).bytes, format: .pdfText, edition: .second)
    #expect(reading.elements.map(\.elementText) == ["It (nearly) rains.", "It snows."])
    #expect(DocumentFormat(content: MadePDF(["x"]).bytes) == .pdf)
  }

  /// A form that draws eight others, eleven times, needs years; 64 MB of text are too many.
  @Test func `a program ends at its limits`() {
    #expect(LimitedProgram("no-such-program", []).run([]).end == .missing)
    #expect(LimitedProgram("cat", ["/dev/stdin"]).run([65]).output == [65])
    #expect(LimitedProgram("sh", ["-c", "echo x > y"]).run([]).end != .exited(0))
    #expect(LimitedProgram("cat", ["/dev/zero"]).run([]).end == .wroteTooMuch)
    #expect(LimitedProgram("env", []).run([]).output == Array("LC_ALL=C.UTF-8\n".utf8))
    let killed = LimitedProgram("sh", ["-c", "echo no >&2; kill -6 $$"]).run([])
    #expect(killed.end == .signalled(6) && killed.errors.hasSuffix("no\n"))
  }
}
