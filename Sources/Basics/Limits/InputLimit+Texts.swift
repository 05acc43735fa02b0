/// Limits for the files that people write for a book, and for their parts.
extension InputLimit {
  /// A script or a document.
  public static let document = Self(
    "the document", 64_000_000, because: "the longest novels are 10 MB long",
    advice: "split it into several books")

  /// All documents of a folder.
  public static let folder = Self(
    "the folder's text", 64_000_000, because: "a folder is one book, like a document",
    advice: "split it into several books")

  /// An order file: `SUMMARY.md`, `nav.yml`, `mkdocs.yml`, `book.toml` and similar.
  public static let orderFile = Self(
    "the order file", 1_000_000, because: "10,000 entries fit",
    advice: "list folders in it instead of single documents")

  /// The front matter of a document, including a cast.
  public static let frontMatter = Self(
    "the front matter", 16_000_000, because: "the front matter may contain a cast",
    advice: "move the voices to a cast file, and remove roles that do not speak")

  /// A cast file.
  public static let castFile = Self(
    "the cast file", 16_000_000, because: "20,000 roles with long notes fit",
    advice: "remove roles that do not speak in this book")

  /// The number of values in a JSON or YAML file.
  ///
  /// The values in the expansion of YAML aliases are included.
  public static let values = Self(
    "the file", 100_000, .values, because: "20,000 roles with voice, aliases and note fit",
    advice: "remove values that are not needed")

  /// The nesting depth of lists and objects in JSON or YAML.
  public static let depth = Self(
    "the file", 512, .levels, because: "no key needs more than 5 levels",
    advice: "remove brackets that are not needed")

  /// The number of mistakes that are reported for one file.
  public static let mistakes = Self(
    "the file", 1_000, .mistakes, because: "more mistakes at once are not useful",
    advice: "correct the reported mistakes first")

  /// A string in a JSON or YAML file.
  public static let string = Self(
    "this text", 100_000, because: "a program argument is limited to 131,071 bytes",
    advice: "shorten it")

  /// A title, an author or any other value of a title page.
  public static let title = Self(
    "the title", 10_000, because: "a title is repeated in the tags of every chapter",
    advice: "shorten it")

  /// A voice of the cast.
  public static let voice = Self(
    "the voice", 10_000, because: "a voice is repeated in the manifest at every line",
    advice: "remove settings that are not needed")

  /// A key, the name of a role, the text of a delivery, or a pronunciation.
  public static let name = Self(
    "this name", 1_000, because: "a name is repeated at every line that has it",
    advice: "shorten it")

  /// The picture of a cover.
  public static let cover = Self(
    "the cover", 10_000_000, because: "FLAC has room for 16 MiB (RFC 9639, 8.1)",
    advice: "save it as a smaller JPEG")
}
