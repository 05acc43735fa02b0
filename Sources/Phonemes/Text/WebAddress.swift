/// Distinguishes web and email addresses from words.
enum WebAddress {
  private static let endings = Set(
    "com org net edu gov io co uk de fr info biz us ca au tv me ly ai".split(separator: " ")
      .map(String.init))

  static func isAddress(_ chunk: ArraySlice<Unicode.Scalar>) -> Bool {
    guard chunk.contains(where: { $0 == "." || $0 == ":" || $0 == "@" }) else { return false }
    let text = chunk.string.lowercased()
    for start in ["http://", "https://", "ftp://", "www."]
    where text.hasPrefix(start) && text.utf8.count > start.utf8.count {
      return true
    }
    return isMail(text) || isHost(text)
  }

  private static func isMail(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty,
      parts[0].allSatisfy({ isPart($0) || $0 == "." || $0 == "+" })
    else { return false }
    let names = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return names.count > 1 && names.allSatisfy { !$0.isEmpty && $0.allSatisfy(isPart) }
  }

  private static func isHost(_ text: String) -> Bool {
    let host = text.unicodeScalars.prefix { $0 != "/" }
    let names = host.split(separator: ".", omittingEmptySubsequences: false)
    guard names.count > 1, let last = names.last, endings.contains(String(last)) else {
      return false
    }
    return names.allSatisfy { !$0.isEmpty && $0.allSatisfy(isPart) }
  }

  private static func isPart(_ symbol: Unicode.Scalar) -> Bool {
    symbol.isLetterOrDigit || symbol == "_" || symbol == "-"
  }
}
