/// Limits for files of the user and of the program on this machine, and for responses of providers.
extension InputLimit {
  /// The user's `config.json`.
  public static let configuration = Self(
    "the user configuration", 1_000_000, because: "10,000 providers fit",
    advice: "remove providers that are not used")

  /// The user's `providers.json`.
  public static let providerSwitches = Self(
    "the list of enabled providers", 1_000_000, because: "10,000 providers fit",
    advice: "delete the file, then enable or disable providers again")

  /// A file that contains a key.
  public static let keyFile = Self(
    "the key file", 1 << 16, because: "the longest keys have 200 bytes",
    advice: "use a file that contains only the key")

  /// A key from any source.
  public static let key = Self(
    "the key", 4_096, because: "the longest keys have 200 bytes",
    advice: "enter only the key")

  /// The `manifest.json` of an output folder.
  public static let manifest = Self(
    "the manifest", 1 << 28, because: "3,000 hours of speech need less",
    advice: "build the book again")

  /// Files that builds write and read again: a journal, a part of a shard, captions.
  public static let record = Self(
    "this record of a build", 1 << 28, because: "3,000 hours of speech need less",
    advice: "delete the file and build again")

  /// A measurement file in the cache folder.
  public static let numbers = Self(
    "this measurement", 4_096, because: "a measurement has 100 bytes",
    advice: "no action is needed: the program measures the voice again")

  /// A clip in the cache.
  public static let clip = Self(
    "this clip", 1 << 28, because: "an hour and a half of samples fits",
    advice: "no action is needed: the program requests the line again")

  /// The description of a Piper voice.
  public static let piperDescription = Self(
    "the description of the voice", 1 << 24, because: "the longest description has 24 kB",
    advice: "download the voice again")

  /// The record of an installed voice.
  public static let voiceRecord = Self(
    "the record of the voice", 1 << 20, because: "a record of 904 speakers is smaller than 100 kB",
    advice: "install the voice again")

  /// The model card of a voice.
  public static let modelCard = Self(
    "the model card of the voice", 1 << 20, because: "model cards are smaller than 1 kB",
    advice: "check that this is the address of the voice")

  /// The list of voices that can be installed.
  public static let voiceCatalogue = Self(
    "the list of the voices that can be installed", 1 << 24,
    because: "a list of 150 voices is 120 kB long",
    advice: "check that this is the address of the list")

  /// A list of voices from a service.
  public static let voiceList = Self(
    "the list of voices", 1 << 23, because: "10,000 voices fit",
    advice: "check that this is the address of the service")

  /// Audio from a service.
  public static let answer = Self(
    "the answer", 1 << 26, because: "an hour of speech as MP3 fits",
    advice: "check that this is the address of the service")

  /// The HTTP header of a service's response.
  public static let answerHead = Self(
    "the head of the answer", 1 << 18, because: "servers send a few kB",
    advice: "check that this is the address of the service")

  /// The audio that a program returns for a line.
  ///
  /// `maximumBytes` of the configuration sets another limit.
  public static let programAnswer = Self(
    "the answer of the program", 1 << 26, because: "20 minutes of samples fit",
    advice: "if the program works correctly, raise maximumBytes")

  /// All limits, in the order of the documentation.
  public static let all: [InputLimit] = [
    document, folder, orderFile, frontMatter, castFile, values, depth, mistakes, string, title,
    voice, name, cover, configuration, providerSwitches, keyFile, key, manifest, record, numbers,
    clip, piperDescription, voiceRecord, modelCard, voiceCatalogue,
    voiceList, answer, answerHead, programAnswer,
  ]
}
