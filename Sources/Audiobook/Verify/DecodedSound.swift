import Audio

/// A sound file that is decoded to be listened to: a chapter's, or a book's.
enum DecodedSound: ~Copyable {
  case chapter(SoundFileReader)
  case book(BookFileReader)

  /// Opens a file of a finished folder.
  init(_ file: borrowing InputFile, _ entry: VerifyPlan.Entry) throws(AudioError) {
    self =
      entry.book == nil
      ? .chapter(try SoundFileReader(descriptor: file.descriptor, name: entry.name))
      : .book(try BookFileReader(descriptor: file.descriptor, name: entry.name))
  }

  /// What the file says of itself.
  var info: SoundFileInfo {
    switch self {
    case .chapter(let reader): reader.info
    case .book(let reader): reader.info
    }
  }

  /// Decodes the next frames into a block, interleaved, and gives their number; 0 at the end.
  mutating func read(into block: inout [Float]) throws(AudioError) -> Int {
    switch consume self {
    case .chapter(var reader):
      let frames = Result { () throws(AudioError) in try reader.read(into: &block) }
      self = .chapter(reader)
      return try frames.get()
    case .book(let reader):
      self = .book(reader)
      return try reader.read(into: &block)
    }
  }
}
