import Basics
import Foundation
import Phonemes

/// Builds the tables of a voice's lexicons and tagger: `make-phonemes FROM TO`.
/// FROM is the folder with the voice's JSON files, plain or compressed with gzip. TO is the folder for the
/// tables.
enum MakePhonemes {
  struct Failure: Error { var message: String }

  static func run(_ arguments: [String]) throws {
    guard arguments.count == 2 else {
      throw Failure(message: "usage: make-phonemes FROM TO")
    }
    let (source, target) = (arguments[0], arguments[1])
    for (dialect, name) in [("us", "english-us.lexicon"), ("gb", "english-gb.lexicon")] {
      let checked = try words("\(source)/lexicon_\(dialect)_gold.json")
      let unchecked = try words("\(source)/lexicon_\(dialect)_silver.json")
      try write(LexiconMaker.table(checked: checked, unchecked: unchecked), "\(target)/\(name)")
    }
    var tagger = try TaggerMaker(tagger: value("\(source)/tagger.json"))
    try tagger.add(chunks: value("\(source)/tokenizer_exceptions.json"))
    try tagger.add(words: value("\(source)/normalize.json"))
    try write(tagger.file(), "\(target)/english.tagger")
  }

  private static func words(_ path: String) throws -> [String: JSONValue] {
    guard case .object(let words) = try value(path) else {
      throw Failure(message: "\(path): this is not a lexicon")
    }
    return words
  }

  private static func value(_ path: String) throws -> JSONValue {
    guard let value = try? JSONSerialization.jsonObject(with: Data(try bytes(path))) else {
      throw Failure(message: "\(path): this is not JSON")
    }
    return json(value)
  }

  /// Converts a value of `JSONSerialization`, because `JSONDecoder` is slow for a lexicon.
  private static func json(_ value: Any) -> JSONValue {
    switch value {
    case let text as String: .string(text)
    case let members as [String: Any]: .object(members.mapValues(json))
    case let values as [Any]: .array(values.map(json))
    case let number as Double: .double(number)
    default: .null
    }
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    if FileManager.default.fileExists(atPath: path) {
      return [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
    let unpack = Process()
    let output = Pipe()
    unpack.executableURL = URL(filePath: "/usr/bin/env")
    unpack.arguments = ["gzip", "-dc", path + ".gz"]
    unpack.standardOutput = output
    try unpack.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    unpack.waitUntilExit()
    guard unpack.terminationStatus == 0 else {
      throw Failure(message: "\(path).gz: gzip cannot unpack this file")
    }
    return [UInt8](data)
  }

  private static func write(_ bytes: [UInt8], _ path: String) throws {
    try Files<FileError>.write([bytes], to: path, mode: 0o644, permissions: 0o644)
    print("\(path): \(bytes.count) bytes")
  }
}

do {
  try MakePhonemes.run(Array(CommandLine.arguments.dropFirst()))
} catch {
  let message: String =
    switch error {
    case let error as MakePhonemes.Failure: error.message
    case let error as TableMakingError: error.message
    case let error as FileError: "\(error.path): \(error.reason)"
    default: "\(error)"
    }
  FileHandle.standardError.write(Data("make-phonemes: \(message)\n".utf8))
  exit(1)
}
