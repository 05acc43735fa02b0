/// Collects keys and their bytes for a hashed table.
struct HashedTableMaker {
  private var payloads: [UInt64: (key: String, bytes: [UInt8])] = [:]

  /// Adds a key.
  ///
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
