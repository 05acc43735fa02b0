/// The key of a clip: a hash of everything that the audio depends on, namely the provider, its
/// version and the request.
///
/// The position of a line in the script is not part of the key. Therefore an edit elsewhere does
/// not change the key.
public struct ClipKey: Hashable, Sendable {
  /// The hash, as 64 hexadecimal digits.
  public let name: String
  /// The number of digits of a name.
  static let nameLength = 64
  /// The names of the two clips that can satisfy the request, in the order of the lookup: first the
  /// clip without word timings, then the clip with word timings.
  ///
  /// Every request can use either clip, so that no line is paid for twice. The order is the same
  /// for all requests, so that requests with and without word timings get the same audio.
  package let forms: [String]
  /// The name of the clip without word timings, even if the request wants word timings.
  let words: String

  /// Creates the key of a request to a provider of a given version.
  ///
  /// The texts before and after a line are part of the key if the request contains them. A request
  /// contains them only if the provider uses them.
  public init(providerId: String, providerVersion: String, request: VoiceEngineRequest) {
    func name(wordTimings: Bool) -> String {
      var hasher = FieldHasher("hablare clip 1")
      hasher.add(providerId)
      hasher.add(providerVersion)
      hasher.add(request.voiceId)
      hasher.add(request.languageCode)
      // The options include the voice model.
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
