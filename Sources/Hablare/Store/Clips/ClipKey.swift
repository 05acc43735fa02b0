/// The content of a clip: everything its sound depends on, and nothing else.
///
/// Where a line stands is not part of it, so that an edit elsewhere leaves the clip as it is.
public struct ClipKey: Hashable, Sendable {
  /// The hash of the fields, as 64 hexadecimal digits.
  public let name: String
  /// The number of digits of a name.
  static let nameLength = 64
  /// The names of the clips that answer the request: the one without the places of words, then the
  /// one with them.
  ///
  /// Each of them answers both kinds of request, so that no line is paid for twice. The order is the
  /// same for both kinds, so that a request that wants the places of words gets the same sound.
  package let forms: [String]
  /// The name of the form without the places of words: what requests for both forms share.
  let words: String

  /// The key of what a provider of a version says to a request.
  ///
  /// The texts around a line count where the request has them, which is where the provider uses
  /// them.
  public init(providerId: String, providerVersion: String, request: VoiceEngineRequest) {
    func name(wordTimings: Bool) -> String {
      var hasher = FieldHasher("hablare clip 1")
      hasher.add(providerId)
      hasher.add(providerVersion)
      hasher.add(request.voiceId)
      hasher.add(request.languageCode)
      // The model is one of the options.
      hasher.add(request.options)
      hasher.add(request.isPhonemes)
      hasher.add(request.previousText)
      hasher.add(request.nextText)
      hasher.add(wordTimings)
      hasher.add(request.text)
      return hasher.finish()
    }
    let timed = name(wordTimings: true)
    let untimed = name(wordTimings: false)
    self.name = request.wantsWordTimings ? timed : untimed
    (words, forms) = (untimed, [untimed, timed])
  }
}
