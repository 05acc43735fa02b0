import Foundation
import Testing

@testable import Audio

/// WAVE files around 4 GB, the maximum size of RIFF.
///
/// Larger files use RF64 (EBU Tech 3306).
///
/// The audio of the tested files is a hole, so these files take no space on the disk.
@Suite("Large WAVE files")
struct LargeWaveTests {
  /// A size of audio in bytes, so near the maximum of RIFF that there is little space for tags.
  private static let soundSize = 0xFFFF_FFFF - 120

  private func number<Value: FixedWidthInteger>(_ bytes: some Sequence<UInt8>) -> Value {
    bytes.reversed().reduce(0) { $0 << 8 | Value($1) }
  }

  /// Returns the header of a file of one frame, with the sizes of a file that has `soundSize` bytes of audio.
  private func header(of bytes: [UInt8]) throws -> [UInt8] {
    var header = Array(bytes.dropLast(2))
    let whole = header.count + Self.soundSize + 1 - 8
    try #require(whole < 0xFFFF_FFFF)
    func put(_ value: Int, at place: Int) {
      let bytes = withUnsafeBytes(of: UInt32(value).littleEndian, Array.init)
      header.replaceSubrange(place..<place + 4, with: bytes)
    }
    put(whole, at: 4)
    put(Self.soundSize, at: header.count - 4)
    return header
  }

  /// Writes a file as `SoundFileWriter` does, with silence as its audio.
  ///
  /// Returns the file's first bytes after a tag pass without tags.
  private func makeFile(_ folder: TemporaryFolder, _ name: String) throws -> [UInt8] {
    try SoundFormat.wav.write(Signal.babble(count: 1), to: folder.path("small"))
    let header = try header(of: folder.bytes("small"))
    try folder.write(header, to: name)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.path(name)))
    // The size is odd, so that the padding byte is counted too.
    try handle.truncate(atOffset: UInt64(header.count + Self.soundSize + 1))
    try handle.close()
    var untagged: [UInt8] = []
    try TagPass.write(Tags(), from: folder.path("small"), to: folder.path("out"), format: .wav) {
      untagged += $0
    }
    return try self.header(of: untagged)
  }

  private func firstBytes(_ path: String, _ count: Int) throws -> [UInt8] {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    return Array(try handle.read(upToCount: count) ?? Data())
  }

  private func length(_ path: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? -1
  }

  @Test func tagsTurnRIFFIntoRF64AndBack() throws {
    let folder = try TemporaryFolder()
    let before = try makeFile(folder, "a.wav")
    let untaggedLength = try length(folder.path("a.wav"))
    let title = "Títle – 李雷 ИВАН"

    // `TagPass` is not used: it would read 4 GB for the caller to hash.
    #expect(try WaveTagger.retag(folder.path("a.wav"), with: Tags(title: title)))
    let total = try length(folder.path("a.wav"))
    let header = try firstBytes(folder.path("a.wav"), before.count)
    #expect(header[0..<4].elementsEqual("RF64".utf8))
    #expect(header[4..<8].allSatisfy { $0 == 0xFF })
    #expect(header[12..<16].elementsEqual("ds64".utf8))
    #expect(number(header[20..<28]) == total - 8)
    #expect(number(header[28..<36]) == Self.soundSize)
    #expect(number(header[36..<44]) == Self.soundSize / 2)
    #expect(header.suffix(4).allSatisfy { $0 == 0xFF })

    let probe = try Tool.probe(folder.path("a.wav"))
    #expect(probe.tags["title"] == title)
    let seconds = Double(Self.soundSize / 2) / 22_050
    #expect(abs((Double(probe.format.duration) ?? 0) - seconds) < 0.001)
    #expect(
      try SoundFileReader(path: folder.path("a.wav")).info.frames == Self.soundSize / 2)

    #expect(try WaveTagger.retag(folder.path("a.wav"), with: Tags()))
    #expect(try firstBytes(folder.path("a.wav"), before.count) == before)
    #expect(try length(folder.path("a.wav")) == untaggedLength)
  }
}
