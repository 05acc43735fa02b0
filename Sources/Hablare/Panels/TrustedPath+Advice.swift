package import Basics

extension TrustedPath.Exposure {
  /// Returns the problem and what to do, in one sentence.
  package func description(advice: ProviderAdvice) -> String { "\(self); \(self.advice(advice))" }

  /// Returns what to do.
  func advice(_ advice: ProviderAdvice) -> String {
    switch self {
    case .writable(let path, _): advice.words(.writableConfiguration(path: path))
    case .foreign(let path, _): advice.words(.foreignConfiguration(path: path))
    }
  }
}
