import Basics

/// The source of voice downloads.
package struct VoiceHub: Sendable, Hashable {
  /// An address that replaces all publishers' addresses, such as a mirror's.
  ///
  /// Nil means the publishers' own addresses.
  package let mirror: String?

  /// Creates a hub of the publishers' addresses, or of a mirror that has the same files under the
  /// same paths.
  package init(mirror: String? = nil) {
    self.mirror = mirror.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  /// The address of the list of Piper's voices.
  var piperList: String { address(of: "voices.json", base: Self.base(of: .piper)) }

  /// Returns the address of a voice's file.
  func address(of file: OfferedVoice.File, engine: InstalledVoice.Engine) -> String {
    address(of: file.place, base: file.base ?? Self.base(of: engine))
  }

  private func address(of place: String, base: String) -> String {
    let parts = place.split(separator: "/").map {
      PercentEncoding.encode(String($0), keeping: PercentEncoding.provider)
    }
    return (mirror ?? base) + "/" + parts.joined(separator: "/")
  }

  private static func base(of engine: InstalledVoice.Engine) -> String {
    switch engine {
    case .piper: "https://huggingface.co/rhasspy/piper-voices/resolve/main"
    case .kokoro: "https://huggingface.co/onnx-community/Kokoro-82M-v1.0-ONNX/resolve/main"
    case .hibari: "https://huggingface.co/maureesewilliams/hibari/resolve/main/voices"
    }
  }
}
