import COgg

/// A page of an Ogg stream.
/// The page points into the memory of the reader or stream that returned it, and is valid until the next page is
/// requested.
struct OggPage {
  fileprivate(set) var page: ogg_page

  init(_ page: ogg_page) {
    self.page = page
  }

  var serialNumber: Int { withUnsafePointer(to: page) { Int(ogg_page_serialno($0)) } }

  var isFirst: Bool { withUnsafePointer(to: page) { ogg_page_bos($0) != 0 } }

  var header: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: page.header, count: page.header_len)
  }

  var body: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: page.body, count: page.body_len)
  }

  /// Sets the page's number and the serial number of its stream, and updates the checksum.
  /// The serial number is in bytes 14 to 17 of the header, the page's number in 18 to 21 (RFC 3533, section 6).
  mutating func renumber(_ number: Int, serialNumber: Int) {
    for index in 0..<4 {
      page.header[14 + index] = UInt8(truncatingIfNeeded: serialNumber >> (8 * index))
      page.header[18 + index] = UInt8(truncatingIfNeeded: number >> (8 * index))
    }
    ogg_page_checksum_set(&page)
  }
}
