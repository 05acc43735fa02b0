import Basics

/// Bare web addresses.
/// Only the host is read.
enum Addresses {
  /// Writes the host of a bare URL as words ("example dot com").
  /// Returns the index after the URL, or nil if no URL begins at `index`.
  static func read(
    _ input: Scalars, at index: Int, dot: String, into output: inout Scalars
  ) -> Int? {
    if index > 0, input[index - 1].isLetterOrDigit { return nil }
    var host = index
    for scheme: StaticString in ["https://", "http://", "HTTPS://", "HTTP://"]
    where input.has(scheme, at: index) {
      host = index + scheme.utf8CodeUnitCount
    }
    if input.has("www.", at: host) || input.has("WWW.", at: host) { host += 4 }
    guard host > index, host < input.count, input[host].isLetterOrDigit else { return nil }
    var end = host
    while end < input.count, input[end].isLetterOrDigit || input[end] == "." || input[end] == "-" {
      end += 1
    }
    while end > host, !input[end - 1].isLetterOrDigit { end -= 1 }
    output.append(
      contentsOf: input[host..<end].text.split(separator: ".")
        .joined(separator: " \(dot) ").unicodeScalars)
    return addressEnd(input, from: end)
  }

  /// Returns the end of a URL, after its path, query and fragment, which are not read.
  /// `start` is the end of the host. Punctuation after the URL belongs to the text.
  private static func addressEnd(_ input: Scalars, from start: Int) -> Int {
    guard start < input.count, input[start] == "/" || input[start] == ":" || input[start] == "?"
    else { return start }
    if !(start + 1 < input.count && !input[start + 1].isSpace), input[start] != "/" {
      return start
    }
    var end = start
    while end < input.count, !input[end].isSpace, !"<>\"”)]".unicodeScalars.contains(input[end]) {
      end += 1
    }
    while end > start, ".,;:!?".unicodeScalars.contains(input[end - 1]) { end -= 1 }
    return end
  }
}
