import Audiobook
import Basics
import Guion
import Hablare

/// Why the studio does not do what a page asks for.
enum StudioError: Error, Equatable {
  /// The lines that the page knows are those of a former plan.
  case stale
  /// The cast file has changed since the page has seen it.
  case conflict(String)
  /// It cannot be done, for the reason given.
  case impossible(String)
  /// It costs something, and the user has not agreed to it.
  case paid(Cost)
  /// Something of that kind is running already.
  case busy(String)
  /// A voice, or a service, has failed.
  case failed(String)
  /// There is no such thing.
  case missing(String)

  /// What is to be paid.
  struct Cost: Equatable, Encodable, Sendable {
    /// The characters that are paid for.
    var characters: Int
    /// The same in words, with the money as far as prices are known.
    var words: String
    /// The characters of each provider, such as "36 characters of openai".
    var work: String
    /// What all of it costs, such as "0.04 USD"; nil if a price is not known.
    var money: String?
    /// The providers whose prices are not known.
    var unpriced: [String]

    /// What a run costs; nil if it costs nothing.
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
  /// Any error as one text.
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

  /// The characters, and the money if the price is known.
  fileprivate var words: String {
    guard let price, let cost else { return characters }
    return "\(characters), \(Quantity.money(cost, price.currency))"
  }
}
