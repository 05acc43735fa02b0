import Audio
import Basics
import Hablare
import Narration

/// The gains that bring voices to the same level (Documentation/design.md, "Loudness").
/// A gain is a property of the voice: it is measured once, on a fixed passage, and stored. So an edit does not
/// change the level of other lines, and shards agree without communicating. Paid voices are not measured;
/// their gain is a field of the cast, which `audition --gains` writes.
actor VoiceLevels {
  /// The reference level in LUFS.
  /// Speech has peaks about 20 dB above its loudness (measured with espeak-ng). Together, two simultaneous
  /// clips must stay below full scale.
  static let reference = -26.0
  /// The maximum gain in either direction, in dB; audio that needs more is not speech.
  static let furthest = 20.0

  private let speech: BookSpeech
  private let store: VoiceLevelStore?
  /// Whether lines are also levelled by their own loudness (from rule set 1.2 on).
  let levelsLines: Bool
  private var known: [VoiceManner: Task<Double, any Error>] = [:]

  /// Creates a table of gains.
  /// Measurements are stored in `store`.
  init(speech: BookSpeech, store: VoiceLevelStore?, levelsLines: Bool) {
    (self.speech, self.store, self.levelsLines) = (speech, store, levelsLines)
  }

  /// Returns the gain in dB that brings a voice to the reference level.
  /// Returns 0 for a paid voice, for a voice on another machine, and for a voice that is too quiet to be measured.
  func gain(of manner: VoiceManner) async throws -> Double {
    if let known = known[manner] { return try await known.value }
    let task = Task { try await find(manner) }
    known[manner] = task
    do {
      return try await task.value
    } catch {
      // The next spoken line measures again, because one failed measurement must not make all lines fail.
      known[manner] = nil
      throw error
    }
  }

  /// Returns the gain in dB for a line: the gain of its voice, and the difference between the line and the voice.
  /// `line` is the sound before its effect, because an effect keeps the loudness.
  /// A whisper, and other speech of another timbre, stays as far below the voice as the engine makes it.
  nonisolated func gain(
    of line: PCM, by performance: Performance, fallback: VoiceURI?
  ) async throws -> Double {
    let gain = try await gain(of: VoiceManner(performance, fallback: fallback))
    guard levelsLines, gain != 0, performance.isPlain, let own = try Self.gain(of: line) else {
      return gain
    }
    return gain + min(max(own - gain, -Self.widest), Self.widest)
  }

  /// The largest difference between the gains of a line and of its voice, in dB.
  /// Without it, a sigh would be as loud as a sentence.
  private static let widest = 4.0

  private func find(_ manner: VoiceManner) async throws -> Double {
    let id = manner.voice.providerId
    guard speech.directory.isFreeToHear(id), let provider = speech.directory.provider(id) else {
      return 0
    }
    let passage = MeasuringPassage.text(languageCode: manner.languageCode)
    let key = key(of: manner, passage)
    if let known = store?.gain(of: key) { return known }
    // A bad take would give a wrong level, and the level is stored.
    let output = try await speech.service.maker.measurement(
      of: SpeakableText(
        passage, voiceProvider: provider, voiceId: manner.voice.voiceId,
        languageCode: manner.languageCode, voiceOptions: manner.options))
    let gain = try Self.gain(of: try output.pcm()) ?? 0
    store?.store(gain, of: key)
    return gain
  }

  /// Returns the gain in dB that brings speech to the reference level; nil if the audio is silent.
  static func gain(of pcm: PCM) throws(AudioError) -> Double? {
    guard let loudness = try pcm.loudness() else { return nil }
    // The gain is rounded to hundredths, so that it does not depend on the processor. The results of different
    // processors differ by much less than a hundredth.
    let gain = ((reference - loudness) * 100).rounded() / 100
    return min(max(gain, -furthest), furthest)
  }

  private func key(of manner: VoiceManner, _ passage: String) -> String {
    var hash = TextFieldHasher()
    hash.add(passage)
    hash.add("\(Self.reference)")
    hash.add(manner.voice.description)
    hash.add(speech.versions[manner.voice])
    hash.add(manner.languageCode)
    let options = manner.options
    for setting in [options.rate, options.pitch] { hash.add("\(setting)") }
    hash.add(options.model ?? "")
    hash.add(options.seed.map(String.init) ?? "")
    for (name, value) in options.parameters.sorted(by: { $0.key < $1.key }) {
      hash.add(name)
      hash.add(value)
    }
    return hash.finish()
  }
}

