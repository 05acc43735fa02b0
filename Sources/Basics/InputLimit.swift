/// The maximum size of one kind of input, with the message for an input that exceeds it.
///
/// All sizes are defined here (Documentation/reference/inputs.md, "Sizes of inputs"). A size is checked
/// before the whole input is read. From a pipe, at most one byte beyond the limit is read.
public struct InputLimit: Sendable, Hashable {
  /// The name of the input in messages, such as "the cast file".
  package let name: String
  /// The maximum, in `unit`.
  package let maximum: Int
  package let unit: Unit
  /// The reason why no input needs more.
  package let reason: String
  package let advice: String

  package enum Unit: Sendable, Hashable {
    case bytes, values, levels, mistakes
  }

  package static let code = "too-large"

  init(
    _ name: String, _ maximum: Int, _ unit: Unit = .bytes, because reason: String, advice: String
  ) {
    (self.name, self.maximum, self.unit) = (name, maximum, unit)
    (self.reason, self.advice) = (reason, advice)
  }

  /// The limit as text: "16 MB", "100,000 values".
  package var size: String {
    switch unit {
    case .bytes: Self.words(bytes: maximum)
    case .values: Self.grouped(maximum) + " values"
    case .levels: Self.grouped(maximum) + " levels"
    case .mistakes: Self.grouped(maximum) + " mistakes"
    }
  }

  package var message: String { message(of: name) }

  /// Returns the message for an input with its own name, such as "the cover front.png".
  package func message(of input: String) -> String {
    switch unit {
    case .bytes: "\(input) is larger than \(size); \(advice)"
    case .values, .mistakes: "\(input) has more than \(size); \(advice)"
    case .levels: "\(input) is nested deeper than \(size); \(advice)"
    }
  }

  /// Returns a number of bytes in the first unit of MB, MiB, kB and KiB that divides the number, such as
  /// "16 MB".
  package static func words(bytes: Int) -> String {
    let units = [
      ("MB", 1_000_000), ("MiB", 1 << 20), ("kB", 1_000), ("KiB", 1 << 10),
    ]
    for (name, size) in units where bytes > 0 && bytes.isMultiple(of: size) {
      return "\(grouped(bytes / size)) \(name)"
    }
    return grouped(bytes) + (bytes == 1 ? " byte" : " bytes")
  }

  /// Returns a number with commas between thousands.
  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    return digits.indices.reduce(into: "") { text, place in
      if place > 0, (digits.count - place).isMultiple(of: 3) { text.append(",") }
      text.append(digits[place])
    }
  }
}

/// Limits for the files that people write for a book, and for their parts.
extension InputLimit {
  package static let document = Self(
    "the document", 64_000_000, because: "the longest novels are 10 MB long",
    advice: "split it into several books")

  package static let folder = Self(
    "the folder's text", 64_000_000, because: "a folder is one book, like a document",
    advice: "split it into several books")

  /// An order file: `SUMMARY.md`, `nav.yml`, `mkdocs.yml`, `book.toml` and similar.
  package static let orderFile = Self(
    "the order file", 1_000_000, because: "10,000 entries fit",
    advice: "list folders in it instead of single documents")

  /// The front matter of a document, including a cast.
  package static let frontMatter = Self(
    "the front matter", 16_000_000, because: "the front matter may contain a cast",
    advice: "move the voices to a cast file, and remove roles that do not speak")

  /// A person's recording of a line.
  package static let recording = Self(
    "the recording", 256_000_000, because: "15 minutes of stereo at 48 kHz and 24 bits fit",
    advice: "save the line as its own file")

  package static let castFile = Self(
    "the cast file", 16_000_000, because: "20,000 roles with long notes fit",
    advice: "remove roles that do not speak in this book")

  /// The number of values in a JSON or YAML file.
  /// The values in the expansion of YAML aliases are included.
  package static let values = Self(
    "the file", 100_000, .values, because: "20,000 roles with voice, aliases and note fit",
    advice: "remove values that are not needed")

  /// The nesting depth of lists and objects in JSON or YAML.
  package static let depth = Self(
    "the file", 512, .levels, because: "no key needs more than 5 levels",
    advice: "remove brackets that are not needed")

  package static let mistakes = Self(
    "the file", 1_000, .mistakes, because: "more mistakes at once are not useful",
    advice: "correct the reported mistakes first")

