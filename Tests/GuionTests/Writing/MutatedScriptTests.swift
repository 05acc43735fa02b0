import Foundation
@testable import Guion
import TestSupport
import Testing

/// Tests that a conversion of any script changes no word, no mark and no order in silence.
@Suite struct MutatedScriptTests {
  private static let scripts = ConversionTests.scripts.compactMap { path -> String? in
    let text = try? String(contentsOfFile: path, encoding: .utf8)
    return text.flatMap { $0.utf8.count < 6000 ? $0 : nil }
  }

  /// The counts of a drill.
  private struct Tally {
    var documents = 0
    var losses: [String: Int] = [:]
  }

  /// Converts a document, reads it back, and returns the first difference that is not reported.
  ///
  /// The elements without a note must be read back in their order. Without notes, nothing else may be
  /// there.
  private func silentDifference(
    _ bytes: [UInt8], _ format: DocumentFormat, to target: DocumentFormat, _ tally: inout Tally
  ) throws -> String? {
    let source = GuionParsedElementCollection(bytes: bytes, format: format)
    if let error = source.diagnostics.first(where: { $0.severity == .error }) { return "\(error)" }
    tally.documents += 1
    let conversion = try DocumentConversion(of: Manuscript(source, path: "x"), to: target)
    let other = GuionParsedElementCollection(bytes: conversion.bytes, format: target)
    // Words outside the elements have a count and no place.
    for loss in conversion.losses where loss.code != "lost-words" {
      let message = loss.message.prefix { $0 != "\"" && $0 != "(" }
      tally.losses["\(format) \(target): \(message)", default: 0] += 1
      if loss.position == nil { return "a note without a place: \(loss)" }
    }
    if let value = lostTitle(source, other, target, conversion) {
      return "\(value) of the title page"
    }
    let reported = Set(conversion.losses.compactMap(\.position))
    let found = other.elements.map { ComparedElement($0, isMarked: target == .fountain) }
    var next = found.startIndex
    for element in source.elements {
      if let place = element.sourceRange?.start, reported.contains(place) { continue }
      let compared = ComparedElement(element, isMarked: format == .fountain)
      guard let place = found[next...].firstIndex(of: compared) else {
        return "\(element.elementType) \(element.elementText.debugDescription) is lost"
      }
      if place != next, reported.isEmpty { return "\(found[next].text.debugDescription) is added" }
      next = place + 1
    }
    if next < found.endIndex, reported.isEmpty {
      return "\(found[next].text.debugDescription) is added"
    }
    return nil
  }

  /// Returns a value of the title page that is lost without a note.
  private func lostTitle(
    _ source: GuionParsedElementCollection, _ other: GuionParsedElementCollection,
    _ target: DocumentFormat, _ conversion: DocumentConversion
  ) -> String? {
    let plain = FountainEmphasis.plainText
    let found = Set(other.titlePage.flatMap(\.values).map { target == .fountain ? plain($0) : $0 })
    let reported = Set(conversion.losses.filter { $0.code == "lost-title" }.map(\.position))
    for entry in source.titlePage where !reported.contains(entry.position) {
      for value in entry.values where !found.contains(value) && !found.contains(plain(value)) {
        return value
      }
    }
    return nil
  }

  private func check(
    _ text: String, _ format: DocumentFormat, _ round: Int, _ tally: inout Tally
  ) throws {
    for target in [DocumentFormat.fountain, .fdx] {
      guard let found = try silentDifference(Array(text.utf8), format, to: target, &tally) else {
        continue
      }
      Issue.record("round \(round), \(format) to \(target): \(found)\n\(text.debugDescription)")
    }
  }

  @Test func `no mutated Fountain script is changed in silence`() throws {
    var tally = Tally()
    for round in 0..<Strength.rounds(6000) {
      var mutation = MutatedText(seed: UInt64(round), marks: MutatedText.fountain)
      let text = mutation.edit(Self.scripts[round % Self.scripts.count])
      try check(text, .fountain, round, &tally)
    }
    print("mutated Fountain scripts: \(tally)")
  }

  @Test func `no mutated Final Draft script is changed in silence`() throws {
    let sources = try Self.scripts.map { text in
      let source = GuionParsedElementCollection(string: text, format: .fountain)
      let conversion = try DocumentConversion(of: Manuscript(source, path: "x"), to: .fdx)
      return String(decoding: conversion.bytes, as: UTF8.self)
    }
    var tally = Tally()
    for round in 0..<Strength.rounds(6000) {
      var mutation = MutatedText(seed: UInt64(round), marks: MutatedText.fountain)
      let text = mutation.editTexts(of: sources[round % sources.count])
      try check(text, .fdx, round, &tally)
    }
    print("mutated Final Draft scripts: \(tally)")
  }
}
