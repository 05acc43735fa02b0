/// How a long document is cut into parts, each of which has a tree of its own.
struct MarkdownSizes {
  /// Up to this length, in bytes, a document is parsed whole: its tree, ten to twenty times as large,
  /// does no harm.
  var whole = 1 << 20
  /// How long a part is at least; longer ones would only take memory.
  var part = 256 << 10
  /// How long the labels of the document may be together, for all of them are told to every part.
  var labels = 256 << 10
  /// How many times as long as what it is told a part is at least: so that is read in little time.
  var share = 8
}
