import Foundation
import Testing

@testable import Hablare

struct WAVFileTests {
  private static func header(_ samples: Int, rate: Int = 8000, channels: Int = 1) -> [UInt8] {
    WAVHeader.bytes(samples: samples, sampleRate: rate, channels: channels)
  }

  private static func set(_ bytes: [UInt8], at offset: Int, to value: UInt32) -> [UInt8] {
    var bytes = bytes
    for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
    return bytes
  }

  @Test(arguments: [UInt32(8), 0, 0x7FFF_F000, 0x7FFF_FFFF, 0xFFFF_FFFF])
  func `sizes that programs write to a pipe are ignored`(size: UInt32) throws {
    let bytes = Self.set(Self.header(4), at: 40, to: size) + [1, 0, 2, 0, 3, 0, 4, 0]
    let file = try WAVFile(Data(bytes))
    #expect(file.samples == 44..<52)
    #expect(file.isMono16)
    #expect(file.sampleRate == 8000)
    #expect(file.announced == (size == 8 ? 8 : nil) && file.missing == 0 && file.leftover == 0)
  }

  @Test func `other chunks are skipped, odd ones with their padding byte`() throws {
    let plain = Self.header(2) + [1, 0, 2, 0]
    let list = Array("LIST".utf8) + [3, 0, 0, 0, 9, 9, 9, 0]
    let file = try WAVFile(Data(plain[..<36] + list + plain[36...] + list))
    #expect(file.samples == 55 + 1..<60)
  }

  @Test func `stereo and other formats are recognized`() throws {
    let stereo = try WAVFile(Data(Self.header(4, channels: 2) + [0, 0, 0, 0, 0, 0, 0, 0]))
    #expect(stereo.channels == 2 && !stereo.isMono16)
    var float = Self.header(2) + [0, 0, 0, 0]
    (float[20], float[34]) = (3, 32)
    #expect(try WAVFile(Data(float)).isMono16 == false)
  }

  @Test(arguments: [
    ("", "not a WAV file"), ("RIFFxxxxWAVE", "without samples"),
    ("RIFFxxxxWAVEdata\u{4}\u{0}\u{0}\u{0}xxxx", "without a format"),
    ("<html>sorry</html>", "not a WAV file"),
  ])
  func `other data is refused`(text: String, reason: String) throws {
    let fault = #expect(throws: WAVFile.Fault.self) { try WAVFile(Data(text.utf8)) }
    #expect(fault?.reason.contains(reason) == true)
  }

  @Test func `a truncated file is recognized, wherever it is cut`() throws {
    let whole = Self.header(100) + [UInt8](repeating: 1, count: 200)
    for count in 0..<44 {
      #expect(throws: WAVFile.Fault.self, "\(count)") { try WAVFile(whole[..<count]) }
    }
    for count in 44..<whole.count {
      let file = try WAVFile(whole[..<count])
      #expect(file.missing == whole.count - count && file.announced == 200)
      #expect(file.samples == 44..<44 + (count - 44) / 2 * 2)
    }
  }

  @Test func `the position of a slice in its buffer does not matter`() throws {
    let bytes = [1, 2, 3] + Self.header(2) + [1, 0, 2, 0]
    #expect(try WAVFile(bytes[3...]).samples == 44..<48)
    #expect(try WAVFile(Data(bytes)[3...]).format == 20..<36)
  }
}
