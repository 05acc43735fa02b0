import Basics

extension CodeWords {
  /// Returns the items of a menu in code with commas between them: `File > Save As > Text`; nil for other code.
  /// `Value > Maximum` is a comparison.
  static func menu(_ code: String) -> String? {
    guard code.utf8.contains(UInt8(ascii: ">")), code.utf8.count < 300 else { return nil }
    let items = code.split(separator: #/ +> +/#).map { $0.drop { $0 == " " } }
    let isLong = items.count > 2 || items.contains { $0.contains(" ") }
    guard items.count > 1, isLong, items.allSatisfy(isMenuItem) else { return nil }
    return items.joined(separator: ", ")
  }

  private static func isMenuItem(_ item: Substring) -> Bool {
    if item == "..." || item == "…" { return true }
    let isName = item.drop { $0 == "[" }.first?.isUppercase == true
    return isName && item.contains(where: \.isLowercase)
      && item.allSatisfy { $0.isLetter || $0.isNumber || " &.…[]-".contains($0) }
  }
}
