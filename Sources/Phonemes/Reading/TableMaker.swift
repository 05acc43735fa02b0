package import Basics

/// Builds the lexicon table of a dialect from the two JSON files of a voice.
package enum LexiconMaker {
  /// The entries of the voice's lexicons that are left out, because a word at the end of a sentence would find them.
  /// The lexicons read "no." as "number". Before digits, `Normalizer` writes out the word.
  private static let omitted: Set<String> = ["No."]

  /// Returns the bytes of the table, which are equal for equal lexicons.
  /// `checked` contains the entries that people have checked. They take precedence over the entries of `unchecked`.
  package static func table(
    checked: [String: JSONValue], unchecked: [String: JSONValue]
  ) throws(TableMakingError) -> [UInt8] {
    var entries: [[UInt8]: LexiconEntry] = [:]
    for (words, isChecked) in [(unchecked, false), (checked, true)] {
      for (word, value) in words where !omitted.contains(word) {
        entries[Array(word.utf8)] = LexiconEntry(
          isChecked: isChecked, forms: try forms(of: word, value))
      }
    }
    let sorted = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    let codes = try PhonemeCodes(sorted.flatMap { $0.value.forms.compactMap(\.phonemes) })
    var blocks: [UInt8] = []
    var bytes: [UInt8] = []
    var before: [UInt8] = []
    for (number, (word, entry)) in sorted.enumerated() {
      if number.isMultiple(of: LexiconTable.blockLength) {
        blocks.append(word: UInt32(bytes.count))
        before = []
      }
      try append(entry, word, after: before, codes, to: &bytes)
      before = word
    }
    var symbols: [UInt8] = []
    for symbol in codes.symbols { symbols.append(word: symbol.value) }
    return TableWriter.file(
      .lexicon, sections: [symbols, Array(codes.pairs.joined()), blocks, bytes])
  }

  private static func append(
    _ entry: LexiconEntry, _ word: [UInt8], after before: [UInt8], _ codes: PhonemeCodes,
    to bytes: inout [UInt8]
  ) throws(TableMakingError) {
    let shared = zip(word, before).prefix { $0 == $1 }.count
    guard shared < word.count, shared <= Int(LexiconTable.sharedMask),
      word.allSatisfy({ $0 < LexiconTable.endFlag })
    else {
      throw TableMakingError(
        "a lexicon cannot store the word \"\(String(decoding: word, as: UTF8.self))\"")
    }
    let isPlain = entry.forms.count == 1 && entry.forms[0].use == .usual
    let phonemes = isPlain ? entry.forms[0].phonemes : nil
    bytes.append(
      UInt8(shared) | (entry.isChecked ? 0 : LexiconTable.uncheckedFlag)
        | (phonemes == nil ? LexiconTable.formsFlag : 0))
    bytes += word[shared..<word.count - 1]
    bytes.append(word[word.count - 1] | LexiconTable.endFlag)
    if let phonemes {
      bytes += codes.codes(phonemes)
      return
    }
    bytes.append(UInt8(entry.forms.count))
    for form in entry.forms {
      bytes.append(form.use.rawValue | (form.phonemes == nil ? LexiconTable.endFlag : 0))
      if let phonemes = form.phonemes { bytes += codes.codes(phonemes) }
    }
  }

  /// The names of uses in the voice's files.
  private static let uses: [String: LexiconEntry.Use] = [
    "DEFAULT": .usual, "NOUN": .noun, "VERB": .verb, "ADJ": .adjective, "ADV": .adverb,
    "VBD": .past, "VBN": .participle, "VBP": .present, "DT": .determiner, "None": .final,
  ]

  private static func forms(
    of word: String, _ value: JSONValue
  ) throws(TableMakingError) -> [LexiconEntry.Form] {
    switch value {
    case .string(let text): return [.init(use: .usual, phonemes: Phones(text))]
    case .object(let members):
      var forms: [LexiconEntry.Form] = []
      for (name, value) in members {
        guard let use = uses[name] else {
          throw TableMakingError("the word \"\(word)\" has the unknown part of speech \"\(name)\"")
        }
        switch value {
        case .string(let text): forms.append(.init(use: use, phonemes: Phones(text)))
        case .null: forms.append(.init(use: use, phonemes: nil))
        default: throw TableMakingError("the word \"\(word)\" has no phonemes for \"\(name)\"")
        }
      }
      return forms.sorted { $0.use.rawValue < $1.use.rawValue }
    default: throw TableMakingError("the word \"\(word)\" has no phonemes")
    }
  }

  /// The codes of a lexicon: its symbols, and their most frequent pairs.
  struct PhonemeCodes {
    let symbols: [Unicode.Scalar]
    private(set) var pairs: [[UInt8]] = []
    private let numbers: [Unicode.Scalar: UInt8]
    /// The code of each pair; 0 for a pair without a code.
    private var pairNumbers: [UInt8]
    /// The highest code.
    /// Codes start at 1.
    private static let last = Int(LexiconTable.endFlag) - 1

    init(_ texts: [Phones]) throws(TableMakingError) {
      symbols = Set(texts.joined()).sorted()
      guard symbols.count < Self.last else {
        throw TableMakingError(
          "the lexicon has \(symbols.count) symbols, more than a table can store")
      }
      numbers = Dictionary(
        uniqueKeysWithValues: symbols.enumerated().map { ($1, UInt8($0 + 1)) })
      pairNumbers = [UInt8](repeating: 0, count: (symbols.count + 1) * (symbols.count + 1))
      let texts = texts.map { text in text.compactMap { [numbers] in numbers[$0] } }
      // The counts change with each pair, but counting is slow, so eight pairs are added at a time.
      while pairs.count + symbols.count < Self.last {
        let best = mostFrequent(in: texts).prefix(min(8, Self.last - symbols.count - pairs.count))
        if best.isEmpty { break }
        for pair in best {
          pairs.append(pair)
          pairNumbers[key(pair[0], pair[1])] = UInt8(symbols.count + pairs.count)
        }
      }
    }

    /// Returns the pairs of symbols, sorted by the number of bytes that each pair would save, best first.
    private func mostFrequent(in texts: [[UInt8]]) -> [[UInt8]] {
      let width = symbols.count + 1
      var counts = [Int](repeating: 0, count: width * width)
      for text in texts {
        var before = width
        for code in paired(text).map(Int.init) {
          if code < width, before < width { counts[before * width + code] += 1 }
          before = code
        }
      }
      // Equal counts need a fixed order, because otherwise the table would differ between runs.
      return counts.indices.filter { counts[$0] > 0 }
        .sorted { (counts[$1], $0) < (counts[$0], $1) }
        .map { [UInt8($0 / width), UInt8($0 % width)] }
    }

    private func paired(_ text: [UInt8]) -> [UInt8] {
      var codes: [UInt8] = []
      codes.reserveCapacity(text.count)
      var index = 0
      while index < text.count {
        let code = index + 1 < text.count ? pairNumbers[key(text[index], text[index + 1])] : 0
        codes.append(code > 0 ? code : text[index])
        index += code > 0 ? 2 : 1
      }
      return codes
    }

    private func key(_ first: UInt8, _ second: UInt8) -> Int {
      Int(first) * (symbols.count + 1) + Int(second)
    }

    /// Returns the codes of phonemes.
    /// The last code has the end bit.
    func codes(_ phonemes: Phones) -> [UInt8] {
      var codes = paired(phonemes.compactMap { numbers[$0] })
      if codes.isEmpty { codes = [LexiconTable.emptyCode] }
      codes[codes.count - 1] |= LexiconTable.endFlag
      return codes
    }
  }
}

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

  /// Collects keys and their bytes for a hashed table.
  struct HashedTableMaker {
    private var payloads: [UInt64: (key: String, bytes: [UInt8])] = [:]

    /// Adds a key.
    /// Two keys with the same hash are an error, because the table could not distinguish them.
    mutating func add(_ space: String, _ key: String, _ bytes: [UInt8] = [])
      throws(TableMakingError)
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
}

