/// Derives a title from a document's file name.
enum DocumentName {
  /// Returns a title: "The long way" for "02-the_long-way.md".
  ///
  /// A README or an index gets the name of its folder. At the top, a README or an index gets the name of
  /// the book.
  static func title(of path: FilePath, book: String) -> String {
    let stem = path.stem.text
    guard ["readme", "index"].contains(stem.lowercased()) else { return readable(stem) }
    let folder = path.folder
    return readable(folder.bytes.isEmpty ? book : folder.last.text)
  }

  /// Returns a name without its sorting digits, and with blanks for hyphens and underscores.
  static func readable(_ name: String) -> String {
    var rest = Substring(name)
    while true {
      let number = rest.drop { $0.isASCII && $0.isNumber }
      let words = number.drop { "-_. )".contains($0) }
      // "3d-printing" keeps its number because no separator follows the number.
      guard words.startIndex > number.startIndex else { break }
      rest = words
    }
    let text = String((rest.isEmpty ? name[...] : rest).map { "-_".contains($0) ? " " : $0 })
    guard let line = text.inOneLine, let first = line.first else { return name }
    return first.uppercased() + line.dropFirst()
  }
}
