import Foundation

/// A value as one line of JSON, as the records keep it.
enum JSONLine {
  static func bytes(_ value: some Encodable) throws(RenderError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return [UInt8](try encoder.encode(value)) + [UInt8(ascii: "\n")]
    } catch {
      throw .output(path: FolderRecords.name, reason: "\(error)")
    }
  }
}
