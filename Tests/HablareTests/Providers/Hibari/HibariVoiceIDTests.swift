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
    let names = HibariPreset.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(!names.contains("whisper"))
  }

  @Test func `there are ten presets or more, women and men`() {
    #expect(HibariPreset.all.count >= 10)
    for gender in ["female", "male"] {
      #expect(HibariPreset.all.filter { $0.gender == gender }.count >= 4)
    }
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
