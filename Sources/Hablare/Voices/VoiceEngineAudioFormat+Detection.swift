extension VoiceEngineAudioFormat {
  /// The form that sound is in, by its first bytes; nil if it is none that is known, or bare samples.
  package static func detect(_ bytes: some Collection<UInt8>) -> VoiceEngineAudioFormat? {
    let head = Array(bytes.prefix(64))
    func has(_ text: String, at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: text.utf8)
    }
    if has("RIFF"), has("WAVE", at: 8) { return .wav }
    if has("fLaC") { return .flac }
    // The first page's payload follows 27 bytes and its table of one segment (RFC 3533, section 6).
    if has("OggS") { return has("OpusHead", at: 28) ? .opus : .ogg }
    if has("FORM"), has("AIFF", at: 8) || has("AIFC", at: 8) { return .aiff }
    if has("ftyp", at: 4) { return .m4a }
    // A tag, or eleven bits of a frame's sync and layer 3 (ISO 11172-3, section 2.4.2.3).
    if has("ID3") { return .mp3 }
    if head.count > 1, head[0] == 0xFF, head[1] & 0xE6 == 0xE2 { return .mp3 }
    return nil
  }
}
