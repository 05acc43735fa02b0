import Audio

extension BookCover {
  /// The picture; a drawn one is taken from the folder where it lies there already.
  func picture(in folder: OutputFolder) throws(RenderError) -> Cover {
    switch content {
    case .file(let picture): return picture
    case .drawn(let words, let look):
      if let bytes = try folder.contents(of: fileName, madeOf: look), let picture = Cover(bytes) {
        return picture
      }
      do throws(AudioError) { return try words.drawn() } catch { throw .audio(error) }
    }
  }
}
