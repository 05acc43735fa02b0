/// What people write for a book, and what stands in it.
extension InputLimit {
  /// A script or a document.
  public static let document = Self(
    "the document", 64_000_000, because: "the longest novels have 10 MB",
    advice: "make several books of it")

  /// All documents of a folder.
  public static let folder = Self(
    "the folder's text", 64_000_000, because: "a folder is one book, as a document is",
    advice: "make several books of it")

  /// `SUMMARY.md`, `nav.yml`, `mkdocs.yml`, `book.toml` and their like.
  public static let orderFile = Self(
    "the order file", 1_000_000, because: "10,000 entries fit",
    advice: "name folders in it, not every document")

  /// The front matter of a document, with the cast in it.
  public static let frontMatter = Self(
    "the front matter", 16_000_000, because: "it may hold a cast",
    advice: "move what it says of voices to a cast file, and leave out roles that do not speak")

  /// A cast file.
  public static let castFile = Self(
    "the cast file", 16_000_000, because: "20,000 roles with long notes fit",
    advice: "leave out roles that do not speak in this book")

  /// The values of a file in JSON or YAML; what aliases of YAML stand for counts.
  public static let values = Self(
    "the file", 100_000, .values, because: "20,000 roles with voice, aliases and note fit",
    advice: "leave out what is not needed")

  /// Lists and objects within each other, in JSON or YAML.
  public static let depth = Self(
    "the file", 512, .levels, because: "no key needs more than 5",
    advice: "take out brackets that are not needed")

  /// The mistakes that are reported of one file.
  public static let mistakes = Self(
    "the file", 1_000, .mistakes, because: "nobody reads more at once",
    advice: "correct these first")

  /// A string of a file in JSON or YAML.
  public static let string = Self(
    "this text", 100_000, because: "an argument of a program has no more than 131,071",
    advice: "shorten it")

  /// A title, an author or any other value of a title page.
  public static let title = Self(
    "the title", 10_000, because: "a title is repeated in the tags of every chapter",
    advice: "shorten it")

  /// A voice of the cast.
  public static let voice = Self(
    "the voice", 10_000, because: "a voice is repeated in the manifest at every line",
    advice: "take out settings that are not needed")

  /// A key, the name of a role, words of a delivery, a pronunciation.
  public static let name = Self(
    "this name", 1_000, because: "a name is repeated at every line that has it",
    advice: "shorten it")

  /// The picture of a cover.
  public static let cover = Self(
    "the cover", 10_000_000, because: "FLAC has room for 16 MiB (RFC 9639, 8.1)",
    advice: "save it as a smaller JPEG")
}
