// `embed-text OUTPUT FILE...` writes Swift code that holds the texts of the files (Plugins/EmbedText).
import Foundation

let arguments = CommandLine.arguments.dropFirst()
var code = "enum PackageResources {\n"
for path in arguments.dropFirst() {
  let text = try String(contentsOfFile: path, encoding: .utf8)
  guard let name = path.split(separator: "/").last, !text.utf8.contains(13),
    !text.contains("\"\"\"####")
  else { fatalError("\(path): the text holds a CR or the mark that ends a Swift literal") }
  let constant = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  code += "  static let \(constant) = [UInt8](####\"\"\"\n\(text)\n\"\"\"####.utf8)\n"
}
code += "}\n"
// SwiftPM links this program again for each product, and runs it again. An unchanged file keeps its time, so that the
// module is not compiled again.
let output = arguments.first ?? ""
if (try? String(contentsOfFile: output, encoding: .utf8)) != code {
  try code.write(toFile: output, atomically: true, encoding: .utf8)
}
