/// What a user or the program itself keeps on this machine, and what providers answer.
extension InputLimit {
  /// `config.json` of the user.
  public static let configuration = Self(
    "the user configuration", 1_000_000, because: "10,000 providers fit",
    advice: "leave out providers that are not used")

  /// `providers.json` of the user.
  public static let providerSwitches = Self(
    "the list of enabled providers", 1_000_000, because: "10,000 providers fit",
    advice: "remove the file, and enable or disable providers again")

  /// A file that holds a key.
  public static let keyFile = Self(
    "the key file", 1 << 16, because: "the longest keys have 200 bytes",
    advice: "name a file that holds nothing but the key")

  /// A key, from any place.
  public static let key = Self(
    "the key", 4_096, because: "the longest keys have 200 bytes",
    advice: "give the key and nothing else")

  /// `manifest.json` of an output folder.
  public static let manifest = Self(
    "the manifest", 1 << 28, because: "3,000 hours of speech have less",
    advice: "build the book again")

  /// A journal, a part of a share, captions: what builds leave and read again.
  public static let record = Self(
    "this record of a build", 1 << 28, because: "3,000 hours of speech have less",
    advice: "remove it and build again")

  /// A file of numbers in the cache folder.
  public static let numbers = Self(
    "this measurement", 4_096, because: "the program writes 100 bytes",
    advice: "the program measures again")

  /// A clip in the cache.
  public static let clip = Self(
    "this clip", 1 << 28, because: "an hour and a half of samples fit",
    advice: "the program asks for the line again")

  /// The description of a Piper voice.
  public static let piperDescription = Self(
    "the description of the voice", 1 << 24, because: "the longest has 24 kB",
    advice: "download the voice again")

  /// The record of an installed voice.
  public static let voiceRecord = Self(
    "the record of the voice", 1 << 20, because: "904 speakers have less than 100 kB",
    advice: "install the voice again")

  /// The model card of a voice.
  public static let modelCard = Self(
    "the model card of the voice", 1 << 20, because: "cards have less than 1 kB",
    advice: "see whether the address is that of the voice")

  /// The list of the voices that can be installed.
  public static let voiceCatalogue = Self(
    "the list of the voices that can be installed", 1 << 24, because: "150 voices have 120 kB",
    advice: "see whether the address is that of the list")

  /// A list of voices from a service.
  public static let voiceList = Self(
    "the list of voices", 1 << 23, because: "10,000 voices fit",
    advice: "see whether the address is that of the service")

  /// Sound from a service.
  public static let answer = Self(
    "the answer", 1 << 26, because: "an hour of speech as MP3 fits",
    advice: "see whether the address is that of the service")

  /// The head of an answer from a service.
  public static let answerHead = Self(
    "the head of the answer", 1 << 18, because: "servers send some kB",
    advice: "see whether the address is that of the service")

  /// The sound of a line from a program (`maximumBytes` of the configuration sets another limit).
  public static let programAnswer = Self(
    "the answer of the program", 1 << 26, because: "20 minutes of samples fit",
    advice: "raise maximumBytes if the program is right")

  /// What a program prints when it is asked for its version.
  public static let programText = Self(
    "the answer of the program", 1 << 20, because: "a version is a line",
    advice: "see whether the program is the right one")

  /// Every limit, in the order of the documentation.
  public static let all: [InputLimit] = [
    document, folder, orderFile, frontMatter, castFile, values, depth, mistakes, string, title,
    voice, name, cover, configuration, providerSwitches, keyFile, key, manifest, record, numbers,
    clip, piperDescription, voiceRecord, modelCard, voiceCatalogue,
    voiceList, answer, answerHead, programAnswer, programText,
  ]
}
