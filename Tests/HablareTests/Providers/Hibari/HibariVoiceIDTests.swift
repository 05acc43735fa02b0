import Testing

@testable import Hablare

/// What the names of natural voices mean.
struct HibariVoiceIDTests {
  @Test(arguments: [
    "heart", "heart+whisper", "heart+heron", "heart+heron+whisper", "emma", "emma+whisper",
  ])
  func `an id is read as it is written`(text: String) throws {
    #expect(try #require(HibariVoiceID(text)).text == text)
  }

  @Test(arguments: [
    "", "Heart", "heart+", "heart+nobody", "heart+whisper+heron", "heart+heron+linnet",
    "emma+heron",
    "+whisper", "heart+whisper+whisper",
  ])
  func `other ids mean no voice`(text: String) {
    #expect(HibariVoiceID(text) == nil)
  }

  @Test func `names of presets are unique, and none is a whisper`() {
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
}
