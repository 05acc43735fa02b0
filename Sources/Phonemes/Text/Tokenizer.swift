/// Splits text into tokens: words, the parts of contractions, and punctuation.
///
/// Chunks between spaces are looked up first. Then symbols are split off from both ends, and the rest is
/// split at hyphens, slashes and similar symbols. Finally, adjacent tokens that form a known chunk are
/// joined again.
struct Tokenizer: Sendable {
  let forms: WrittenForms
  /// The maximum length of a chunk in symbols.
  ///
  /// Longer chunks are cut, so that no input is slow.
  ///
  /// No real word is longer.
  private static let longestChunk = 400

  /// A token, as a range of a text.
  struct Token: Sendable, Equatable {
    var range: Range<Int>
    var hasSpace: Bool
  }

  /// Returns the tokens of a text, in order.
  func tokens(_ text: [Unicode.Scalar]) -> [Token] {
    var tokens: [Token] = []
    var place = 0
    while place < text.count {
      if text[place].isSpace {
        place += 1
        continue
      }
      let start = place
      while place < text.count, !text[place].isSpace, place - start < Self.longestChunk {
        place += 1
      }
      for range in chunks(text[start..<place]).flatMap({ split(text[$0]) }) {
        tokens.append(Token(range: range, hasSpace: false))
      }
      if place < text.count, text[place].isSpace { tokens[tokens.count - 1].hasSpace = true }
    }
    return tokens
  }

  /// Splits a chunk so that each word with a given pronunciation becomes a separate chunk.
  private func chunks(_ chunk: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    guard chunk.contains(MappedText.placeholder) else { return [chunk.indices] }
    var (ranges, start): ([Range<Int>], Int) = ([], chunk.startIndex)
    for place in chunk.indices where chunk[place] == MappedText.placeholder {
      if start < place { ranges.append(start..<place) }
      ranges.append(place..<place + 1)
      start = place + 1
    }
    if start < chunk.endIndex { ranges.append(start..<chunk.endIndex) }
    return ranges
  }

  private func split(_ chunk: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    if let lengths = forms.tokens(ofChunk: chunk) { return ranges(lengths, from: chunk.startIndex) }
    var (rest, before, after) = (chunk, [Range<Int>](), [Range<Int>]())
    while !rest.isEmpty, forms.tokens(ofChunk: rest) == nil {
      let first = TokenEdges.first(rest)
      if first > 0, first < rest.count, forms.tokens(ofChunk: rest.dropFirst(first)) != nil {
        before.append(rest.prefix(first).indices)
        rest = rest.dropFirst(first)
        break
      }
      let last = TokenEdges.last(rest.dropFirst(first))
      if last > 0, last < rest.count, forms.tokens(ofChunk: rest.dropLast(last)) != nil {
        after.append(rest.suffix(last).indices)
        rest = rest.dropLast(last)
        break
      }
      if first == 0, last == 0 { break }
      if first > 0 { before.append(rest.prefix(first).indices) }
      if last > 0 { after.append(rest.suffix(last).indices) }
      rest = rest.dropFirst(first).dropLast(last)
    }
    let tokens = before + middle(rest) + after.reversed()
    return tokens.count > 1 ? rejoined(tokens, chunk) : tokens
  }

  private func middle(_ rest: ArraySlice<Unicode.Scalar>) -> [Range<Int>] {
    if rest.isEmpty { return [] }
    if let lengths = forms.tokens(ofChunk: rest) { return ranges(lengths, from: rest.startIndex) }
    return WebAddress.isAddress(rest) ? [rest.indices] : TokenInfixes.split(rest)
  }

  private func ranges(_ lengths: [Int], from start: Int) -> [Range<Int>] {
    var place = start
    return lengths.map { length in
      defer { place += length }
      return place..<place + length
    }
  }

  /// Joins two or three adjacent tokens that form a known chunk, such as "Sept" and ".".
  private func rejoined(
    _ tokens: [Range<Int>], _ chunk: ArraySlice<Unicode.Scalar>
  ) -> [Range<Int>] {
    var (result, place): ([Range<Int>], Int) = ([], 0)
    outer: while place < tokens.count {
      for count in [3, 2] where place + count <= tokens.count {
        let range = tokens[place].lowerBound..<tokens[place + count - 1].upperBound
        if let lengths = forms.tokens(ofChunk: chunk[range]) {
          result += ranges(lengths, from: range.lowerBound)
          place += count
          continue outer
        }
      }
      result.append(tokens[place])
      place += 1
    }
    return result
  }
}
