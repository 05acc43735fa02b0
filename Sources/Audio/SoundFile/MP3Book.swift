import Basics

/// A book in one MP3 file, joined from stretches that were encoded separately.
/// All audio frames are copied unchanged. One header for the whole book replaces the headers of the stretches. Each
/// stretch is independent of the stretch before it, because the bit reservoir does not cross a join.
/// Each stretch begins with the same number of extra samples from the encoder. Players that read the header skip this
/// number of samples once, at the start of the book. So the audio of each chapter starts exactly where the frames of
/// the earlier chapters end, and a chapter occupies all of its frames.
package enum MP3Book {
  /// Returns the number of samples per channel that a stretch occupies in a book: 1,152 for each frame, or 576 at
  /// sample rates below 32 kHz.
  /// The result is longer than the audio of the stretch by up to three frames.
  package static func length(ofStretch path: String) throws(AudioError) -> Int {
    let header = try MP3Stretch(path: path).header
    return header.frames * header.frame.samples
  }

  /// Joins stretches into a file.
  /// The same stretches always produce the same file.
  /// The chapters are in an ID3v2.4 tag, with times in milliseconds. After an error, an incomplete file may remain.
  /// - Returns: The start of each chapter in samples, followed by the total length.
  package static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    guard let first = chapters.first else { throw .empty(path: path) }
    var header = try MP3Stretch(path: first.stretch).header
    var starts = [0]
    header.frames = 0
    for chapter in chapters {
      let stretch = try MP3Stretch(path: chapter.stretch)
      guard stretch.header.fits(header) else {
        throw stretch.malformed("its audio format differs from the first chapter's")
      }
      header.frames += stretch.header.frames
      header.padding = stretch.header.padding
      starts.append(header.frames * header.frame.samples)
    }
    starts[chapters.count] = header.samples
    let marks = ChapterMark.marks(chapters, starts: starts)
    let tag = try ID3BookTag.bytes(
      tags, cover: cover, chapters: marks.map { self.mark($0, header.frame.sampleRate) }, for: path)
    try write(chapters, header, tag, to: path)
    return starts
  }

  private static func mark(_ mark: ChapterMark, _ sampleRate: Int) -> ID3BookTag.Chapter {
    func milliseconds(_ samples: Int) -> Int { (samples * 1000 + sampleRate / 2) / sampleRate }
    return ID3BookTag.Chapter(
      title: mark.title, start: milliseconds(mark.samples.lowerBound),
      end: milliseconds(mark.samples.upperBound))
  }

  private static func write(
    _ chapters: [BookChapter], _ header: LAMEHeader, _ tag: [UInt8], to path: String
  ) throws(AudioError) {
    var output = try FileOutput(creating: path)
    try output.write(tag)
    let start = output.length
    // These bytes reserve space for the header, which is written at the end.
    try output.write([UInt8](repeating: 0, count: header.frame.length))
    var (frames, checksum) = (0, UInt16(0))
    var places: [Int64] = []
    for chapter in chapters {
      var stretch = try MP3Stretch(path: chapter.stretch)
      while try stretch.next({ frame throws(AudioError) in
        while places.count < 100, places.count * header.frames <= frames * 100 {
          places.append(output.length - start)
        }
        checksum = Checksum.lame(frame, after: checksum)
        frames += 1
        try output.write(frame)
      }) {}
    }
    let length = output.length - start
    // If the book has fewer than 100 frames, the remaining positions are the end of the book.
    while places.count < 100 { places.append(length) }
    try output.finish(
      putting: header.bytes(places: places, bytes: length, checksum: checksum), at: start)
  }

  /// The frames of an MP3 stretch, in order.
  struct MP3Stretch: ~Copyable {
    /// The header before the audio.
    let header: LAMEHeader
    private var window: ByteWindow
    /// The number of audio frames that `next(_:)` has passed to its callers so far.
    private var given = 0

    init(path: String) throws(AudioError) {
      var window = try ByteWindow(path: path)
      let tag = ID3Tag.length(header: window.first(try window.fill(ID3Tag.headerSize)))
      guard try window.fill(tag + MPEGFrame.headerLength) >= tag + MPEGFrame.headerLength else {
        throw window.source.malformed("it contains no audio")
      }
      window.skip(tag)
      guard let first = MPEGFrame(window.first(MPEGFrame.headerLength)),
        try window.fill(first.length) >= first.length,
        let header = LAMEHeader(window.first(first.length)), header.samples >= 0
      else { throw window.source.malformed("it does not begin with LAME's header") }
      window.skip(first.length)
      self.header = header
      self.window = window
    }

    /// Passes the next frame to `body`.
    /// Returns false after the last frame.
    mutating func next(
      _ body: (UnsafeRawBufferPointer) throws(AudioError) -> Void
    ) throws(AudioError) -> Bool {
      guard try window.fill(MPEGFrame.headerLength) > 0 else {
        guard given == header.frames else {
          throw window.source.malformed("it has \(given) frames instead of \(header.frames)")
        }
        return false
      }
      guard let frame = MPEGFrame(window.first(MPEGFrame.headerLength)),
        frame.fits(header.frame)
      else { throw window.source.malformed("one of its frames is not MP3") }
      guard try window.fill(frame.length) >= frame.length else {
        throw window.source.malformed("it ends within a frame")
      }
      // The first frame of a chapter must not need data from the chapter before.
      let head = window.first(MPEGFrame.headerLength + frame.sideLength)
      guard given > 0 || frame.standsAlone(head) else {
        throw window.source.malformed("its first frame depends on an earlier frame")
      }
      try window.bytes { bytes throws(AudioError) in
        try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<frame.length])))
      }
      window.skip(frame.length)
      given += 1
      return true
    }

    func malformed(_ reason: String) -> AudioError { window.source.malformed(reason) }
  }
}

