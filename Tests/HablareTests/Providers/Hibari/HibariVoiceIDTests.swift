import Foundation
import TestSupport
import Testing

@testable import Hablare

/// Tests of the names of natural voices.
struct HibariVoiceIDTests {
  @Test(arguments: [
    "heart", "heart+whisper", "heart+heron", "heart+heron+whisper", "emma", "emma+whisper",
  ])
  func `an id is parsed into its parts`(text: String) throws {
    #expect(try #require(HibariVoiceID(text)).text == text)
  }

  @Test(arguments: [
    "", "Heart", "heart+", "heart+nobody", "heart+whisper+heron", "heart+heron+linnet",
    "emma+heron",
    "+whisper", "heart+whisper+whisper",
  ])
  func `other ids are not voices`(text: String) {
    #expect(HibariVoiceID(text) == nil)
  }

  @Test func `names of presets are unique, and no preset is a whisper`() {
    let names = HibariVoiceID.shortNames
    #expect(Set(names).count == names.count)
    #expect(!names.contains("whisper"))
  }

  @Test(arguments: [
    ("adult", "female", 4), ("adult", "male", 4), ("adult", "neutral", 1), ("child", "female", 1),
    ("child", "male", 1), ("old", "female", 1), ("old", "male", 1),
  ])
  func `there are speakers of each age and gender`(age: String, gender: String, least: Int) {
    let count = HibariPreset.all.count { $0.age == age && $0.gender == gender }
    #expect(count >= least)
  }

  @Test func `rule sets 1.0 and 1.1 cast the same speakers forever`() {
    let names = HibariPreset.first.map(\.name)
    #expect(
      names == [
        "heron", "linnet", "raven", "wren", "crane", "robin", "hawk", "lark", "owl", "dove",
        "bittern", "finch",
      ])
    #expect(HibariPreset.all.starts(with: HibariPreset.first))
  }

  @Test(arguments: [
    ("heron", " -9.0/0.9"), ("wren", " 3.4/1.0"), ("finch", " 7.5/0.92"),
    ("jay", " 5.8/1.0/0.95/0.02/0.003/0.0/1.6"),
  ])
  func `a version has only the numbers that are set`(name: String, version: String) throws {
    #expect(try #require(HibariVoiceID("heart+\(name)")?.preset).version == version)
  }

  @Test func `timbres come with heart and its speakers, but not with whispers`() {
    for name in ["heart"] + HibariPreset.all.map({ "heart+\($0.name)" }) {
      #expect(HibariVoiceID(name)?.timbre != nil, "\(name)")
      #expect(HibariVoiceID(name + "+whisper")?.timbre == nil, "\(name)")
    }
    #expect(HibariVoiceID("emma")?.timbre == nil)
  }

  @Test(arguments: ["emma", "emma+whisper"])
  func `the error for a known voice without its file names file and folder`(id: String) throws {
    let catalog = HibariCatalog(folders: ["/nowhere/natural", "/nowhere/own"])
    let error = #expect(throws: VoiceProviderError.self) { try catalog.resolve(id) }
    #expect(error == catalog.absence(of: id))
    guard case .voiceNotInstalled(let text) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(text.hasPrefix("the voice emma is not installed; save https://"), "\(text)")
    #expect(text.hasSuffix("/bf_emma.int8.onnx in /nowhere/own"), "\(text)")
    #expect(error?.localizedDescription == text)
  }

  @Test(arguments: ["heart", "emmy", "emma+heron", ""])
  func `other missing voices are unknown`(id: String) {
    let catalog = HibariCatalog(folders: ["/nowhere"])
    #expect(catalog.absence(of: id) == nil)
    #expect(throws: VoiceProviderError.voiceNotFound(nearest: [])) { try catalog.resolve(id) }
  }

  @Test func `a voice with its file is not reported as missing`() throws {
    let folder = try TemporaryFolder()
    try folder.write("a model", as: "bf_emma.int8.onnx")
    let catalog = HibariCatalog(folders: ["/nowhere", folder.path])
    #expect(catalog.absence(of: "emma") == nil)
    #expect(try catalog.resolve("emma").text == "emma")
  }
}
