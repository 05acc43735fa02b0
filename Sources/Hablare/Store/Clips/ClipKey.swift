/// The key of a clip: a hash of the provider, its version and the request, on which the audio depends.
///
/// The position of a line is not part of the key, so that an edit elsewhere does not change the clip.
public struct ClipKey: Hashable, Sendable {
  /// The hash of the fields, as 64 hexadecimal digits.
  public let name: String
  /// The number of digits of a name.
  static let nameLength = 64
  /// The names of the two clips that can satisfy the request, in the order of the lookup: without word
  /// timings, then with word timings.
  ///
  /// A request with or without word timings can use either clip, so that no line is paid for twice. The
  /// order is the same for both kinds of request, so that both get the same audio.
  package let forms: [String]
  /// The name of the clip without word timings, which is the same for both kinds of request.
  let words: String

  /// Creates the key for a request to a given version of a provider.
  ///
  /// The texts around a line count if the request contains them, which it does only if the provider
  /// uses them.
  public init(providerId: String, providerVersion: String, request: VoiceEngineRequest) {
    func name(wordTimings: Bool) -> String {
      var hasher = FieldHasher("hablare clip 1")
      hasher.add(providerId)
      hasher.add(providerVersion)
      hasher.add(request.voiceId)
      hasher.add(request.languageCode)
      // The options include the model.
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
