/// The bytes of a document as UTF-8.
struct SourceText {
  let bytes: [UInt8]
  let diagnostics: [Diagnostic]
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    diagnostics = []
  }
}