  /// A string in a JSON or YAML file.
  package static let string = Self(
    "this text", 100_000, because: "a program argument is limited to 131,071 bytes",
    advice: "shorten it")

  /// A title, an author or any other value of a title page.
  package static let title = Self(
    "the title", 10_000, because: "a title is repeated in the tags of every chapter",
    advice: "shorten it")

  package static let voice = Self(
    "the voice", 10_000, because: "a voice is repeated in the manifest at every line",
    advice: "remove settings that are not needed")

  /// A key, the name of a role, the text of a delivery, or a pronunciation.
  package static let name = Self(
    "this name", 1_000, because: "a name is repeated at every line that has it",
    advice: "shorten it")

  package static let cover = Self(
    "the cover", 10_000_000, because: "FLAC has room for 16 MiB (RFC 9639, 8.1)",
    advice: "save it as a smaller JPEG")
}

/// Limits for files of the user and of the program on this machine, and for responses of providers.
extension InputLimit {
  /// The user's `config.json`.
  package static let configuration = Self(
    "the user configuration", 1_000_000, because: "10,000 providers fit",
    advice: "remove providers that are not used")

  /// The user's `providers.json`.
  package static let providerSwitches = Self(
    "the list of enabled providers", 1_000_000, because: "10,000 providers fit",
    advice: "delete the file, then enable or disable providers again")

  package static let keyFile = Self(
    "the key file", 1 << 16, because: "the longest keys have 200 bytes",
    advice: "use a file that contains only the key")

  package static let key = Self(
    "the key", 4_096, because: "the longest keys have 200 bytes",
    advice: "enter only the key")

  /// The `manifest.json` of an output folder.
  package static let manifest = Self(
    "the manifest", 1 << 28, because: "3,000 hours of prose fit, or 500 hours of short lines",
    advice: "build the book again")

  /// Files that builds write and read again: a journal, a part of a shard, captions.
  package static let record = Self(
    "this record of a build", 1 << 28,
    because: "3,000 hours of prose fit, or 500 hours of short lines",
    advice: "delete the file and build again")

  /// A measurement file in the cache folder.
  package static let numbers = Self(
    "this measurement", 4_096,
    because: "a measurement has 100 bytes, the waveform of a line at most 4,000",
    advice: "no action is needed: the program measures the voice again")

  package static let clip = Self(
    "this clip", 1 << 28, because: "an hour and a half of samples fits",
    advice: "no action is needed: the program requests the line again")

  package static let piperDescription = Self(
    "the description of the voice", 1 << 24, because: "the longest description has 24 kB",
    advice: "download the voice again")

  package static let voiceRecord = Self(
    "the record of the voice", 1 << 20, because: "a record of 904 speakers is smaller than 100 kB",
    advice: "install the voice again")

  package static let modelCard = Self(
    "the model card of the voice", 1 << 20, because: "model cards are smaller than 1 kB",
    advice: "check that this is the address of the voice")

  package static let voiceCatalogue = Self(
    "the list of the voices that can be installed", 1 << 24,
    because: "a list of 150 voices is 120 kB long",
    advice: "check that this is the address of the list")

  package static let voiceList = Self(
    "the list of voices", 1 << 23, because: "10,000 voices fit",
    advice: "check that this is the address of the service")

  package static let answer = Self(
    "the answer", 1 << 26, because: "an hour of speech as MP3 fits",
    advice: "check that this is the address of the service")

  /// The HTTP header of a service's response.
  package static let answerHead = Self(
    "the head of the answer", 1 << 18, because: "servers send a few kB",
    advice: "check that this is the address of the service")

  /// The audio that a program returns for a line.
  /// `maximumBytes` of the configuration sets another limit.
  package static let programAnswer = Self(
    "the answer of the program", 1 << 26, because: "20 minutes of samples fit",
    advice: "if the program works correctly, raise maximumBytes")

  /// All limits, in the order of the documentation.
  package static let all: [InputLimit] = [
    document, folder, orderFile, frontMatter, castFile, values, depth, mistakes, string, title,
    voice, name, cover, configuration, providerSwitches, keyFile, key, manifest, record, numbers,
    clip, piperDescription, voiceRecord, modelCard, voiceCatalogue,
    voiceList, answer, answerHead, programAnswer,
  ]
}
