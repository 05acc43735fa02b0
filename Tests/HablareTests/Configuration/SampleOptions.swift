import Hablare

/// Options of a program, one of each form.
enum SampleOptions {
  static let all: [DefaultableOption] = [
    .init(name: "format", form: .words(["mp3", "m4b", "flac", "wav", "ogg", "opus"])),
    .init(name: "split", form: .word(["auto", "chapter", "scene", "document"])),
    .init(name: "voice", form: .voice), .init(name: "language", form: .language),
    .init(name: "rate", form: .number(0.5...2)), .init(name: "jobs", form: .integer(1...1024)),
    .init(name: "loudness", form: .wordOrNumber(["acx", "podcast", "ebu", "off"], -70 ... -5)),
    .init(name: "sample-rate", form: .wordOrNumber(["auto"], 8_000...192_000)),
    .init(name: "captions", form: .words(["vtt", "srt"])),
    .init(name: "max-cost", form: .number(0...1_000_000)), .init(name: "strict", form: .flag),
    .init(name: "cache", form: .path), .init(name: "cache-limit", form: .size),
    .init(name: "title", form: nil),
  ]
}
