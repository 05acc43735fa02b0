package import Audiobook
package import Hablare

/// The settings of a studio.
package struct StudioSettings: Sendable {
  /// The book, with its input, its cast file, its options and its voices.
  package var book: Book
  /// The folder that the Render button writes to.
  package var folder: String
  /// The maximum cost of speech while the studio is open, in the currency of the prices; nil for no limit.
  package var maximumCost: Double?
  /// A private folder for temporary files.
  package var temporaryFolder: String
  /// The name and the version of the program.
  package var program: String
  /// The service that voices are downloaded from.
  package var hub: VoiceHub
  /// Whether the script is a copy that the studio has made, which the author does not know by its path.
  var isCopy = false

  /// Creates settings.
  package init(
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
