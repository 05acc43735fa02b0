import Audiobook
import Foundation
import Hablare
import HablareTesting
import TestSupport
import Testing

@testable import Studio

/// Tests of the settings page, and of the text that asks the user to pay.
@Suite struct SettingsAnswerTests {
  private func answer(home: TemporaryFolder) async -> SettingsAnswer {
    let environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
    return await SettingsAnswer(
      SpeechSetup(environment: environment, cache: .none, advice: .studio))
  }

  @Test func `the path of the configuration is relative to the home folder`() {
    func path(_ environment: [String: String]) -> String {
      SettingsAnswer.configurationPath(environment)
    }
    #expect(path(["HOME": "/home/ann"]) == "~/.config/guion2audio/config.json")
    #expect(
      path(["HOME": "/home/ann", "XDG_CONFIG_HOME": "/etc/ann"])
        == "/etc/ann/guion2audio/config.json")
    #expect(path(["HOME": "/home/ann", "GUION2AUDIO_CONFIG": "/c.json"]) == "/c.json")
  }

  @Test func `a provider without a voice needs a voice but no command`() async throws {
    let home = try TemporaryFolder()
    let providers = await answer(home: home).providers
    for id in ["kokoro", "piper"] {
      let provider = try #require(providers.first { $0.id == id })
      #expect(provider.needsVoice && provider.type == id)
      let trouble = try #require(provider.trouble)
      #expect(trouble.contains("Voices to install"), "\(trouble)")
      #expect(!trouble.contains("guion2audio"), "\(trouble)")
    }
    #expect(providers.filter(\.alwaysEnabled).map(\.id) == ["espeak"])
    // The page has a checkbox for this setting, so the list of fields does not contain it.
    #expect(!providers.flatMap(\.fields).map(\.key).contains("enabled"))
  }

  @Test func `advice in the studio names the settings page and no command`() {
    for occasion: ProviderAdvice.Occasion in [
      .disabled(providerId: "openai", requiresKey: true), .noKey(providerId: "openai"),
      .keyRefused(providerId: "openai"), .noInstalledVoice(providerId: "piper"),
    ] {
      let words = ProviderAdvice.studio.words(occasion)
      #expect(words.contains("settings") && !words.contains("`"), "\(words)")
    }
  }

  @Test func `a cost has a sum only if every price is known`() throws {
    let work = [
      PaidWork(providerId: "a", characters: 1000), PaidWork(providerId: "b", characters: 1),
    ]
    let prices = ["a": ProviderPrices(perThousandCharacters: 0.5, currency: "USD")]
    let part = try #require(StudioError.Cost(RunCost(work, prices: prices)))
    #expect(part.money == nil && part.unpriced == ["b"] && part.characters == 1001)
    #expect(part.work == "1000 characters of a, 1 character of b")
    let whole = try #require(StudioError.Cost(RunCost([work[0]], prices: prices)))
    #expect(whole.money == "0.50 USD" && whole.unpriced.isEmpty)
    #expect(StudioError.Cost(RunCost([PaidWork(providerId: "a")], prices: prices)) == nil)
  }
}
