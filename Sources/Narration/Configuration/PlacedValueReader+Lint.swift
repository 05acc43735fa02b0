import Guion
import Hablare

extension PlacedValueReader {
  /// Reads the object `lint`, which sets the severity of each code.
  mutating func lint(_ node: JSONNode, into settings: inout LintSettings) {
    let switchable = LintCode.all.filter(\.isSwitchable).map(\.name)
    for member in uniqueMembers(node, "lint") ?? [] {
      guard switchable.contains(member.key) else {
        reportCode(member, switchable)
        continue
      }
      if let level: LintSettings.Level = choice(member.value, "\"\(member.key)\"") {
        settings.levels[member.key] = level
      }
    }
  }

  private mutating func reportCode(_ member: JSONNode.Member, _ switchable: [String]) {
    if let code = LintCode.named(member.key) {
      let reason = code.severity == .error ? "is always an error" : "is reported while rendering"
      return report(
        "unknown-key", "\"\(member.key)\" \(reason), so its severity cannot be set; remove it",
        at: member.keyPosition)
    }
    reportUnknownKey(member, of: "lint", known: switchable)
  }
}