/// The reason why tables cannot be built from a voice's files.
package struct TableMakingError: Error, Equatable {
  /// The problem, in one line.
  package var message: String

  init(_ message: String) { self.message = message }
}

/// Writes a header and a directory, followed by the sections.
enum TableWriter {
  static func file(_ kind: TableFormat.Kind, sections: [[UInt8]]) -> [UInt8] {
    let start = TableFormat.headerSize + sections.count * TableFormat.sectionSize
    var bytes: [UInt8] = []
    bytes.append(word: TableFormat.magic)
    bytes.append(half: TableFormat.version)
    bytes.append(half: kind.rawValue)
    bytes.append(word: UInt32(start + sections.reduce(0) { $0 + $1.count }))
    bytes.append(word: 0)
    var offset = start
    for section in sections {
      bytes.append(word: UInt32(offset))
      bytes.append(word: UInt32(section.count))
      offset += section.count
    }
    for section in sections { bytes += section }
    return bytes
  }
}

extension [UInt8] {
  mutating func append(word: UInt32) {
    for shift in stride(from: UInt32(0), to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: word >> shift))
    }
  }

  mutating func append(half: UInt16) {
    append(UInt8(truncatingIfNeeded: half))
    append(UInt8(truncatingIfNeeded: half >> 8))
  }
}
