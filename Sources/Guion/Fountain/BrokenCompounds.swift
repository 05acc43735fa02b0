extension [GuionElement] {
  /// The elements of a pasted script, in which a word that a hyphen breaks at the end of a line keeps its hyphen if the
  /// script has the word with a hyphen elsewhere, or as two words: `snow-` above `mobile` beside `snow-mobile`. So does a
  /// word in capitals in action, and the hyphen behind a word in capitals above a small letter is a dash.
  var withKnownCompounds: Self {
    var wanted: Set<String> = []
    var hasCapitals = false
    for element in self where element.isBroken {
      element.eachBreak { first, second, _ in
        wanted.insert("\(first)-\(second)".lowercased())
        hasCapitals = hasCapitals || first.last?.isUppercase == true
      }
    }
    guard !wanted.isEmpty else { return self }
    let known = knownCompounds(among: wanted)
    guard !known.isEmpty || hasCapitals else { return self }
    return map { $0.isBroken ? $0.joining(known) : $0 }
  }

  /// Returns the compounds that the script has within a line, or that all writers have.
  private func knownCompounds(among wanted: Set<String>) -> Set<String> {
    var known = wanted.filter { GuionElement.hyphenated.contains($0) || GuionElement.rhymes($0) }
    var pairs = wanted.filter { $0.split(separator: "-").allSatisfy { $0.count > 3 } }
    for element in self {
      for line in element.elementText.split(separator: "\n") {
        var above = ""
        for word in line.split(whereSeparator: { !$0.isLetter && $0 != "-" }) {
          let key = word.lowercased()
          if wanted.contains(key) { known.insert(key) }
          let pair = "\(above)-\(key)"
          if pairs.remove(pair) != nil { known.insert(pair) }
          above = key
        }
      }
    }
    return known
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
    var (isChanged, emptied) = (false, Set<Int>())
    eachBreak { first, second, index in
      let isCompound = known.contains("\(first)-\(second)".lowercased())
      if !isCompound, isDash(first, second) {
        lines[index] = lines[index].dropLast() + " -"
        isChanged = true
      }
      let isWide = elementType == .action && lines[index].count > 44
      guard isCompound || isWide && Self.areCapitals(first, second) else { return }
      let margin = lines[index + 1].prefix { $0 == " " }
      let words = lines[index + 1].dropFirst(margin.count)
      let rest = words.prefix { $0 != " " }
      if rest.count == words.count {
        // "the X-" above "Jet." The next line may be broken too.
        guard rest.last != "-" else { return }
        emptied.insert(index + 1)
      }
      lines[index] += rest
      lines[index + 1] = margin + words.dropFirst(rest.count).drop { $0 == " " }
      isChanged = true
    }
    guard isChanged else { return self }
    var joined = self
    joined.elementText = lines.indices.filter { !emptied.contains($0) }.map { lines[$0] }
      .joined(separator: "\n")
    return joined
  }

  /// Whether the hyphen between two words in action is a dash: `the coat of the OTHER WYBIE-`, `gloves, pants`.
  private func isDash(_ first: Substring, _ second: Substring) -> Bool {
    elementType == .action && first.count > 4 && first.allSatisfy(\.isUppercase)
      && second.first?.isLowercase == true
      && !["type", "style", "like", "shaped", "sized", "eyed", "haired"].contains(second)
  }

  private static func areCapitals(_ first: Substring, _ second: Substring) -> Bool {
    first.count > 1 && second.count > 1
      && first.allSatisfy(\.isUppercase) && second.allSatisfy(\.isUppercase)
  }

  /// Whether the halves of a word differ only at their heads: "wuss-puss", "helter-skelter".
  fileprivate static func rhymes(_ word: String) -> Bool {
    let halves = word.split(separator: "-")
    guard halves.count == 2, halves.allSatisfy({ $0.count > 3 }), halves[0] != halves[1] else {
      return false
    }
    return halves[0].dropFirst() == halves[1].dropFirst()
  }

  /// Compounds that nearly all scripts have with a hyphen, and whose halves are often on two lines.
  fileprivate static let hyphenated: Set<String> = Set(
    """
    year-old years-old year-olds walkie-talkie walkie-talkies in-law in-laws ex-girlfriend ex-boyfriend ex-husband \
    ex-wife split-second last-minute so-called right-hand co-worker co-workers tree-lined single-handedly \
    shell-shocked point-blank medium-sized hard-working open-mouthed off-camera off-balance no-nonsense \
    good-naturedly glass-walled clean-cut working-class vice-president pitch-black once-over no-good leather-bound \
    late-night hip-hop hi-tech go-ahead bye-bye big-time air-conditioning air-conditioned white-hot uh-oh uh-huh \
    spring-loaded snow-capped slow-moving slow-motion picture-perfect ping-pong hand-drawn face-first fast-moving \
    fast-talking ever-present center-stage blue-collar blood-spattered wide-open wide-brimmed waist-high \
    soft-spoken remote-control open-air mind-numbing life-threatening king-size ice-cold heavy-duty tee-shirt
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
