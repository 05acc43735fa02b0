import Foundation
import Guion
import Hablare
import HablareStore

// A program that tests run many times simultaneously, or kill. It writes to a store or a cache. After each
// commit it prints the name of what it has written, one name per line.
//
//   store-probe records PATH NAME COUNT    records, one per transaction, every fifth as a file
//   store-probe lines PATH NAME COUNT      a document of lines in one transaction
//   store-probe clips FOLDER NAME COUNT    clips, with a limit of 4 MiB
//   store-probe make FOLDER LOG COUNT      clips, each generated slowly, with a line in the log at its start
//   store-probe hang FOLDER LOG            the first of these clips, whose generation never ends
//   store-probe open PATH                  opens a store and prints the number of records

func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

func record(_ id: String, of name: String) -> TypedDataStorage {
  TypedDataStorage(
    id: id, providerId: "probe", audioFormat: .wav, prompt: id, durationSeconds: 1,
    sampleRate: 8_000, voiceID: "alto", languageCode: "en", owningElement: name)
}

func audio(_ id: String, count: Int) -> Data {
  Data((id + "|").utf8) + Data(repeating: UInt8(id.utf8.reduce(0, &+)), count: count)
}

func writeRecords(_ path: String, _ name: String, _ count: Int) async throws {
  let store = try GenerationStore(at: URL(filePath: path))
  for index in 0..<count {
    let id = "\(name)-\(index)"
    let size = index % 5 == 4 ? 300_000 : 2_000
    try await store.save(record(id, of: name), audio: audio(id, count: size))
    say(id)
  }
}

func writeLines(_ path: String, _ name: String, _ count: Int) async throws {
  let store = try GenerationStore(at: URL(filePath: path))
  let lines = (0..<count).map { index in
    SpeakableLine(
      id: "\(index)", orderIndex: index, screenplayID: name, sourceElementID: "e\(index)",
      sourceElementType: .dialogue, speakableText: "Line \(index)", ruleVersion: "1.0",
      toneHint: .character)
  }
  try await store.saveLines(lines, of: name)
  say(name)
}

func writeClips(_ folder: String, _ name: String, _ count: Int) async throws {
  let cache = ClipCache(folder: folder, limit: 4 << 20)
  for index in 0..<count {
    let text = "\(name)-\(index)"
    let request = VoiceEngineRequest(text: text, voiceId: "alto", languageCode: "en")
    let key = ClipKey(providerId: "probe", providerVersion: "1", request: request)
    _ = try await cache.clip(for: key) {
      VoiceEngineOutput(audioData: audio(text, count: 20_000), audioFormat: .pcm16)
    }
    say(text)
  }
  for notice in cache.notices { say("notice: \(notice)") }
}

func log(_ text: String, in path: String) {
  let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
  _ = (text + "\n").utf8CString.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count - 1) }
  close(descriptor)
}

func makeClips(_ folder: String, _ path: String, _ count: Int, pause: Duration) async throws {
  let cache = ClipCache(folder: folder)
  for index in 0..<count {
    let text = "same-\(index)"
    let request = VoiceEngineRequest(text: text, voiceId: "alto", languageCode: "en")
    let key = ClipKey(providerId: "probe", providerVersion: "1", request: request)
    let clip = try await cache.clip(for: key) {
      log(text, in: path)
      say("making")
      try await Task.sleep(for: pause)
      return VoiceEngineOutput(audioData: audio(text, count: 20_000), audioFormat: .pcm16)
    }
    say(String(decoding: clip.audioData.prefix { $0 != UInt8(ascii: "|") }, as: UTF8.self))
  }
  for notice in cache.notices { say("notice: \(notice)") }
}

let arguments = CommandLine.arguments
do {
  switch (arguments.dropFirst().first, arguments.count) {
  case ("records", 5): try await writeRecords(arguments[2], arguments[3], Int(arguments[4]) ?? 0)
  case ("lines", 5): try await writeLines(arguments[2], arguments[3], Int(arguments[4]) ?? 0)
  case ("clips", 5): try await writeClips(arguments[2], arguments[3], Int(arguments[4]) ?? 0)
  case ("make", 5):
    try await makeClips(
      arguments[2], arguments[3], Int(arguments[4]) ?? 0, pause: .milliseconds(200))
  case ("hang", 4): try await makeClips(arguments[2], arguments[3], 1, pause: .seconds(3_600))
  case ("open", 3):
    let store = try GenerationStore(at: URL(filePath: arguments[2]))
    say("\(try await store.records(mimePrefix: "").count)")
    for notice in store.notices { say("notice: \(notice)") }
  default: exit(64)
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
