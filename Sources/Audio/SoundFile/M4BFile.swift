import Basics
import CAV

/// A book in one file: AAC in MPEG-4 with chapters, joined from stretches that were encoded separately.
package enum M4BFile {
  /// The maximum number of samples of silence, per channel, that a stretch adds after its audio.
  package static let maximumPadding = 2 * AACEncoder.blockFrames - 1

  /// Returns the number of samples per channel that a stretch occupies in a book.
  /// The number covers the audio, silence up to the end of a block of 1,024 samples, and one block of silence. If the
  /// audio already ends with a silent block, the block of silence is left out.
  package static func length(ofStretch path: String) throws(AudioError) -> Int {
    try AACStretch.length(ofFile: path)
  }

  /// Joins stretches into a file.
  /// The same stretches always produce the same file.
  /// The frames are copied unchanged. After an error, an incomplete file may remain.
  /// - Returns: The start of each chapter in samples, followed by the total length.
  package static func write(
    _ chapters: [BookChapter], tags: BookTags, cover: Cover? = nil, to path: String
  ) throws(AudioError) -> [Int] {
    guard let first = chapters.first else { throw .empty(path: path) }
    var starts = [0]
    for chapter in chapters {
      starts.append(starts[starts.count - 1] + (try length(ofStretch: chapter.stretch)))
    }
    let header = try AACStretch(path: first.stretch).header
    let muxer = try M4BMuxer(
      path: path, header: header,
      marks: ChapterMark.marks(chapters, starts: starts), tags: tags, cover: cover)
    for (index, chapter) in chapters.enumerated() {
      var stretch = try AACStretch(path: chapter.stretch)
      guard stretch.header == header else {
        throw .sampleRateMismatch(
          expected: header.sampleRate, found: stretch.header.sampleRate)
      }
      let blocks = (starts[index + 1] - starts[index]) / AACEncoder.blockFrames
      var written = 0
      // The frame after the last block is needed only at the end of the book. At a join, the first frame of the next
      // stretch takes its place.
      let wanted = index == chapters.count - 1 ? blocks + 1 : blocks
      while try stretch.next({ frame throws(AudioError) in
        if written < wanted { try muxer.write(frame) }
        written += 1
      }) {}
    }
    try muxer.finish()
    return starts
  }

  /// The sole owner of libavformat's MPEG-4 writer.
  final class M4BMuxer {
    private let library: AVLibrary
    private let path: String
    private let header: ADTSHeader
    private var context: UnsafeMutablePointer<AVFormatContext>?
    private var packet: UnsafeMutablePointer<AVPacket>?
    /// The position of the next frame, in samples.
    /// The first frame is one block before 0. This frame decodes to silence before the audio. Players skip this
    /// silence.
    private var position = -AACEncoder.blockFrames

    init(
      path: String, header: ADTSHeader, marks: [ChapterMark], tags: BookTags, cover: Cover?
    ) throws(AudioError) {
      library = try AVLibrary(for: "M4B")
      (self.path, self.header) = (path, header)
      let call = library.call
      // The `file:` protocol prevents libavformat from reading a colon in the name as a protocol.
      let url = "file:" + path
      try check(call.avformat_alloc_output_context2(&context, nil, "ipod", url))
      packet = call.av_packet_alloc()
      guard let context else { throw outOfMemory }
      // The library's version is not written, so that a new version does not change files.
      library.place(g2a_AVFormatContext_flags, of: context, as: Int32.self).pointee |=
        AVFMT_FLAG_BITEXACT
      try addSound(language: tags.language)
      if let cover { try addPicture(cover) }
      let metadata = library.place(
        g2a_AVFormatContext_metadata, of: context, as: OpaquePointer?.self)
      for tag in tags.texts {
        if let atom = tag.field.atom { set(&metadata.pointee, atom, tag.text) }
      }
      // This tag (the atom `stik`) marks the file as an audiobook, so that players remember the listening position.
      set(&metadata.pointee, "media_type", "2")
      set(&metadata.pointee, "gapless_playback", "1")
      try addChapters(marks)
      try check(call.avio_open(&context.pointee.pb, url, AVIO_FLAG_WRITE))
      var options: OpaquePointer?
      set(&options, "brand", "M4B ")
      // This option puts the index before the audio, for players that download a book while it plays.
      set(&options, "movflags", "+faststart")
      let status = call.avformat_write_header(context, &options)
      let ignored = call.av_dict_count(options)
      call.av_dict_free(&options)
      try check(status)
      guard ignored == 0 else {
        throw .cannotOpen(
          path: path,
          reason: "libavformat has no option \"brand\" or \"movflags\"; install a newer version")
      }
      if let cover { try write(cover) }
    }

    deinit {
      if let context {
        if context.pointee.pb != nil { _ = library.call.avio_closep(&context.pointee.pb) }
        library.call.avformat_free_context(context)
      }
      library.call.av_packet_free(&packet)
    }

    /// Adds an encoded audio frame.
    func write(_ frame: UnsafeRawBufferPointer) throws(AudioError) {
      try write(
        frame, stream: 0, time: Int64(position), duration: Int64(AACEncoder.blockFrames))
      position += AACEncoder.blockFrames
    }

    /// Writes the index and closes the file.
    func finish() throws(AudioError) {
      guard let context else { return }
      try check(library.call.av_write_trailer(context))
      // If data was lost because the disk is full, only this field reports the loss.
      let failure = library.place(
        g2a_AVIOContext_error, of: context.pointee.pb, as: Int32.self
      ).pointee
      let status = library.call.avio_closep(&context.pointee.pb)
      try check(failure)
      try check(status)
    }

    // MARK: Before the audio

    private func newStream() throws(AudioError) -> UnsafeMutablePointer<AVStream> {
      guard let stream = library.call.avformat_new_stream(context, nil) else { throw outOfMemory }
      return stream
    }

    private var outOfMemory: AudioError { .cannotOpen(path: path, reason: "out of memory") }

    private func addSound(language: String?) throws(AudioError) {
      let stream = try newStream()
      library.set(
        g2a_AVStream_time_base, of: stream,
        to: AVRational(num: 1, den: Int32(header.sampleRate)))
      let codec = try AACCodec(
        sampleRate: header.sampleRate, channels: header.channels, bitrate: nil)
      guard let parameters = library.parameters(of: stream) else { throw outOfMemory }
      try codec.describe(to: parameters)
      // 0 means that the bit rate is unknown, because each stretch can have another bit rate.
      library.set(g2a_AVCodecParameters_bit_rate, of: parameters, to: Int64(0))
      if let language {
        let metadata = library.place(g2a_AVStream_metadata, of: stream, as: OpaquePointer?.self)
        set(&metadata.pointee, "language", language)
      }
    }

    private func addPicture(_ cover: Cover) throws(AudioError) {
      let stream = try newStream()
      guard let parameters = library.parameters(of: stream) else { throw outOfMemory }
      parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      parameters.pointee.codec_id = cover.kind == .png ? AV_CODEC_ID_PNG : AV_CODEC_ID_MJPEG
      library.set(g2a_AVCodecParameters_width, of: parameters, to: Int32(cover.width))
      library.set(g2a_AVCodecParameters_height, of: parameters, to: Int32(cover.height))
      library.set(g2a_AVStream_disposition, of: stream, to: AV_DISPOSITION_ATTACHED_PIC)
    }

    private func write(_ cover: Cover) throws(AudioError) {
      try cover.bytes.withUnsafeBufferPointer { bytes throws(AudioError) in
        try write(UnsafeRawBufferPointer(bytes), stream: 1, time: 0, duration: 0)
      }
    }

    /// Adds the chapters.
    /// libavformat frees the list of chapters with the context, so libavutil must allocate the list.
    private func addChapters(_ marks: [ChapterMark]) throws(AudioError) {
      let call = library.call
      typealias Chapter = UnsafeMutablePointer<AVChapter>?
      guard let context, let list = call.av_mallocz(marks.count * MemoryLayout<Chapter>.stride)
      else {
        throw outOfMemory
      }
      let chapters = list.assumingMemoryBound(to: Chapter.self)
      library.set(g2a_AVFormatContext_chapters, of: context, to: chapters)
      let count = library.place(g2a_AVFormatContext_nb_chapters, of: context, as: UInt32.self)
      for (index, mark) in marks.enumerated() {
        guard let memory = call.av_mallocz(MemoryLayout<AVChapter>.size) else { throw outOfMemory }
        let chapter = memory.assumingMemoryBound(to: AVChapter.self)
        // The time base follows the number: libavformat 58 has it in the upper half of the number's place.
        chapter.pointee.id = Int64(index + 1)
        library.set(
          g2a_AVChapter_time_base, of: chapter,
          to: AVRational(num: 1, den: Int32(header.sampleRate)))
        chapter.pointee.start = Int64(mark.samples.lowerBound)
        chapter.pointee.end = Int64(mark.samples.upperBound)
        set(&chapter.pointee.metadata, "title", mark.title)
        chapters[index] = chapter
        count.pointee += 1
      }
    }

    // MARK: Pieces

    private func write(
      _ bytes: UnsafeRawBufferPointer, stream: Int32, time: Int64, duration: Int64
    ) throws(AudioError) {
      guard let packet else { throw .cannotWrite(path: path, reason: "out of memory") }
      try check(library.call.av_new_packet(packet, Int32(bytes.count)))
      defer { library.call.av_packet_unref(packet) }
      UnsafeMutableRawBufferPointer(start: packet.pointee.data, count: bytes.count)
        .copyMemory(from: bytes)
      packet.pointee.stream_index = stream
      (packet.pointee.pts, packet.pointee.dts, packet.pointee.duration) = (time, time, duration)
      packet.pointee.flags |= AV_PKT_FLAG_KEY
      try check(library.call.av_write_frame(context, packet))
    }

    private func set(_ dictionary: inout OpaquePointer?, _ key: String, _ value: String) {
      _ = library.call.av_dict_set(&dictionary, key, value, 0)
    }

    private func check(_ status: Int32) throws(AudioError) {
      guard status < 0 else { return }
      throw .writing(path, SystemError(-status), words: library.reason(status))
    }
  }
}
