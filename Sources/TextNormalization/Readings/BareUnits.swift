/// Reads units without an amount ("in km/h", "per m²").
/// Also spells letters before a power ("mc²").
struct BareUnits: ReadingRule {
  let speech: Speech

  func reading(at start: Int, in line: Line) -> Reading? {
    let next = line.symbol(start + 1)
    guard next == "/" || Powers.isRaised(next), line.length(start) <= 4,
      let word = line.word(start),
      line.isOpen(before: start)
    else { return nil }
    let units = WrittenUnits(speech: speech)
    if speech.vocabulary.units.nouns[word] != nil, word.utf8.count > 1,
      let unit = units.unit(at: start, in: line), unit.per != nil || Powers.isRaised(next)
    {
      return reading(unit, in: line)
    }
    guard Powers.isRaised(next), (2...3).contains(word.utf8.count), word == word.lowercased(),
      !word.contains(where: { "aeiouy".contains($0) })
    else { return nil }
    return Reading(start..<start + 1, word.uppercased(), in: line)
  }

  private func reading(_ unit: WrittenUnit, in line: Line) -> Reading {
    let isOne = line.keyBefore(unit.tokens.lowerBound) == speech.symbols.per
    var words = SpokenWords(unit.noun.word(isOne: isOne), from: line.range(unit.tokens))
    if let per = unit.per {
      words.add(speech.symbols.per + " " + per.noun.one, from: line.range(per.tokens))
    }
    return Reading(end: unit.end, words: words)
  }
}
