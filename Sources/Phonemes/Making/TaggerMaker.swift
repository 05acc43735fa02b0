package import Basics

/// Builds one table from a voice's JSON files: the tagger's data, the tokenizer's chunks and the written forms.
package struct TaggerMaker {
  private var table = HashedTableMaker()
  private let tags: [String]

  /// Creates a maker with the data of the tagger's own file.
  package init(tagger: JSONValue) throws(TableMakingError) {
    guard let names = tagger["tags"]?.values?.map(\.text) else {
      throw TableMakingError("the tagger has no tags")
    }
    // The order matters: if two tags have the same score, the later tag wins.
    tags = names.compactMap(\.self).sorted {
      $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
    }
    guard case .object(let usual)? = tagger["tagdict"], let vocabulary = tagger["vocab"]?.values,
      case .object(let weights)? = tagger["weights"]
    else { throw TableMakingError("the tagger has no words or no weights") }
    for (word, tag) in usual { try table.add(TableSpace.tag, word, [number(of: tag.text)]) }
    for word in vocabulary.compactMap(\.text) { try table.add(TableSpace.vocabulary, word) }
    for (feature, value) in weights {
      guard case .object(let members) = value else {
        throw TableMakingError("the feature \"\(feature)\" has no weights")
      }
      try table.add(TableSpace.weight, feature, bytes(of: members))
    }
  }

  private func number(of tag: String?) throws(TableMakingError) -> UInt8 {
    guard let tag, let number = tags.firstIndex(of: tag) else {
      throw TableMakingError("the tag \"\(tag ?? "")\" is unknown")
    }
    return UInt8(number)
  }

  private func bytes(of weights: [String: JSONValue]) throws(TableMakingError) -> [UInt8] {
    var bytes: [UInt8] = []
    for (tag, weight) in weights.sorted(by: { $0.key < $1.key }) {
      let value: Double
      switch weight {
      case .double(let number): value = number
      case .int(let number): value = Double(number)
      default: throw TableMakingError("a weight of the tag \"\(tag)\" is not a number")
      }
      let tenths = (value * 10).rounded()
      guard abs(tenths) < 32_768, abs(tenths / 10 - value) < 1e-9 else {
        throw TableMakingError("the weight \(value) has more digits than a table can store")
      }
      bytes.append(try number(of: tag))
      bytes.append(half: UInt16(bitPattern: Int16(tenths)))
    }
    return bytes
  }

  /// Adds the chunks of text that are split into tokens by a list, not by the rules.
  package mutating func add(chunks: JSONValue) throws(TableMakingError) {
    guard case .object(let members) = chunks else {
      throw TableMakingError("the list of chunks is missing")
    }
    for (chunk, tokens) in members {
      let texts = (tokens.values ?? []).compactMap(\.text)
      guard texts.joined() == chunk else {
        throw TableMakingError("the tokens of \"\(chunk)\" do not add up to this text")
      }
      try table.add(TableSpace.chunk, chunk, texts.map { UInt8($0.unicodeScalars.count) })
    }
  }

  /// Adds abbreviations, titles, the words before Roman numerals, and symbols.
  package mutating func add(words: JSONValue) throws(TableMakingError) {
    for (name, space) in [
      ("abbreviations", TableSpace.abbreviation), ("titles", TableSpace.title),
      ("symbols", TableSpace.symbol),
    ] {
      guard case .object(let members)? = words[name] else {
        throw TableMakingError("the list \"\(name)\" is missing")
      }
      for (key, value) in members {
        guard case .string(let text) = value else {
          throw TableMakingError("\"\(key)\" in the list \"\(name)\" has no text")
        }
        try table.add(space, key, Array(text.utf8))
      }
    }
    for (name, space) in [
      ("roman_cardinal", TableSpace.cardinal), ("roman_ordinal", TableSpace.ordinal),
    ] {
      guard let values = words[name]?.values else {
        throw TableMakingError("the list \"\(name)\" is missing")
      }
      for value in values.compactMap(\.text) { try table.add(space, value) }
    }
  }

  /// Returns the bytes of the table, which are equal for equal files.
  package func file() -> [UInt8] {
    let (buckets, entries) = table.sections()
    let names = tags.map { $0 + "\n" }.joined()
    return TableWriter.file(.tagger, sections: [Array(names.utf8), buckets, entries])
  }
}

/// Collects keys and their bytes for a hashed table.
struct HashedTableMaker {
  private var payloads: [UInt64: (key: String, bytes: [UInt8])] = [:]

  /// Adds a key.
  /// Two keys with the same hash are an error, because the table could not distinguish them.
  mutating func add(_ space: String, _ key: String, _ bytes: [UInt8] = []) throws(TableMakingError)
  {
    var hash = TableHash(space)
    hash.add(key)
    guard payloads.updateValue((space + key, bytes), forKey: hash.value) == nil else {
      throw TableMakingError("\"\(space)\(key)\" has the same hash as another key")
    }
    guard bytes.count <= Int(UInt8.max) else {
      throw TableMakingError("\"\(space)\(key)\" has too many values")
    }
  }

  /// Returns the sections: the buckets and the entries.
  func sections() -> (buckets: [UInt8], entries: [UInt8]) {
    var count = 1
    while count < payloads.count / 2 { count *= 2 }
    let mask = UInt64(count - 1)
    let sorted = payloads.keys.sorted { ($0 & mask, $0) < ($1 & mask, $1) }
    var (buckets, entries): ([UInt8], [UInt8]) = ([], [])
    var next = 0
    for bucket in 0..<UInt64(count) {
      buckets.append(word: UInt32(entries.count))
      while next < sorted.count, sorted[next] & mask == bucket {
        let bytes = payloads[sorted[next]]?.bytes ?? []
        entries.append(word: UInt32(truncatingIfNeeded: sorted[next] >> 32))
        entries.append(UInt8(bytes.count))
        entries += bytes
        next += 1
      }
    }
    buckets.append(word: UInt32(entries.count))
    return (buckets, entries)
  }
}
