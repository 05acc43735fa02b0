import Foundation
import Glibc
import Testing
import TextNormalization

/// Tests of properties that hold for any text.
@Suite struct PropertyTests {
  @Test(arguments: ["en-US", "en-GB", "es", "es-MX", "fr", "de"])
  func noDigitIsLeft(_ language: String) throws {
    let normalizer = TextNormalizer(language: language)
    for line in try RangeTests.lines(String(language.prefix(2))) {
      let said = normalizer.normalized(line).text
      let figure = said.unicodeScalars.first {
        $0.properties.numericType != nil && !isIdeograph($0)
      }
      #expect(figure == nil, "\(line) → \(said)")
    }
  }

  private func isIdeograph(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isIdeographic }

  @Test(arguments: ["en-US", "es", "fr", "de"])
  func normalizingTwiceChangesNothing(_ language: String) throws {
    let normalizer = TextNormalizer(language: language)
    // `CodeWords` has already replaced code and file names in text that comes here.
    for line in try RangeTests.lines(String(language.prefix(2)))
    where !["`", ".md", ".swift", ".so", ".m3u8", "$0."].contains(where: line.contains) {
      let once = normalizer.normalized(line).text
      let twice = normalizer.normalized(once).text
      #expect(once == twice, "\(line)")
    }
  }

  /// The scan over bytes must not miss text that the rules would replace.
  @Test(arguments: ["en-US", "es", "fr", "de"])
  func theScanMissesNothing(_ language: String) throws {
    let normalizer = TextNormalizer(language: language)
    var passed = 0
    for line in try RangeTests.lines(String(language.prefix(2)))
    where !normalizer.mayReplace(in: line) {
      let missed = normalizer.replacements(in: Array(line.unicodeScalars))
      #expect(missed.isEmpty, "\(line) → \(missed)")
      passed += 1
    }
    #expect(passed > 300)
  }

  /// Hostile texts of about the requested number of scalars.
  static let hostile: [(name: String, text: @Sendable (Int) -> String)] = [
    ("digits", { String(repeating: "9", count: $0) }),
    ("groups", { String(repeating: "123,", count: $0 / 4) + "4" }),
    ("parts", { String(repeating: "1.", count: $0 / 2) }),
    ("dashes", { String(repeating: "5-", count: $0 / 2) }),
    ("strokes", { String(repeating: "1/2/", count: $0 / 4) }),
    ("path", { String(repeating: "a/", count: $0 / 2) }),
    ("strokes alone", { String(repeating: "/", count: $0) }),
    ("hashes", { String(repeating: "#", count: $0) }),
    ("ampersands", { String(repeating: "& ", count: $0 / 2) }),
    ("less", { String(repeating: "5 < ", count: $0 / 4) }),
    ("products", { String(repeating: "2 x ", count: $0 / 4) }),
    ("quotes", { String(repeating: "5\"", count: $0 / 2) }),
    (
      "brackets",
      { String(repeating: "(", count: $0 / 2) + "5" + String(repeating: ")", count: $0 / 2) }
    ),
    ("titles", { String(repeating: "Dr. ", count: $0 / 4) }),
    ("letters with stops", { String(repeating: "a. ", count: $0 / 3) }),
    ("prefixes", { String(repeating: "10.0.0.1/24-", count: $0 / 12) }),
    ("prefixes of six", { String(repeating: "2001:db8::/32-", count: $0 / 14) }),
    ("host", { String(repeating: "a.", count: $0 / 2) + "com" }),
    ("mail", { String(repeating: "a@", count: $0 / 2) }),
    ("romans", { String(repeating: "XIV ", count: $0 / 4) }),
    ("German rulers", { "Sah " + String(repeating: "Ludwig XIV ", count: $0 / 11) }),
    ("figures of one", { String(repeating: "I", count: $0) }),
    ("spaces", { "5" + String(repeating: " ", count: $0) + "km" }),
    ("powers", { "2" + String(repeating: "^2", count: $0 / 2) }),
    ("raised", { String(repeating: "²", count: $0) }),
    ("colons", { String(repeating: "10:", count: $0 / 3) }),
    ("dollars", { String(repeating: "$", count: $0) + "5" }),
    ("tag", { "#" + String(repeating: "Aa", count: $0 / 2) }),
    ("a word", { String(repeating: "Aa", count: $0 / 2) + "#" }),
    ("apostrophes", { String(repeating: "5'", count: $0 / 2) }),
    ("hexadecimal", { String(repeating: "1a", count: $0 / 2) }),
    ("groups of letters", { String(repeating: "a:", count: $0 / 2) }),
    ("old money", { String(repeating: "7s. ", count: $0 / 4) }),
    ("durations", { String(repeating: "5h ", count: $0 / 3) }),
    ("keys", { String(repeating: "Ctrl+", count: $0 / 5) }),
    ("formula", { String(repeating: "H2", count: $0 / 2) }),
    ("moves", { String(repeating: "Nf3 ", count: $0 / 4) }),
    ("masks", { String(repeating: "f**", count: $0 / 3) }),
    ("dashes of masks", { "b" + String(repeating: "-", count: $0) }),
    ("houses", { String(repeating: "341 Abrams ", count: $0 / 11) }),
    ("verses", { String(repeating: "1 Cor. 3:", count: $0 / 9) }),
    ("prompts", { String(repeating: "$ a ", count: $0 / 4) }),
  ]

  /// Sixteen times the text must take about sixteen times as long.
  ///
  /// A quadratic algorithm would take 256 times as long.
  @Test(arguments: hostile.indices)
  func timeGrowsWithTheText(_ index: Int) {
    let (name, text) = Self.hostile[index]
    let normalizer = TextNormalizer(language: name.hasPrefix("German") ? "de" : "en")
    /// Returns processor time of this thread, so that other programs on the machine do not count.
    func best(_ text: String) -> Double {
      (0..<3).map { _ in
        let start = Self.processorTime()
        _ = normalizer.normalized(text)
        return Self.processorTime() - start
      }.min() ?? 0
    }
    _ = best("5 km")
    let (small, large) = (best(text(2_500)), best(text(40_000)))
    #expect(large < small * 100 + 0.1, "\(name): \(small) s, \(large) s")
  }

  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