/// The frame before the audio of an MP3 file.
/// It contains the length of the audio, positions for seeking, and the number of samples that the encoder added at both
/// ends. LAME writes this header in place of the frame's main data. Sources: "Xing VBR header" (Xing Technology's SDK)
/// and "MP3 Info Tag revision 1" (gabriel.mp3-tech.org).
struct LAMEHeader {
  let frame: MPEGFrame
  /// The number of audio frames.
  var frames: Int
  /// The number of samples that the encoder added before the audio.
  let delay: Int
  /// The number of samples that the encoder added after the audio.
  var padding: Int
  /// The bytes of the frame as the encoder wrote them.
  private let original: [UInt8]

  /// The position of LAME's part, in bytes from the start of the name `Xing` or `Info`.
  /// LAME's part follows the name, flags for the existing fields, the numbers of frames and bytes, a table of 100
  /// positions, and a quality.
  private static let lamePlace = 4 + 4 + 4 + 4 + 100 + 4
  private static let lameLength = 36
  private static let allFields: [UInt8] = [0, 0, 0, 15]

  private var place: Int { MPEGFrame.headerLength + frame.sideLength }

  /// Reads the first frame of a file.
  /// Returns nil if the frame is not a LAME header.
  init?(_ bytes: [UInt8]) {
    guard let frame = MPEGFrame(bytes), bytes.count == frame.length else { return nil }
    let place = MPEGFrame.headerLength + frame.sideLength
    guard frame.length >= place + Self.lamePlace + Self.lameLength else { return nil }
    let name = bytes[place..<place + 4]
    guard name.elementsEqual("Xing".utf8) || name.elementsEqual("Info".utf8),
      Array(bytes[place + 4..<place + 8]) == Self.allFields
    else { return nil }
    let gaps = bytes[(place + Self.lamePlace + 21)...].prefix(3).map(Int.init)
    (self.frame, original) = (frame, bytes)
    frames = bytes[(place + 8)...].prefix(4).reduce(0) { $0 << 8 | Int($1) }
    delay = gaps[0] << 4 | gaps[1] >> 4
    padding = (gaps[1] & 15) << 8 | gaps[2]
  }

