/// What a table read speaks: one word for several settings (Documentation/speech.md, "What is read").
package enum ReadPreset: String, Sendable, CaseIterable {
  /// Everything that is read without a preset.
  case all
  /// Everything but the headings of scenes.
  case withoutHeadings = "no-headings"
  /// Headings, names of speakers and speeches, without action and directions.
  case withoutDirections = "no-directions"
  /// Speeches and the headings of scenes.
  case dialogueWithHeadings = "dialogue-headings"
  /// Speeches.
  case dialogue
  /// Speeches, and not even a title.
  case withoutNarrator = "no-narrator"

  /// Returns settings with the values of the preset.
  /// Values with these keys of a cast file stay.
  package func applied(to settings: SpeechSettings, keeping keys: Set<String>) -> SpeechSettings {
    var result = settings
    func set<Value>(
      _ key: String, _ path: WritableKeyPath<SpeechSettings, Value>, _ value: Value
    ) {
      if !keys.contains(key) { result[keyPath: path] = value }
    }
    switch self {
    case .all: return settings
    case .withoutHeadings:
      set("sceneHeadings", \.sceneHeadings, false)
      return result
    case .withoutDirections, .dialogueWithHeadings, .dialogue, .withoutNarrator: break
    }
    set("action", \.action, false)
    set("transitions", \.transitions, false)
    set("synopses", \.synopses, false)
    set("directions", \.directions, .silent)
    if self == .withoutDirections { return result }
    set("announce", \.announce, .never)
    if self == .dialogueWithHeadings { return result }
    set("sceneHeadings", \.sceneHeadings, false)
    if self == .dialogue { return result }
    set("sections", \.sections, .silent)
    set("credits", \.credits, false)
    return result
  }
}
