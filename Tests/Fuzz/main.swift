import Basics
import Glibc
import TestSupport

@testable import Guion

// A target for libFuzzer. Reads any bytes in a format, then writes the result and reads it again. FUZZ_READER
// is a format, "page" for the only page of an EPUB, "word" for the body of a Word document, "runs" for what poppler prints of
// a PDF, or "rich" for RTF, whose converter is left out. Scripts/check-fuzz runs all readers.

/// The main loop of libFuzzer (its library is linked without a `main`).
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The format in which bytes are read.
enum Reader {
  case format(DocumentFormat)
  case page
  case bundle
  case runs
  case rich
  case word

  static let chosen: Reader = {
    let name = getenv("FUZZ_READER").map { String(cString: $0) } ?? ""
    switch name {
    case "page": return .page
    case "bundle": return .bundle
    case "runs": return .runs
    case "rich": return .rich
    case "word": return .word
    default:
      guard let format = DocumentFormat(rawValue: name) else {
        print("FUZZ_READER is a format, page, word, bundle, runs or rich, and not \"\(name)\"")
        exit(64)
      }
      return .format(format)
    }
  }()

  /// Returns the document that is read from bytes.
  func document(_ bytes: [UInt8]) -> GuionParsedElementCollection {
    switch self {
    case .format(let format): return GuionParsedElementCollection(bytes: bytes, format: format)
    case .page:
      // The sample book is built from text, so broken UTF-8 in a page is not tested.
      let book = MadeBook(String(decoding: bytes, as: UTF8.self))
      return GuionParsedElementCollection(bytes: book.bytes, format: .epub)
    case .word:
      let text = String(decoding: bytes, as: UTF8.self)
      let document = MadeWord(text).with {
        ($0.styles, $0.numbering, $0.footnotes) = (text, text, text)
      }
      return GuionParsedElementCollection(bytes: document.bytes, format: .docx)
    case .bundle:
      let archive = MadeArchive([
        MadeArchive.Entry("a.textbundle/text.md", bytes),
        MadeArchive.Entry("a.textbundle/info.json", bytes),
      ])
      return GuionParsedElementCollection(bytes: archive.bytes, format: .textbundle)
    case .rich:
      // The text that the converter would get is read as the page that it would write.
      let converter = DocumentConverter { _, input in .init(.exited(0), output: input) }
      return read(Array("{\\rtf1 ".utf8) + bytes, .rtf, converter)
    case .runs:
      let converter = DocumentConverter { _, _ in .init(.exited(0), output: bytes) }
      // The first byte says whether the document is a screenplay.
      let format = bytes.first.map { $0 % 2 == 0 ? DocumentFormat.pdfScript : .pdfText } ?? .pdf
      return read(Array("%PDF-".utf8), format, converter)
    }
  }

  private func read(
    _ bytes: [UInt8], _ format: DocumentFormat, _ converter: DocumentConverter
  ) -> GuionParsedElementCollection {
    let reading = DocumentReading(bytes, format: format, edition: .second, converter: converter)
    return GuionParsedElementCollection(reading, digest: SHA256.hash(bytes))
  }
}

/// Reads bytes and converts the document.
func attempt(_ bytes: [UInt8]) {
  let document = Reader.chosen.document(bytes)
  let manuscript = Manuscript(document, path: "fuzz")
  for target in DocumentConversion.targets {
    _ = try? DocumentConversion(of: manuscript, to: target)
  }
}

_ = Reader.chosen
var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runDriver(&count, &arguments) { start, length in
    attempt(Array(UnsafeBufferPointer(start: start, count: length)))
    return 0
  })
