import Testing

@testable import Guion

@Suite struct UTF8DecodingTests {
  /// Returns the reference result: the standard library's own repair.
  private func replacements(_ bytes: [UInt8]) -> Int {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFD}" }
  }

  private func found(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { $0.undecodable()?.count ?? 0 }
  }

  @Test func everyPairOfBytes() {
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let bytes = [0x41, first, second, 0x42]
        #expect(found(bytes) == replacements(bytes))
      }
    }
  }

  @Test func longerSequences() {
    let interesting: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED,
      0xEE,
      0xF0, 0xF1, 0xF4, 0xF5, 0xFF,
    ]
    for a in interesting {
      for b in interesting {
        for c in interesting {
          for d in interesting where a >= 0xC0 {
            let bytes = [a, b, c, d]
            // U+FFFD itself cannot occur in these bytes.
            #expect(found(bytes) == replacements(bytes))
          }
        }
      }
    }
  }

  @Test func firstPlace() {
    let bytes = Array("0123456789é".utf8) + [0xFF, 0x41, 0xFE]
    bytes.withUnsafeBufferPointer {
      #expect($0.undecodable()?.first == 12)
      #expect($0.undecodable()?.count == 2)
      #expect($0.undecodable(from: 13)?.first == 14)
    }
  }
}
