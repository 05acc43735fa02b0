import Basics

/// Runs the programs that convert a document for us.
/// The default is the edge of the module: everything else here is a function from values to values.
package struct DocumentConverter: Sendable {
  package let run: @Sendable (LimitedProgram, [UInt8]) -> LimitedProgram.Outcome

  package init(run: @escaping @Sendable (LimitedProgram, [UInt8]) -> LimitedProgram.Outcome) {
    self.run = run
  }

  /// Runs the programs that are installed on this machine.
  package static let installed = DocumentConverter { $0.run($1) }
}

/// The text of a PDF as poppler prints it: runs of characters with their positions and fonts.
struct PDFOutput {
  var xml: [UInt8]
  /// Whether the text is what a program recognized in pictures of pages.
  var isRecognized = false
  /// What `pdfinfo` prints.
  private let properties: [Substring]
  var diagnostics: [Diagnostic] = []

  private static let arguments = [
    "-xml", "-stdout", "-i", "-fontfullname", "-noroundcoord", "-nomerge", "-zoom", "1", "-enc",
    "UTF-8",
  ]

  /// Reads a PDF.
  /// Throws the diagnostic for a document that cannot be read.
  init(_ bytes: [UInt8], _ converter: DocumentConverter) throws(Diagnostic) {
    let program = LimitedProgram("pdftohtml", Self.arguments + ["/dev/stdin"])
    let outcome = converter.run(program, bytes)
    xml = try Self.checked(outcome)
    if outcome.errors.contains("Syntax Error") { diagnostics.append(.damagedPDF) }
    let info = LimitedProgram("pdfinfo", ["-isodates", "-enc", "UTF-8", "/dev/stdin"])
    properties = String(decoding: converter.run(info, bytes).output, as: UTF8.self)
      .split(separator: "\n")
    let makers = properties.filter { $0.hasPrefix("Creator:") || $0.hasPrefix("Producer:") }
    isRecognized = makers.contains { maker in Self.scanners.contains { maker.contains($0) } }
    let (pages, count) = (Self.count("<page ", in: xml), Self.count("<text ", in: xml))
    if count * 2 < pages {
      let again = try Self.withHiddenText(bytes, converter)
      if Self.count("<text ", in: again) > count { (xml, isRecognized) = (again, true) }
    }
  }

  /// Returns the XML with the text that is not shown: a scanner puts the words that it recognizes behind the picture.
  static func withHiddenText(
    _ bytes: [UInt8], _ converter: DocumentConverter
  ) throws(Diagnostic) -> [UInt8] {
    let program = LimitedProgram("pdftohtml", arguments + ["-hidden", "/dev/stdin"])
    return try checked(converter.run(program, bytes))
  }

  /// Programs that recognize text in pictures.
  private static let scanners = [
    "FineReader", "Paper Capture", "OmniPage", "Readiris", "Tesseract", "ocrmypdf",
  ]

  private static func checked(_ outcome: LimitedProgram.Outcome) throws(Diagnostic) -> [UInt8] {
    switch outcome.end {
    case .exited(0): return outcome.output
    case .missing: throw .missingProgram("pdftohtml", package: "poppler-utils", for: "a PDF")
    case .tookTooLong, .signalled(9): throw .hugePDF("takes too long to read")
    case .wroteTooMuch: throw .hugePDF("has more than 64 MB of text")
    case .signalled(6): throw .hugePDF("takes too long or too much memory to read")
    case .exited(_) where outcome.errors.contains("Out of memory"):
      throw .hugePDF("needs too much memory")
    case .exited(_) where outcome.errors.contains("Incorrect password"):
      throw .protectedPDF(
        "this PDF needs a password", "open it in a viewer, and print it to a new PDF")
    case .exited(_) where outcome.errors.contains("Copying of text"):
      throw .protectedPDF(
        "this PDF does not allow copying its text", "ask its author for another copy")
    case .exited: throw .badPDF("it is damaged or cut off")
    case .signalled: throw .badPDF("pdftohtml crashed on it")
    case .failed(let reason): throw .badPDF("pdftohtml could not be started: \(reason)")
    }
  }

  private static func count(_ tag: StaticString, in xml: [UInt8]) -> Int {
    let length = tag.utf8CodeUnitCount
    return xml.indices.count { place in
      xml[place] == UInt8(ascii: "<") && place + length <= xml.count
        && (1..<length).allSatisfy { tag.utf8Start[$0] == xml[place + $0] }
    }
  }

  /// Returns the title and the author that the file names; empty if they name none.
  /// Many programs write the name of their file or of their template there.
  var titlePage: [TitlePageEntry] {
    ["Title", "Author"].compactMap { key in
      let line = properties.first { $0.hasPrefix(key + ":") }
      guard let value = line.flatMap({ String($0.dropFirst(key.count + 1)).inOneLine }),
        Self.isMeant(value)
      else { return nil }
      return TitlePageEntry(key: key, values: [value])
    }
  }

  /// Returns the numbers of the pages that have pictures.
  static func pagesWithPictures(_ bytes: [UInt8], _ converter: DocumentConverter) -> [Int] {
    let program = LimitedProgram("pdfimages", ["-list", "/dev/stdin"])
    // The first column of the table is the page.
    return String(decoding: converter.run(program, bytes).output, as: UTF8.self)
      .split(separator: "\n").compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
  }

  private static func isMeant(_ value: String) -> Bool {
    let small = value.lowercased()
    let unmeant = ["untitled", "(anonymous)", "anonymous", "microsoft word - ", "unknown", "user"]
    let name = small.split(separator: ".")
    let isFile = name.count > 1 && name.last.map { 2...5 ~= $0.count && !$0.contains(" ") } == true
    return !isFile && !unmeant.contains { small.hasPrefix($0) } && small.contains { $0.isLetter }
  }
}

extension Diagnostic {
  fileprivate static func protectedPDF(_ problem: String, _ advice: String) -> Self {
    Self(code: "protected-pdf", severity: .error, message: "\(problem); \(advice)")
  }

  static func badPDF(_ problem: String) -> Self {
    Self(
      code: "bad-pdf", severity: .error,
      message: "this PDF cannot be read: \(problem); save it again in the program that wrote it")
  }

  static func hugePDF(_ problem: String) -> Self {
    Self(
      code: InputLimit.code, severity: .error,
      message: "this PDF \(problem); print it to a new PDF, or split it")
  }

  static func missingProgram(
    _ program: String, package: String, for document: String
  ) -> Self {
    Self(
      code: "missing-program", severity: .error,
      message: "reading \(document) needs \(program), which is not installed; install it with "
        + "\"sudo apt install \(package)\"")
  }

  fileprivate static var damagedPDF: Self {
    Self(
      code: "damaged-pdf", severity: .warning,
      message:
        "this PDF has damaged parts, so text can be missing; compare the text with the PDF, or "
        + "save the PDF again in the program that wrote it")
  }
}
