import Glibc
import Guion
import TestSupport

// A target for libFuzzer. Reads any bytes in a format, then writes the result and reads it again. FUZZ_READER
// is a format, or "page" for the only page of an EPUB. Scripts/check-fuzz runs all formats.

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

  static let chosen: Reader = {
    let name = getenv("FUZZ_READER").map { String(cString: $0) } ?? ""
    switch name {
    case "page": return .page
    case "bundle": return .bundle
    default:
      guard let format = DocumentFormat(rawValue: name) else {
        print("FUZZ_READER is a format, page or bundle, and not \"\(name)\"")
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
    case .bundle:
      let archive = MadeArchive([
        MadeArchive.Entry("a.textbundle/text.md", bytes),
        MadeArchive.Entry("a.textbundle/info.json", bytes),
      ])
      return GuionParsedElementCollection(bytes: archive.bytes, format: .textbundle)
    }
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
