import Audiobook
import Hablare
import Narration

/// The voices that a drafted cast is made of, with how they sound.
///
/// Free voices of this machine are listened to. Listening to other voices may cost money, so it needs
/// the provider's name in `--listen`.
struct CastVoices {
  let book: PlannedBook
  let setup: SpeechSetup
  /// The providers of `--listen`.
  let listened: Set<String>
  /// The limit of `--max-cost`.
  let maximumCost: Double?

  private var listener: VoiceListener {
    VoiceListener(directory: book.directory, clips: setup.clips)
  }
  private var language: String { book.plan.language }

  /// The voices of a provider, in the order in which roles get them: far from each other, and from the
  /// voices that are in the book already.
  func spread(of id: String, besides spoken: [VoiceURI]) async throws -> VoiceSpread {
    let provider = try await setup.provider(id)
    let candidates = try await candidates(of: provider)
    var heard: [Candidate] = []
    for uri in spoken where book.directory.provider(uri.providerId) != nil {
      heard.append(Candidate(uri: uri, voice: await voice(of: uri)))
    }
    try await permit(candidates + heard)
    return VoiceSpread(try await points(candidates), besides: try await points(heard))
  }

  /// A voice with its settings, and what its provider says of it.
  private struct Candidate {
    var uri: VoiceURI
    var voice: Voice
    var providerId: String { uri.providerId }
  }

  private func candidates(of provider: any VoiceProvider) async throws -> [Candidate] {
    let (id, voices): (String, [Voice])
    do {
      (id, voices) = (
        provider.providerId, try await provider.castingVoices(languageCode: language)
      )
    } catch let error as VoiceProviderError {
      throw CommandFailure(ExitCode(error), "\(provider.providerId): \(error)")
    }
    guard voices.isEmpty else {
      return voices.map { Candidate(uri: VoiceURI(providerId: id, voiceId: $0.id), voice: $0) }
    }
    throw CommandFailure(
      .badInput, "\(provider.displayName) has no voice for the language \(language)")
  }

  /// What the provider says of a voice, or its name alone.
  private func voice(of uri: VoiceURI) async -> Voice {
    let provider = book.directory.provider(uri.providerId)
    let known = try? await provider?.fetchVoices(languageCode: language)
    return known?.first { $0.id == uri.voiceId }
      ?? Voice(id: uri.voiceId, name: uri.voiceId, providerId: uri.providerId)
  }

  // MARK: Listening

  /// Whether a voice is listened to.
  private func hears(_ voice: Candidate) -> Bool {
    book.directory.isFreeToHear(voice.providerId) || listened.contains(voice.providerId)
  }

  /// Ends the command if listening costs more than it may; says what listening to the others costs.
  private func permit(_ voices: [Candidate]) async throws {
    let bill = try await bill(voices.filter(hears))
    let cost = RunCost(bill.work, prices: setup.prices)
    if let refusal = maximumCost.flatMap(cost.refusal) {
      throw CommandFailure(.refused, "--max-cost: \(Forecast.words(refusal)); no voice was heard")
    }
    let unheard = voices.filter { !hears($0) }
    for id in Set(unheard.map(\.providerId)).sorted() {
      let own = unheard.filter { $0.providerId == id }
      let work = RunCost(try await self.bill(own).work, prices: setup.prices).entries.first
      Streams.error(
        "guion2audio: note: \(Summary.count(own.count, "voice")) of \(id) "
          + "\(own.count == 1 ? "was" : "were") not listened to; --listen \(id) does it"
          + (work.map { ", for " + price($0) } ?? "") + "\n")
    }
  }

  private func bill(_ voices: [Candidate]) async throws -> PaidBill {
    do {
      return try await listener.bill(for: voices.map(\.uri), languageCode: language)
    } catch let error as VoiceProviderError {
      throw CommandFailure(ExitCode(error), error.description)
    }
  }

  private func price(_ entry: RunCost.Entry) -> String {
    let characters = "\(entry.work.characters) characters"
    guard let price = entry.price, let cost = entry.cost else { return characters }
    return characters + " (\(Summary.money(cost, price.currency)))"
  }

  private func points(_ voices: [Candidate]) async throws -> [VoiceSpread.Point] {
    var points: [VoiceSpread.Point] = []
    for voice in voices {
      points.append(.init(voice: voice.uri, timbre: try await timbre(of: voice)))
    }
    return points
  }

  /// How a voice sounds; of one that is not listened to, what its provider says of it.
  private func timbre(of candidate: Candidate) async throws -> VoiceTimbre {
    let described = VoiceTimbre(describing: candidate.voice)
    guard hears(candidate) else { return described }
    do {
      return try await listener.timbre(of: candidate.uri, languageCode: language) ?? described
    } catch let error as VoiceProviderError {
      throw CommandFailure(ExitCode(error), "\(candidate.uri): \(error)")
    }
  }
}
