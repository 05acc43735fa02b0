import Guion
import Hablare
import Narration

/// A whole screenplay: a group of acts, which are groups of scenes.
///
/// A group expands the groups inside it, so that whoever asks the screenplay gets every line of every
/// scene, in order.
struct ScreenplayGroup: SpeakableGroup {
  let groupName: String
  let acts: [ActGroup]

  /// Reads a Fountain script; `voices` are by the names on the cues, and the narrator reads the rest.
  init(
    fountain: String, narratorVoiceId: String, voices: [String: String],
    voiceProvider: any VoiceProvider, languageCode: String
  ) {
    let script = GuionParsedElementCollection(string: fountain, format: .fountain)
    groupName = script.titlePage.values(for: "title").first ?? "Untitled"
    acts = script.chapters.compactMap { part in
      // What stands before the first act has no heading.
      guard let heading = part.heading else { return nil }
      let chapter = ChapterSpeakable(
        chapterHeading: script.elements[heading], elements: Array(script.elements[part.elements]),
        voiceMapping: { element in
          guard element.elementType == .character else { return narratorVoiceId }
          return voices[element.elementText] ?? narratorVoiceId
        },
        voiceProvider: voiceProvider, languageCode: languageCode)
      return ActGroup(chapter: chapter)
    }
  }

  var groupDescription: String? { "\(acts.count) acts" }

  func getGroupedElements() -> [any SpeakableItem] { acts.flatMap { $0.getGroupedElements() } }
}

/// An act: a chapter of the screenplay, seen as its scenes.
struct ActGroup: SpeakableGroup {
  let chapter: ChapterSpeakable

  var groupName: String { chapter.groupName }
  var scenes: [SceneSpeakable] { chapter.scenes }
  var groupDescription: String? { "\(scenes.count) scenes" }

  func getGroupedElements() -> [any SpeakableItem] { scenes.flatMap { $0.getGroupedElements() } }
}
