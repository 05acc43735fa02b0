import Basics

/// The documents of a folder that are not read, although they look like documents.
package enum SkippedDocument {
  /// How close a format is to what the author writes: an export has a higher rank than its source.
  static func rank(_ format: DocumentFormat) -> Int {
    switch format {
    case .fountain, .markdown, .fdx, .highland, .textbundle: 0
    case .docx, .odt, .officeScript: 1
    case .epub: 2
    default: 3
    }
  }

  /// The formats that earlier rule sets do not read in folders.
  static func isNew(_ format: DocumentFormat) -> Bool {
    ![0, 2].contains(rank(format)) && format != .text
  }

  /// The formats that are read only if a folder has no other documents: they are usually made from others.
  static func isPrinted(_ format: DocumentFormat) -> Bool { rank(format) == 3 && format != .text }

  /// Whether a file is only the lock of a program that has a document open.
  static func isLock(_ name: String) -> Bool { name.hasPrefix("~$") }

  /// Returns what to do with a document in a format that is not read; nil if a file is no such document.
  package static func advice(for name: String) -> String? {
    let name = name.lowercased()
    guard let dot = name.lastIndex(of: "."), !isLock(name) else { return nil }
    return advice[String(name[name.index(after: dot)...])]
  }

  private static let advice: [String: String] = {
    let convert = { (ending: String) in
      "convert it, for example with pandoc FILE.\(ending) -o FILE.md"
    }
    var all = [
      "doc": "save it as DOCX", "dot": "save it as DOCX", "wpd": "save it as DOCX or ODT",
      "wps": "save it as DOCX", "sxw": "save it as ODT", "abw": "save it as ODT",
      "pages": "export it as Word or EPUB", "scriv": "compile it as Markdown or DOCX",
      "celtx": "export it as Fountain or text", "fadein": "export it as Fountain or Final Draft",
      "mobi": "convert it, for example with ebook-convert FILE.mobi FILE.epub",
      "azw3": "convert it, for example with ebook-convert FILE.azw3 FILE.epub",
    ]
    for ending in ["tex", "rst", "org", "textile", "fb2", "ipynb"] { all[ending] = convert(ending) }
    all["adoc"] = "convert it, for example with asciidoctor -b docbook5 and pandoc"
    return all
  }()

  static func warning(_ path: String, _ reason: String) -> Diagnostic {
    Diagnostic(
      code: "skipped-document", severity: .warning, message: "this document is not read: \(reason)",
      file: path)
  }
}
