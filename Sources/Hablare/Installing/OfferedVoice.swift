import Basics

/// A voice that can be installed.
package struct OfferedVoice: Sendable, Hashable {
  struct File: Sendable, Hashable {
    /// The path of the file below the engine's folder: `en_US-joe-medium.onnx`,
    /// `voices/jf_alpha.bin`.
    var name: String
    /// The path of the file below `base`.
    var place: String
    /// The address to which `place` is appended, or nil for the engine's usual address.
    var base: String?
    /// The size in bytes.
    var bytes: Int
    /// The digest, or nil if no digest is published.
    var digest: FileDigest?
  }

  /// The file name of every voice's model card on the hub.
  static let cardName = "MODEL_CARD"

  /// The engine that the voice needs.
  package let engine: InstalledVoice.Engine
  /// The name, such as `en_US-joe-medium`.
  package let id: String
  /// The voice's names in earlier versions of the publisher's list.
  package let aliases: [String]
  /// The language's name for users, or nil if the list does not state it.
  package let languageName: String?
  /// The BCP 47 tag.
  package let language: String
  /// `female` or `male`, or nil if the list does not state it.
  package let gender: String?
  /// The grade of quality that the voice's makers state, such as `medium`, or nil if they state no
  /// grade.
  package let quality: String?
  /// The number of speakers of the voice.
  package let speakers: Int
  /// The terms of use.
  ///
  /// Nil if only the model card states the terms. The card is then downloaded before the voice.
  package let licence: VoiceLicence?
  /// The files.
  /// The first file is the voice's model, in ONNX format.
  let files: [File]

  init(
    engine: InstalledVoice.Engine, id: String, aliases: [String] = [], language: String,
    languageName: String? = nil, gender: String? = nil, quality: String? = nil, speakers: Int = 1,
    licence: VoiceLicence? = nil, files: [File]
  ) {
    (self.engine, self.id, self.aliases) = (engine, id, aliases)
    (self.language, self.languageName, self.gender) = (language, languageName, gender)
    (self.quality, self.speakers, self.licence) = (quality, speakers, licence)
    self.files = files
  }

  /// Returns the same voice with only these files.
  func keeping(_ files: [File]) -> OfferedVoice {
    OfferedVoice(
      engine: engine, id: id, aliases: aliases, language: language, languageName: languageName,
      gender: gender, quality: quality, speakers: speakers, licence: licence, files: files)
  }

  /// The size of all files in bytes.
  package var bytes: Int { files.reduce(0) { $0 + $1.bytes } }
  /// Whether digests of all files are published, so that damage can be detected.
  package var isVerifiable: Bool { files.allSatisfy { $0.digest != nil } }
  /// The voice's URI, such as `piper://en_US-joe-medium`.
  package var uri: VoiceURI { VoiceURI(providerId: engine.rawValue, voiceId: id) }
}

extension Sequence<OfferedVoice> {
  /// Returns the voices for a language (`LanguageFilter`), in their order.
  package func speaking(_ languageCode: String) -> [OfferedVoice] {
    let filter = LanguageFilter(languageCode, among: map(\.language))
    return self.filter { filter.accepts($0.language) }
  }
}
