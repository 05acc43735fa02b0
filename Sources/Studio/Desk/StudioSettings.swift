public import Audiobook
public import Hablare

/// What a studio is opened with.
public struct StudioSettings: Sendable {
  /// The book, with its input, its cast file, its options and its voices.
  public var book: Book
  /// The folder that the render button builds into.
  public var folder: String
  /// The most that speech may cost while the studio is open, in the currency of the prices; nil for no limit.
  public var maximumCost: Double?
  /// A private folder for sounds in the making.
  public var temporaryFolder: String
  /// The program and its version.
  public var program: String
  /// Where voices are installed from.
  public var hub: VoiceHub

  /// Makes settings.
  public init(
    book: Book, folder: String, maximumCost: Double? = nil, temporaryFolder: String,
    program: String, hub: VoiceHub = VoiceHub()
  ) {
    (self.book, self.folder, self.maximumCost) = (book, folder, maximumCost)
    (self.temporaryFolder, self.program, self.hub) = (temporaryFolder, program, hub)
  }

  /// The cast file that the studio changes.
  var castPath: String {
    switch book.cast {
    case .file(let path), .contents(_, let path): path
    case .beside, .cast: book.input.castFile
    }
  }
}
