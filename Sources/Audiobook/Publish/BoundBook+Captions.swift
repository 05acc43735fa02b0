extension BoundBook {
  /// The captions of the first book in one file; none where a chapter has none.
  func publishCaptions(
    in folder: OutputFolder
  ) throws(RenderError) -> [(record: FileRecord, isNew: Bool)] {
    guard chapters.allSatisfy({ $0.captions.count == book.captions.count }) else { return [] }
    var published: [(record: FileRecord, isNew: Bool)] = []
    for (place, format) in book.captions.enumerated() {
      let name = BookFile.name(title: book.title, format.fileExtension)
      let written = try folder.publish(name) { output throws(RenderError) in
        var captions = BookCaptions(format)
        try output(Array(captions.head.utf8))
        var samples = 0
        for chapter in chapters {
          let start = milliseconds(samples)
          samples += chapter.record.stretch ?? chapter.record.samples
          let path = folder.path(of: chapter.captions[place].file)
          guard let bytes = try FileSystem.contents(of: path) else {
            throw .output(path: path, reason: "it is gone; run the build again")
          }
          let text = captions.chapter(
            String(decoding: bytes, as: UTF8.self), start: start,
            end: milliseconds(samples))
          try output(Array(text.utf8))
        }
      }
      published.append(written)
    }
    return published
  }

  private func milliseconds(_ samples: Int) -> Int {
    CaptionCue.milliseconds(book.samples(ofBook: samples), at: book.sampleRate)
  }
}
