extension CommandConfiguration {
  /// The names of the placeholders, without braces.
  private static let placeholders = ["voice", "language", "rate", "output", "text"]

  /// The error in the configuration, as a phrase that can follow a colon.
  ///
  /// Nil if there is no error. This does not check whether the program exists.
  package var problem: String? {
    guard let program = command.first, !program.isEmpty else { return "'command' is empty" }
    if program.contains("{") {
      return
        "the first string of 'command', '\(program)', is the program, so it cannot contain a placeholder"
    }
    let template = CommandTemplate(command.dropFirst())
    return misspelling(in: template) ?? problemOfText(template) ?? problemOfVoices(template)
      ?? problemOfOutput(template)
  }

  /// Returns the error in the use of `{text}`, or nil if there is no error.
  ///
  /// The text must be a whole argument or the value of an option. Otherwise a line of a book could
  /// become part of a shell's or an interpreter's code.
  private func problemOfText(_ template: CommandTemplate) -> String? {
    let hasText = template.contains { $0 == .text }
    switch (input, hasText) {
    case (.argument, false): return "'input' is 'argument', but no argument has {text}"
    case (.stdin, true):
      return "an argument has {text}, but 'input' is not 'argument': write \"input\": \"argument\""
    case (.argument, true) where keepsRunning:
      return
        "a program that keeps running must read its text from standard input, not an argument"
    default: break
    }
    for pieces in template.arguments where pieces.contains(.text) {
      switch (pieces.count, pieces.first) {
      case (1, _): continue
      case (2, .literal(let option)) where option.isOptionWithValue: continue
      default: return "{text} must be an argument of its own, or the end of one like --text={text}"
      }
    }
    return nil
  }

  private func problemOfVoices(_ template: CommandTemplate) -> String? {
    let takesVoice = template.contains { $0 == .voice }
    if !takesVoice, voices.count > 1 {
      return "'voices' lists \(voices.count) voices, but the command has no {voice} to select one"
    }
    let ids = voices.map(\.id)
    if ids.contains("") { return "a voice has no id" }
    if let twice = ids.first(where: { id in ids.filter { $0 == id }.count > 1 }) {
      return "the voice '\(twice)' is listed twice"
    }
    return nil
  }

  private func problemOfOutput(_ template: CommandTemplate) -> String? {
    if output == .raw, sampleRate == nil { return "raw audio needs 'sampleRate', in hertz" }
    if output == .raw, keepsRunning { return "a program that keeps running must write WAV files" }
    if let sampleRate, !(1000...384_000).contains(sampleRate) {
      return "'sampleRate' \(sampleRate) is not between 1000 and 384000 Hz"
    }
    if !(1...8).contains(channels) { return "'channels' \(channels) is not between 1 and 8" }
    if timeout < 1 { return "'timeout' must be 1 s or more" }
    if maximumBytes < 1 { return "'maximumBytes' must be 1 or more" }
    if let concurrency, concurrency < 1 { return "'concurrency' must be 1 or more" }
    return nil
  }

  /// Returns an error for a name in braces that resembles a placeholder.
  private func misspelling(in template: CommandTemplate) -> String? {
    for case .literal(let text) in template.arguments.joined() {
      for part in text.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
        guard let end = part.firstIndex(of: "}") else { continue }
        let name = part[..<end]
        guard name.count > 2, name.allSatisfy(\.isLetter) else { continue }
        if let near = Spelling.nearest(to: String(name), among: Self.placeholders, limit: 1).first {
          return "{\(name)} is not a placeholder; did you mean {\(near)}?"
        }
      }
    }
    return nil
  }
}

extension String {
  /// Whether the text is an option with `=` at its end, such as `--text=`, and has only characters
  /// that no interpreter treats specially.
  fileprivate var isOptionWithValue: Bool {
    hasPrefix("-") && hasSuffix("=")
      && dropLast().allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }
}
