public import Guion
public import Hablare

/// Which voice says an element; of a speech, its cue is asked about.
public typealias VoiceMapping = @Sendable (GuionElement) -> VoiceURI
