extension [GuionElement] {
  /// The elements of a pasted script, in which a word that a hyphen breaks at the end of a line keeps its hyphen if the
  /// script has the word with a hyphen elsewhere: `snow-` above `mobile` beside `snow-mobile`.
  var withKnownCompounds: Self {
    var wanted: Set<String> = []
    for element in self where element.isBroken {
      element.eachBreak { first, second, _ in wanted.insert("\(first)-\(second)".lowercased()) }
    }
    guard !wanted.isEmpty else { return self }
    var known: Set<String> = []
    for element in self where element.elementText.utf8.contains(UInt8(ascii: "-")) {
      for word in element.elementText.split(whereSeparator: { !$0.isLetter && $0 != "-" })
      where word.utf8.contains(UInt8(ascii: "-")) {
        let key = word.lowercased()
        if wanted.contains(key) { known.insert(key) }
      }
    }
    guard !known.isEmpty else { return self }
    return map { $0.isBroken ? $0.joining(known) : $0 }
  }
}

extension GuionElement {
  fileprivate var isBroken: Bool {
    guard inlines.isEmpty, elementText.utf8.contains(UInt8(ascii: "-")) else { return false }
    return elementText.contains("-\n")
  }

  /// Calls a function with the halves of each broken word, and the index of the line above.
  fileprivate func eachBreak(_ found: (Substring, Substring, Int) -> Void) {
    let lines = elementText.split(separator: "\n", omittingEmptySubsequences: false)
    for index in lines.indices.dropLast() where lines[index].last == "-" {
      let head = lines[index].dropLast()
      let start = head.lastIndex { !$0.isLetter }.map(head.index(after:)) ?? head.startIndex
      let second = lines[index + 1].drop { $0 == " " }.prefix(while: \.isLetter)
      if start < head.endIndex, !second.isEmpty { found(head[start...], second, index) }
    }
  }

  /// Returns the element with the words in one piece that are known with a hyphen.
  fileprivate func joining(_ known: Set<String>) -> Self {
    var lines = elementText.split(separator: "\n", omittingEmptySubsequences: false)
    var isChanged = false
    eachBreak { first, second, index in
      guard known.contains("\(first)-\(second)".lowercased()) else { return }
      let margin = lines[index + 1].prefix { $0 == " " }
      let words = lines[index + 1].dropFirst(margin.count)
      let rest = words.prefix { $0 != " " }
      guard rest.count < words.count else { return }
      lines[index] += rest
      lines[index + 1] = margin + words.dropFirst(rest.count).drop { $0 == " " }
      isChanged = true
    }
    guard isChanged else { return self }
    var joined = self
    joined.elementText = lines.joined(separator: "\n")
    return joined
  }
}
