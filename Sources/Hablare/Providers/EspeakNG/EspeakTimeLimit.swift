/// How long the engine and its worker may take before they count as hung, in seconds.
struct EspeakTimeLimit: Sendable {
  /// For an utterance of any text; the worker ends one that takes longer.
  var base = 20
  /// More for every hundred characters, which take it 4 ms.
  var perHundred = 1
  /// What the worker may take beyond a limit that it enforces, and to confirm that something is cancelled:
  /// milliseconds, but on a machine with too much to do.
  var margin = 20
  /// For the list of voices, which takes 0.1 s.
  var listing = 60
  /// For the worker to start: it loads its data first, which takes 2 ms.
  var start = 20

  func seconds(for text: String) -> Int { base + perHundred * text.unicodeScalars.count / 100 }
}

/// A worker did not answer within so many seconds, and has been killed: another one may be asked.
struct EspeakSilence: Error {
  var seconds: Int
}
