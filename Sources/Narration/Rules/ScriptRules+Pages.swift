import Guion

// Lines of action that come from screenwriting programs or printed pages (from rule set 1.1 on).
extension ScriptRules {
  /// Whether these rules recognize page furniture in action, such as `CONTINUED` and page numbers.
  var readsPages: Bool { format.isScreenplay && Edition.ruleSet >= .v1_1 }

  /// Reads action without page furniture.
  /// The setting for transitions also applies to transitions in the action. A numbered heading is read as a scene
  /// heading.
  func page(_ element: GuionElement, _ context: inout SceneContext) -> [NarrationStep] {
    var kept: [Substring] = []
    let lines = element.elementText.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.count == 1, case .heading(let heading) = PageLine(lines[0]) {
      var said = element
      said.elementText = heading
      return processSceneHeading(said, context: &context)
    }
    for line in lines {
      switch PageLine(line) {
      case .furniture: continue
      case .transition where !settings.transitions: continue
      default: kept.append(line)
      }
    }
    guard settings.action || kept.contains(where: { PageLine($0) == .transition }) else {
      return []
    }
    guard kept.count < lines.count else { return narrated(element, joinedLines(of: element)) }
    guard !kept.isEmpty else { return [] }
    var rest = element
    rest.elementText = kept.joined(separator: "\n")
    rest.inlines = []
    return narrated(rest, joinedLines(of: rest))
  }
}