extension Performance {
  /// Whether the delivery changes at most the tempo and the pitch of the voice.
  fileprivate var isPlain: Bool {
    guard let neutral else { return true }
    return voice == neutral.voice && options.style == neutral.options.style
      && options.parameters == neutral.options.parameters
  }
}

/// A voice in its neutral manner: everything that determines its level, except the engine's version.
struct VoiceManner: Hashable, Sendable {
  /// The provider and the voice id, without a query.
  var voice: VoiceURI
  var languageCode: String
  var options: VoiceOptions

  /// Uses the neutral manner of the role, whatever the delivery, so that a whisper remains quiet.
  /// A fallback voice has its own manner.
  init(_ performance: Performance, fallback: VoiceURI? = nil) {
    let own = performance.neutral ?? performance
    voice = (fallback ?? own.voice).plain
    languageCode = fallback?.language ?? own.languageCode
    options = fallback?.options ?? own.options
  }
}

/// Stores voice measurements in a folder, one small file per voice.
/// Safe for concurrent processes.
/// If the folder cannot be read or written, voices are measured again; no information is lost.
struct VoiceLevelStore: Sendable {
  let folder: String

  private var files: NumberFiles { NumberFiles(folder: folder) }

  /// Returns the stored gain in dB; nil if it is missing or damaged.
  func gain(of key: String) -> Double? {
    guard let numbers = files.numbers(of: key), numbers.count == 1,
      abs(numbers[0]) <= VoiceLevels.furthest
    else { return nil }
    return numbers[0]
  }

  /// Stores a gain.
  /// Errors, such as a full disk, are ignored.
  func store(_ gain: Double, of key: String) { files.store([gain], of: key) }
}

/// The text that measures the level of a voice: about 15 seconds, with every kind of sound.
/// Changing a passage changes the level of every voice in that language, and so every book.
enum MeasuringPassage {
  /// Returns the passage in a language.
  /// For a language without a passage, returns numbers, which every voice speaks in its own language.
  static func text(languageCode: String) -> String {
    let language = languageCode.prefix { $0 != "-" && $0 != "_" }.lowercased()
    return passages[language] ?? numbers
  }

  /// Returns the first sentence of the passage: about three seconds, enough to measure the pitch and
  /// brightness of a voice.
  static func phrase(languageCode: String) -> String {
    let text = text(languageCode: languageCode)
    return text.firstIndex(of: ".").map { String(text[...$0]) } ?? text
  }

  private static let passages = [
    "en": """
    The boat left the harbour before sunrise, and nobody on the quay waved. By noon the wind had turned; \
    they shared bread, cheese and cold tea. Would the old engine hold? She thought so. Just then a \
    fourth ship showed up behind the island, moving much faster than the others.
    """,
    "es": """
    El barco salió del puerto antes del amanecer y nadie saludó desde el muelle. A mediodía el viento \
    había cambiado; compartieron pan, queso y té frío. ¿Aguantaría el viejo motor? Ella creía que sí. \
    Entonces apareció otro barco detrás de la isla, mucho más rápido que los demás.
    """,
    "fr": """
    Le bateau quitta le port avant le lever du soleil et personne ne salua depuis le quai. À midi, le \
    vent avait tourné ; ils partagèrent du pain, du fromage et du thé froid. Le vieux moteur tiendrait-il ? \
    Elle le pensait. Un autre navire surgit alors derrière l'île, bien plus rapide que les premiers.
    """,
    "de": """
    Das Schiff verließ den Hafen vor Sonnenaufgang, und niemand winkte vom Kai. Gegen Mittag hatte der Wind \
    gedreht; sie teilten Brot, Käse und kalten Tee. Würde die alte Maschine durchhalten? Sie glaubte es. Da \
    tauchte hinter der Insel ein viertes Schiff auf, viel schneller als die anderen.
    """,
    "it": """
    La barca lasciò il porto prima dell'alba e nessuno salutò dal molo. A mezzogiorno il vento era girato; \
    divisero pane, formaggio e tè freddo. Il vecchio motore avrebbe retto? Lei pensava di sì. Allora un'altra \
    nave spuntò dietro l'isola, molto più veloce delle prime.
    """,
    "pt": """
    O barco deixou o porto antes do nascer do sol e ninguém acenou do cais. Ao meio-dia o vento tinha mudado; \
    dividiram pão, queijo e chá frio. O velho motor aguentaria? Ela achava que sim. Então outro navio surgiu \
    atrás da ilha, muito mais rápido do que os outros.
    """,
  ]

  private static let numbers = """
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12. 13, 14, 15, 16, 17, 18, 19, 20. 21, 34, 47, 58, 69, 72, 83, 95, 100.
    """
}
