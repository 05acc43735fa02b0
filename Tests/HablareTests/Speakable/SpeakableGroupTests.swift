import FoundationEssentials
import Hablare
import HablareTesting
import TestSupport
import Testing

@Suite struct SpeakableGroupTests {
  private struct Line: SpeakableItem {
    var voiceProvider: any VoiceProvider
    var voiceId = "alto"
    var textToSpeak: String
  }

  private struct Scene: SpeakableGroup {
    var groupName: String
    var lines: [Line]
    func getGroupedElements() -> [any SpeakableItem] { lines }
  }

  /// A group of groups that lives on one actor, like a view's model.
  @MainActor private final class Act: @MainActor SpeakableGroup {
    let groupName = "Act One"
    var scenes: [Scene] = []
    var groupDescription: String? { "\(scenes.count) scenes" }
    func getGroupedElements() -> [any SpeakableItem] {
      scenes.flatMap { $0.getGroupedElements() }
    }
  }

  private let tone = ToneVoiceProvider()

  private func scene(_ texts: String...) -> Scene {
    Scene(
      groupName: "Hall", lines: texts.map { Line(voiceProvider: tone, textToSpeak: $0) })
  }

  @Test func aGroupSpeaksItsItemsInOrder() async throws {
    let group = scene("one", "", "three")
    #expect(group.groupName == "Hall")
    #expect(group.groupDescription == nil)
    #expect(group.itemCount == 3)
    let sounds = try await group.speakAll()
    #expect(tone.requests.map(\.text) == ["one", "three"])
    #expect(sounds == (try await group.lines.speakAll()))
  }

  @Test func anEmptyGroupSpeaksNothing() async throws {
    #expect(scene().itemCount == 0)
    #expect(try await scene().speakAll().isEmpty)
  }

  @MainActor @Test func aGroupOnAnActorCanExpandGroups() async throws {
    let act = Act()
    act.scenes = [scene("one", "two"), scene(), scene("three")]
    #expect(act.itemCount == 3)
    #expect(act.groupDescription == "3 scenes")
    #expect(try await act.speakAll().count == 3)
    #expect(tone.requests.map(\.text) == ["one", "two", "three"])
  }

  @Test func groupsOfSeveralKinds() async throws {
    let groups: [any SpeakableGroup] = [scene("one"), scene("two", "three")]
    #expect(groups.map(\.itemCount) == [1, 2])
  }
}