  /// Returns whether stretches with these two headers can be joined: the headers must have the same audio format, the
  /// same kind of bit rate and the same number of samples before the audio.
  func fits(_ other: LAMEHeader) -> Bool {
    let kind = place..<place + 4
    return frame.fits(other.frame) && frame.isMPEG1 == other.frame.isMPEG1 && place == other.place
      && delay == other.delay
      && original[kind] == other.original[kind]
  }

  /// The number of samples of audio.
  var samples: Int { frames * frame.samples - delay - padding }

  /// Returns the frame for a whole book.
  /// `places` are 100 positions at equal distances in time, in bytes from the start of this frame. `bytes` is the
  /// length of the file from this frame on. `checksum` is the checksum of all other frames.
  /// The name and the settings of the encoder stay. Values that were measured only on the first chapter (the peak, and
  /// gains derived from it) are removed. If the file is larger than 4 GB, its length and the positions are left out.
  func bytes(places: [Int64], bytes length: Int64, checksum: UInt16) -> [UInt8] {
    let lame = place + Self.lamePlace
    var fields = Array(original[place..<place + 4])
    let isShort = length <= Int64(UInt32.max)
    fields += isShort ? Self.allFields : [0, 0, 0, 9]
    fields += ByteOrder.big(UInt32(clamping: frames))
    if isShort {
      fields += ByteOrder.big(UInt32(clamping: length))
      fields += places.map { UInt8(clamping: $0 * 256 / max(1, length)) }
    }
    fields += original[lame - 4..<lame]
    // Version, method and lowpass stay. The peak and two gains become zero. Flags and bit rate stay.
    fields += original[lame..<lame + 11] + [UInt8](repeating: 0, count: 8)
    fields += original[lame + 19..<lame + 21]
    fields += [
      UInt8(delay >> 4 & 0xFF), UInt8((delay & 15) << 4 | padding >> 8 & 15), UInt8(padding & 0xFF),
    ]
    // Noise shaping and similar settings, the MP3 gain and the preset stay.
    fields += original[lame + 24..<lame + 28]
    fields += ByteOrder.big(UInt32(clamping: length)) + ByteOrder.big(checksum)
    var frame = original[..<place] + fields
    frame += ByteOrder.big(Checksum.lame(frame))
    frame += [UInt8](repeating: 0, count: max(0, original.count - frame.count))
    return Array(frame)
  }
}

/// The ID3v2.4 tag of a book (id3.org, "ID3 tag version 2.4.0" and "ID3v2 Chapter Frame Addendum").
enum ID3BookTag {
  /// The title of a chapter and its times in milliseconds.
  struct Chapter {
    var title: String
    var start: Int
    var end: Int
  }

  /// Returns the whole tag.
  /// `path` is the path of the file, for errors.
  static func bytes(
    _ tags: BookTags, cover: Cover?, chapters: [Chapter], for path: String
  ) throws(AudioError) -> [UInt8] {
    // This check must come before lengths are encoded, because a length of 256 MB or more cannot be encoded.
    let size =
      chapters.count * 256 + tags.texts.reduce(cover?.bytes.count ?? 0) { $0 + $1.text.utf8.count }
    guard size < ID3Tag.sizeLimit - (1 << 20) else {
      throw .cannotWrite(
        path: path, reason: "the cover, tags and chapter list exceed 255 MB; use a smaller cover")
    }
    var frames = tags.texts.flatMap(ID3Tag.frame)
    if let cover { frames += picture(cover) }
    frames += contents(chapters.count)
    for (index, chapter) in chapters.enumerated() { frames += self.chapter(index, chapter) }
    return ID3Tag.whole(frames)
  }

