import Audiobook
import Guion
import Hablare
import Narration

/// A role in the list of the page.
///
/// Keys without a value are left out.
struct RoleAnswer: Encodable {
  /// The name; empty for the narrator.
  var name: String
  var lines: Int
  /// The role's share of all spoken text, from 0 to 1.
  var share: Double
  /// The voice with its settings in `voice`, and without its settings in `plain`.
  var voice: String
  var plain: String
  /// Whether the cast names the role's voice.
  ///
  /// If not, the program has chosen the voice.
  var cast: Bool
  /// Whether the role is listed in the front matter of the script.
  var inFrontMatter: Bool
  var aliases: [String]
  /// The note about the role in the cast file.
  var note: String?
  /// What the script tells about the role, such as "old woman".
  var person: String?
  /// The evidence for `person`, such as "her coat, line 6".
  var reason: String?
  /// The number of a typical line.
  var sample: Int?
  /// The values of the voice's settings, by name.
  var settings: [String: Double]
  /// The minimum and the maximum of each setting, by name.
  var ranges: [String: [Double]]
  var takesIPA: Bool
  /// Whether the role's lines may cost money.
  var paid: Bool

  /// Returns the roles of a book, beginning with the role that speaks most.
  static func all(in view: StudioView) -> [RoleAnswer] {
    let samples = TypicalLine.indices(in: view.lines)
    return view.summary.roles.map { RoleAnswer($0, in: view, samples) }
  }

  private init(_ role: PlanSummary.Role, in view: StudioView, _ samples: [String: Int]) {
    let (book, name) = (view.book, role.name)
    let uri = book.plan.cast[name] ?? VoiceURI(providerId: "", voiceId: "")
    let entry = book.cast.characters.first { $0.name == name }
    (self.name, lines, share) = (name, role.amount.lines, role.share)
    (voice, plain) = (uri.description, uri.plain.description)
    cast = name.isEmpty ? book.cast.narrator != nil : entry?.voice != nil
    let place = book.cast.characterPositions[name]?.file
    inFrontMatter = place != nil && book.paths.contains { $0 == place }
    (aliases, note) = (entry?.aliases ?? [], entry?.note)
    (person, reason) = (role.portrait?.words, role.portrait?.reason)
    sample = samples[name]
    let abilities = book.directory.abilities(of: uri)
    let limits = Self.ranges(of: uri, abilities)
    ranges = limits.mapValues { [$0.lowerBound, $0.upperBound] }
    settings = [
      "rate": uri.rate ?? 1, "pitch": uri.pitch ?? 0, "gain": uri.gain ?? 0,
      "formant": uri.parameters["formant"].flatMap(Double.init) ?? 1,
    ].filter { limits[$0.key] != nil }
    takesIPA = abilities.supportsIPA || abilities.supportsPhonemes
    paid = book.directory.isPriced(uri.providerId)
  }

  private static func ranges(
    of voice: VoiceURI, _ abilities: VoiceAbilities
  ) -> [String: ClosedRange<Double>] {
    var ranges = ["gain": VoiceURI.gainRange]
    let rates = abilities.rates.clamped(to: VoiceURI.rateRange)
    if rates.lowerBound < rates.upperBound { ranges["rate"] = rates }
    if abilities.supportsPitch { ranges["pitch"] = VoiceURI.pitchRange }
    if voice.providerId == NeuralVoiceProvider.hibariId {
      ranges["formant"] = NeuralVoiceProvider.formants
    }
    return ranges
  }
}
