import Guion
import Hablare
import Narration

/// A whole screenplay: a group of acts, which are groups of scenes.
///
/// A group returns the items of the groups inside it. So a screenplay returns every line of every
/// scene, in order.
struct ScreenplayGroup: SpeakableGroup {
  let groupName: String
  let acts: [ActGroup]

  /// Reads a Fountain script.
  ///
  /// `voices` contains a voice for each name on a cue. The narrator reads all other text.
  init(
    fountain: String, narratorVoiceId: String, voices: [String: String],
    voiceProvider: any VoiceProvider, languageCode: String
  ) {
    let script = GuionParsedElementCollection(string: fountain, format: .fountain)
    groupName = script.titlePage.values(for: "title").first ?? "Untitled"
    acts = script.chapters.compactMap { part in
      // The text before the first act has no heading.
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

/// An act: a chapter of the screenplay, as a group of its scenes.
struct ActGroup: SpeakableGroup {
  let chapter: ChapterSpeakable

  var groupName: String { chapter.groupName }
  var scenes: [SceneSpeakable] { chapter.scenes }
  var groupDescription: String? { "\(scenes.count) scenes" }

  func getGroupedElements() -> [any SpeakableItem] { scenes.flatMap { $0.getGroupedElements() } }
}