  /// Returns an attached picture of the type "front cover", without a description (section 4.14).
  private static func picture(_ cover: Cover) -> [UInt8] {
    ID3Tag.frame(
      "APIC", [ID3Tag.utf8] + Array(cover.kind.mimeType.utf8) + [0, 3, 0] + cover.bytes)
  }

  // MARK: Chapters

  /// The maximum number of entries in a table of contents.
  /// The table counts its entries in one byte (addendum, 3.2).
  /// A longer list of chapters becomes a table of tables.
  private static let tableSize = 255

  /// Returns the tables of contents for a number of chapters: one table, or one table of tables.
  private static func contents(_ count: Int) -> [UInt8] {
    let chapters = (0..<count).map(identifier)
    guard count > tableSize else {
      return count == 0 ? [] : table("toc", chapters, isTop: true)
    }
    let parts = stride(from: 0, to: count, by: tableSize).map {
      chapters[$0..<min(count, $0 + tableSize)]
    }
    let names = parts.indices.map { "toc\($0 + 1)" }
    // A table of tables has space for 65,025 chapters. Further chapters are not in a table, but their frames are
    // written.
    return table("toc", names.prefix(tableSize), isTop: true)
      + zip(names, parts).prefix(tableSize).flatMap { table($0, $1, isTop: false) }
  }

  private static func table(
    _ name: String, _ children: some Collection<String>, isTop: Bool
  ) -> [UInt8] {
    let (ordered, top): (UInt8, UInt8) = (1, 2)
    return ID3Tag.frame(
      "CTOC",
      Array(name.utf8) + [0, ordered | (isTop ? top : 0), UInt8(children.count)]
        + children.flatMap { Array($0.utf8) + [0] })
  }

  /// Returns the frame of a chapter.
  /// Times are in milliseconds. All bits of the byte positions are set. This means that the byte positions are not used
  /// (addendum, 3.1).
  private static func chapter(_ index: Int, _ chapter: Chapter) -> [UInt8] {
    ID3Tag.frame(
      "CHAP",
      Array(identifier(index).utf8) + [0] + ByteOrder.big(UInt32(clamping: chapter.start))
        + ByteOrder.big(UInt32(clamping: chapter.end)) + [UInt8](repeating: 0xFF, count: 8)
        + ID3Tag.frame("TIT2", text: shown(chapter.title)))
  }

  /// The maximum length of a chapter title in bytes.
  /// ffmpeg reads the length of a frame within a chapter as a plain number. This length includes one byte before the
  /// text. If the length is 128 or more, ffmpeg finds no chapters (measured, 5.1.9).
  private static let longestTitle = 126

  /// Returns a title, shortened if it is too long.
  private static func shown(_ title: String) -> String {
    guard title.utf8.count > longestTitle else { return title }
    let mark = "…"
    var cut = title.prefix(longestTitle)
    while cut.utf8.count + mark.utf8.count > longestTitle { cut = cut.dropLast() }
    return cut + mark
  }

  private static func identifier(_ index: Int) -> String { "ch\(index)" }
}

/// The data after the header of a frame.
extension MPEGFrame {
  /// The number of bytes between the header and the main data, including the checksum.
  var sideLength: Int {
    let side = isMPEG1 ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
    return side + (hasChecksum ? 2 : 0)
  }

  /// Returns whether the main data begin in the frame itself, not in earlier frames.
  /// The field is `main_data_begin` of ISO 11172-3, 2.4.2.7: nine bits after the header, or eight at the lower sample
  /// rates.
  func standsAlone(_ frame: some Collection<UInt8>) -> Bool {
    let side = Array(frame.dropFirst(Self.headerLength + (hasChecksum ? 2 : 0)).prefix(2))
    guard side.count == 2 else { return false }
    return side[0] == 0 && (!isMPEG1 || side[1] & 0x80 == 0)
  }
}
