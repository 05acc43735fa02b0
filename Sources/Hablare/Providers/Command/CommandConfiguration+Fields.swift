extension CommandConfiguration {
  static func field(_ key: Key) -> SettingField {
    switch key {
    case .command:
      SettingField(
        "Command", .list(of: .text()), help: "The program and its arguments", isRequired: true)
    case .input:
      SettingField("Input", .choice(Input.options), help: "How the program gets the text")
    case .output:
      SettingField("Output", .choice(Output.options), help: "The format of the program's audio")
    case .voices: SettingField("Voices", .list(of: voice), help: "The voices of the program")
    case .sampleRate: .sampleRate
    case .channels:
      SettingField(
        "Channels", .number(1...2, isWhole: true),
        help: "The number of channels of audio without a header")
    case .keepRunning:
      SettingField(
        "Keep running", .toggle, help: "Whether one process speaks many lines")
    case .timeout: .timeout
    case .maximumBytes: maximumBytesField
    case .concurrency: .concurrency("processes")
    }
  }

  /// The setting for the maximum size of a line's audio.
  ///
  /// The lowest allowed value is about one second of 16-bit audio at 8 kHz. The highest allowed value
  /// is the memory of a small machine.
  private static let maximumBytesField = SettingField(
    "Maximum bytes", .number(16_384...1_073_741_824, isWhole: true, unit: "bytes"),
    help: "The maximum audio size of a line")

  /// The name of a voice, or an object with the user's description of the voice.
  private static let voice = SettingField.Kind.dictionary(
    [
      SettingField(
        key: "id", label: "Name", help: "The name of the voice in the program", kind: .text(),
        isRequired: true),
      SettingField(
        key: "language", label: "Language", help: "The language tag of the voice",
        kind: .text(.languageTag)),
      SettingField(key: "gender", label: "Gender", kind: .choice(genders)),
    ], shorthand: "id")

  /// The values that `Voice.gender` can have.
  private static let genders = [
    SettingField.Option("female", label: "Female"), SettingField.Option("male", label: "Male"),
    SettingField.Option("neutral", label: "Neutral"),
  ]
}

extension CommandConfiguration.Input {
  fileprivate static let options = allCases.map { input in
    SettingField.Option(input.rawValue, label: input.label)
  }

  private var label: String {
    switch self {
    case .stdin: "Through standard input"
    case .argument: "In the argument with {text}"
    }
  }
}

extension CommandConfiguration.Output {
  fileprivate static let options = allCases.map { output in
    SettingField.Option(output.rawValue, label: output.label)
  }

  private var label: String {
    switch self {
    case .wav: "A WAV file"
    case .raw: "16-bit samples without a header"
    }
  }
}
