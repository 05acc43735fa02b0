import FoundationEssentials
import Glibc
import Guion
import Hablare
import HablareStore

// Compares the store with simpler ways to do the same: `store-benchmark SCRIPT FOLDER`. Each line of the output
// has a name, the milliseconds of the store, and the milliseconds of the simpler way.

func milliseconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) * 1e3 + Double(now.tv_nsec) / 1e6
}

func timed(_ work: () async throws -> Void) async rethrows -> Double {
  let start = milliseconds()
  try await work()
  return milliseconds() - start
}

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("usage: store-benchmark SCRIPT FOLDER")
  exit(64)
}
let (script, folder) = (arguments[1], arguments[2])

func freshStore(_ name: String) throws -> GenerationStore {
  try GenerationStore(at: URL(filePath: "\(folder)/\(name).sqlite"))
}

func voices(_ count: Int) -> [Voice] {
  (0..<count).map {
    Voice(id: "voice-\($0)", name: "Voice \($0)", providerId: "bench", language: "en-US")
  }
}

/// Measures clearing cached voices with one statement, and with one transaction for each voice.
func clearVoices(_ count: Int) async throws {
  let store = try freshStore("voices-\(count)")
  try await store.replaceVoices(voices(count), provider: "bench", language: "en")
  let together = try await timed { try await store.clearVoices(provider: "bench") }
  // Each voice has a different language, so that a caller can clear the voices one by one.
  for voice in voices(count) {
    try await store.replaceVoices([voice], provider: "bench", language: voice.id)
  }
  let single = try await timed {
    for index in 0..<count {
      try await store.clearVoices(provider: "bench", language: "voice-\(index)")
    }
  }
  print("clear-\(count) \(together) \(single)")
}

/// Measures the time from a script's elements to stored lines, and the time to parse the same script.
func storeLines() async throws {
  let bytes = try SourceFile.bytes(of: script)
  var parse = Double.infinity
  for _ in 0..<5 {
    parse = min(parse, await timed { _ = FountainParser(bytes: bytes).elements })
  }
  let document = try GuionDocumentModel(file: script)
  var lines = Double.infinity
  for run in 0..<3 {
    let store = try freshStore("lines-\(run)")
    let task = SpeakableItemGenerationTask(document: document, store: store)
    lines = min(lines, try await timed { try await task.execute() })
  }
  print("lines \(lines) \(parse)")
}

/// Measures saving a thousand records of 20 KB, one by one and with fifty in a transaction.
func saveIntervals() async throws {
  let sound = Data(repeating: 1, count: 20_000)
  func save(_ interval: Int) async throws -> Double {
    let store = try freshStore("interval-\(interval)")
    return try await timed {
      for start in stride(from: 0, to: 1000, by: interval) {
        let records = (start..<start + interval).map { index in
          let record = TypedDataStorage(
            providerId: "bench", audioFormat: .wav, prompt: "Line \(index).", durationSeconds: 1,
            sampleRate: 22_050, voiceID: "a", languageCode: "en")
          return (record, sound + Data("\(index)".utf8))
        }
        try await store.save(records)
      }
    }
  }
  print("interval \(try await save(50)) \(try await save(1))")
}

for count in [100, 10_000] { try await clearVoices(count) }
try await storeLines()
try await saveIntervals()
