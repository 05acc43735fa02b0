import Foundation
import Guion
import Hablare
import Testing

@testable import HablareStore

struct StoredLineTests {
  @Test func `lines are read back unchanged and in order`() async throws {
    let store = try GenerationStore.inMemory()
    let lines = (0..<5).map { StoreSamples.line($0) }
    try await store.saveLines(lines.reversed(), of: "d")
    #expect(try await store.lines(of: "d") == lines)
    #expect(try await store.lines(of: "other").isEmpty)
  }

  @Test func `lines are found by status and type`() async throws {
    let store = try GenerationStore.inMemory()
    let document = GuionDocumentModel(filename: "d", string: "", format: .fountain)
    try await store.saveLines(
      [
        StoreSamples.line(0, status: .audioComplete, type: .action), StoreSamples.line(1),
        StoreSamples.line(2, type: .action), StoreSamples.line(3, type: .sectionHeading(level: 2)),
      ], of: document.id)
    let ids = { (status: SpeakableItemStatus?, type: ElementType?) in
      try await store.lines(of: document.id, status: status, type: type).map(\.id)
    }
    #expect(try await ids(nil, .action) == ["l0", "l2"])
    #expect(try await ids(nil, .sectionHeading(level: 2)) == ["l3"])
    #expect(try await ids(nil, .sectionHeading(level: 1)).isEmpty)
    #expect(try await ids(.textGenerated, nil) == ["l1", "l2", "l3"])
    #expect(try await ids(.textGenerated, .action) == ["l2"])
    #expect(try await ids(.audioQueued, nil).isEmpty)
    try await store.setStatus(.audioFailed, ofLines: ["l0", "l2"], in: document)
    #expect(try await ids(.audioFailed, nil) == ["l0", "l2"])
  }

  @Test func `batches are added, and a new run can replace the old one`() async throws {
    let store = try GenerationStore.inMemory()
    try await store.saveLines((0..<3).map { StoreSamples.line($0) }, of: "d")
    try await store.saveLines(
      [StoreSamples.line(2, status: .audioQueued), StoreSamples.line(3)], of: "d")
    #expect(try await store.lines(of: "d").count { $0.status == .audioQueued } == 1)
    #expect(try await store.lines(of: "d").count == 4)
    try await store.saveLines([StoreSamples.line(9)], of: "d", replacing: true)
    #expect(try await store.lines(of: "d").map(\.id) == ["l9"])
  }

  @Test func `elements have audio in their own records or in those of their lines`() async throws {
    let store = try GenerationStore.inMemory()
    try await store.saveLines((0..<4).map { StoreSamples.line($0) }, of: "d")
    try await store.save([
      (StoreSamples.record("1", element: "e2"), StoreSamples.audio()),
      (StoreSamples.record("2", element: "l0"), StoreSamples.audio()),
      (StoreSamples.record("3", element: "elsewhere"), StoreSamples.audio()),
    ])
    #expect(try await store.elements(of: "d") == ["e0", "e2"])
    #expect(try await store.elements(of: "d", withAudio: false) == ["e1", "e3"])
  }
}
