/// YAML as order files have it.
enum OrderYAML {
  static func parse(_ bytes: [UInt8]) -> Result<JSONNode, Diagnostic> {
    .failure(Diagnostic(code: "yaml-syntax", severity: .error, message: "YAML is not read yet"))
  }
}
