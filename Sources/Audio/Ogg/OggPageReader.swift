import COgg

/// The sole owner of libogg's reading state, which turns the bytes of a file into pages.
struct OggPageReader: ~Copyable {
  private let state: UnsafeMutablePointer<ogg_sync_state>

  /// Starts reading at the beginning of the file.
  init(_ source: borrowing FileSource) throws(AudioError) {
    state = .allocate(capacity: 1)
    ogg_sync_init(state)
    try source.rewind()
  }

  deinit {
    ogg_sync_clear(state)
    state.deallocate()
  }

  /// Returns the next page, or nil at the end of the file.
  /// Throws if there is data between pages or a checksum is wrong.
  func next(from source: borrowing FileSource) throws(AudioError) -> OggPage? {
    var page = ogg_page()
    while true {
      let status = ogg_sync_pageout(state, &page)
      if status == 1 { return OggPage(page) }
      guard status == 0 else { throw source.malformed("an Ogg page is damaged") }
      guard let buffer = ogg_sync_buffer(state, FileSource.blockSize) else {
        preconditionFailure("libogg is out of memory")
      }
      let count = try source.read(
        into: UnsafeMutableRawBufferPointer(start: buffer, count: FileSource.blockSize))
      ogg_sync_wrote(state, count)
      if count == 0 {
        let unread = state.pointee.fill - state.pointee.returned
        guard unread == 0 else { throw source.malformed("it ends within an Ogg page") }
        return nil
      }
    }
  }
}
