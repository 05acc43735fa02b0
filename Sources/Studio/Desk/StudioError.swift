import Audiobook
import Basics
import Guion
package import Hablare

/// An error that the studio reports to a page.
enum StudioError: Error, Equatable {
  /// The page uses the line numbers of an older plan.
  case stale
  /// The cast file has changed since the page read it.
  case conflict(String)
  /// The request is not possible, for the given reason.
  case impossible(String)
  /// The request costs money, and the user has not agreed to pay.
  case paid(Cost)
  /// A task of the same kind is running.
  case busy(String)
  /// A voice or a service has failed.
  case failed(String)
  /// The requested object does not exist.
  case missing(String)

  /// The price of a request.
  struct Cost: Equatable, Encodable, Sendable {
    /// The number of characters to pay for.
    var characters: Int
    /// The characters of each provider, with the price if the price is known.
    var words: String
    /// The characters of each provider, such as "36 characters of openai".
    var work: String
    /// The total price, such as "0.04 USD", or nil if a price is unknown.
    var money: String?
    /// The providers whose prices are unknown.
    var unpriced: [String]

    /// Creates the cost of a run; nil if the run is free.
    init?(_ cost: RunCost) {
      let due = cost.entries.filter { $0.work.characters > 0 }
      guard !due.isEmpty else { return nil }
      characters = due.reduce(0) { $0 + $1.work.characters }
      work = due.map(\.characters).joined(separator: ", ")
      words = due.map(\.words).joined(separator: ", ")
      unpriced = due.filter { $0.price == nil }.map(\.work.providerId)
      if unpriced.isEmpty {
        money = cost.totals.map { Quantity.money($0.cost, $0.currency) }.joined(separator: " and ")
      }
    }
  }
}

extension StudioError {
  /// Returns the text of an error.
  static func words(of error: any Error) -> String {
    switch error {
    case let error as BookError:
      let errors = error.diagnostics.filter { $0.severity == .error }.map(\.description)
      return (error.message.isEmpty ? errors : [error.message] + errors).joined(separator: "\n")
    case .impossible(let reason) as StudioError: return reason
    default: return "\(error)"
    }
  }
}

extension RunCost.Entry {
  fileprivate var characters: String {
    "\(Quantity.count(work.characters, "character")) of \(work.providerId)"
  }

  /// The characters, with the price if the price is known.
  fileprivate var words: String {
    guard let price, let cost else { return characters }
    return "\(characters), \(Quantity.money(cost, price.currency))"
  }
}

extension ProviderAdvice {
  /// Advice that a user can follow on the pages of the studio.
  package static let studio = ProviderAdvice { occasion in
    switch occasion {
    case .disabled(_, let requiresKey):
      "enable it in the settings" + (requiresKey ? ", or log in there with a key" : "")
    case .noKey, .keyInConfiguration: "log in with the key in the settings"
    case .keyRefused: "log in with another key in the settings"
    case .readableKeyFile(let path):
      "run `chmod 600 \(path)`, and replace the key if others may have seen it"
    case .foreignKeyFile: "remove the file and log in again in the settings"
    case .writableConfiguration(let path):
      "check its contents, then run `chmod go-w \(path)`"
    case .foreignConfiguration: "replace it with a file of your own"
    case .noInstalledVoice: "install one in the settings, under \"Voices to install\""
    case .noNaturalVoice:
      "install the package guion2audio, or build the program with `make release`; both include the voice"
    case .unknownVoice: "choose another voice in the list"
    case .fullCache: "--cache-limit raises the limit"
    }
  }
}
