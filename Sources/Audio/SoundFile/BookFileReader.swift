import CAV

/// Reads a book in one MPEG-4 file, a format that libsndfile does not support.
/// `@unchecked Sendable`: no other object uses the decoder or its file, and any thread can use them.
package final class BookFileReader: @unchecked Sendable {
  /// The description in the file's header.
  package let info: SoundFileInfo

  private let library: AVLibrary
  private let name: String
  private var input: UnsafeMutablePointer<AVFormatContext>?
  private var decoder: UnsafeMutablePointer<AVCodecContext>?
  private var packet: UnsafeMutablePointer<AVPacket>?
  private var frame: UnsafeMutablePointer<AVFrame>?
  private var stream: Int32 = 0
  /// Decoded samples that were not returned yet, interleaved.
  private var pending: ArraySlice<Float> = []

  /// Whether the first bytes of a file are those of MPEG-4. libavformat also opens playlists, which name other files, so
  /// no other file must reach it.
  package static func isMPEG4(_ head: some Collection<UInt8>) -> Bool {
    head.count >= 8 && head.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8)
  }

  /// Reads the rest of the file as one channel, the mean of all channels.
  package func readAll() throws(AudioError) -> PCM {
    let channels = info.channels
    var (samples, block) = ([Int16](), [Float](repeating: 0, count: 16_384 * channels))
    while true {
      let frames = try read(into: &block)
      guard frames > 0 else { return PCM(samples: samples, sampleRate: info.sampleRate) }
      for frame in 0..<frames {
        let sum = block[frame * channels..<(frame + 1) * channels].reduce(0, +)
        samples.append(PCM.sample(sum / Float(channels)))
      }
    }
  }

  /// Opens the file of a descriptor.
  /// The caller must close the descriptor.
  /// `name` replaces the path in errors.
  package init(descriptor: Int32, name: String) throws(AudioError) {
    let library = try AVLibrary(for: "reading M4B")
    (self.library, self.name) = (library, name)
    let call = library.call
    // This call opens the descriptor, not a path, so that the opened file is the file that the caller checked.
    var status = call.avformat_open_input(&input, "file:/proc/self/fd/\(descriptor)", nil, nil)
    if status >= 0 { status = call.avformat_find_stream_info(input, nil) }
    guard status >= 0, let input else {
      call.avformat_close_input(&input)
      throw .cannotOpen(path: name, reason: library.reason(status))
    }
    let streams = (0..<Int(input.pointee.nb_streams)).compactMap { input.pointee.streams[$0] }
    let sounds = streams.compactMap { stream in
      library.parameters(of: stream).map { (stream: stream, parameters: $0) }
    }
    guard
      let (sound, parameters) = sounds.first(where: {
        $0.parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO
      }),
      let codec = call.avcodec_find_decoder(parameters.pointee.codec_id),
      let decoder = call.avcodec_alloc_context3(codec)
    else {
      call.avformat_close_input(&self.input)
      throw .malformed(path: name, reason: "it contains no audio")
    }
    self.decoder = decoder
    stream = library.place(g2a_AVStream_index, of: sound, as: Int32.self).pointee
    status = call.avcodec_parameters_to_context(decoder, parameters)
    // With this time base, the decoder removes the encoder's extra samples from the first and last frame.
    library.set(
      g2a_AVCodecContext_pkt_timebase, of: decoder,
      to: library.place(g2a_AVStream_time_base, of: sound, as: AVRational.self).pointee)
    if status >= 0 { status = call.avcodec_open2(decoder, codec, nil) }
    let duration = library.place(g2a_AVStream_duration, of: sound, as: Int64.self).pointee
    let rate = library.place(
      g2a_AVCodecParameters_sample_rate, of: parameters, as: Int32.self
    ).pointee
    info = SoundFileInfo(
      frames: Int(max(0, duration)), sampleRate: Int(rate),
      channels: Int(g2a_av_channels(parameters, g2a_AVCodecParameters_ch_layout)))
    packet = call.av_packet_alloc()
    frame = call.av_frame_alloc()
    guard status >= 0, info.channels > 0, info.sampleRate > 0 else {
      throw .cannotOpen(path: name, reason: library.reason(status))
    }
  }

  deinit {
    library.call.avcodec_free_context(&decoder)
    library.call.avformat_close_input(&input)
    library.call.av_packet_free(&packet)
    library.call.av_frame_free(&frame)
  }

  /// Decodes the next frames into a block and returns their number, or 0 at the end.
  /// The samples are interleaved. The sample value 1 is 0 dBFS.
  package func read(into block: inout [Float]) throws(AudioError) -> Int {
    precondition(block.count >= info.channels, "the block must have room for at least one frame")
    var filled = 0
    let room = block.count / info.channels * info.channels
    while filled < room {
      if pending.isEmpty, try !decodeNext() { break }
      let count = min(room - filled, pending.count)
      for (offset, sample) in pending.prefix(count).enumerated() { block[filled + offset] = sample }
      pending = pending.dropFirst(count)
      filled += count
    }
    return filled / info.channels
  }

  /// Decodes until `pending` contains samples.
  /// Returns false at the end.
  private func decodeNext() throws(AudioError) -> Bool {
    let call = library.call
    while true {
      let status = call.avcodec_receive_frame(decoder, frame)
      if status >= 0 {
        try takeFrame()
        if !pending.isEmpty { return true }
        continue
      }
      if status == g2a_av_end { return false }
      guard status == g2a_av_again else { throw failure(status) }
      try feed()
    }
  }

  /// Sends the next audio packet, or the end of the stream, to the decoder.
  private func feed() throws(AudioError) {
    let call = library.call
    while true {
      let status = call.av_read_frame(input, packet)
      if status == g2a_av_end {
        let end = call.avcodec_send_packet(decoder, nil)
        if end < 0, end != g2a_av_end { throw failure(end) }
        return
      }
      guard status >= 0 else { throw failure(status) }
      defer { call.av_packet_unref(packet) }
      guard packet?.pointee.stream_index == stream else { continue }
      let sent = call.avcodec_send_packet(decoder, packet)
      guard sent >= 0 else { throw failure(sent) }
      return
    }
  }

  private func takeFrame() throws(AudioError) {
    guard let frame, let planes = frame.pointee.extended_data else { return }
    let (count, channels) = (Int(frame.pointee.nb_samples), info.channels)
    var samples = [Float](repeating: 0, count: count * channels)
    let width = Int(g2a_av_channels(frame, g2a_AVFrame_ch_layout))
    let found = min(channels, width)
    func copy<Sample>(_: Sample.Type, isPlanar: Bool, _ value: (Sample) -> Float) {
      let width = isPlanar ? 1 : width
      for channel in 0..<found {
        guard let plane = planes[isPlanar ? channel : 0] else { continue }
        plane.withMemoryRebound(to: Sample.self, capacity: count * width) { plane in
          for index in 0..<count {
            samples[index * channels + channel] = value(
              plane[index * width + (isPlanar ? 0 : channel)])
          }
        }
      }
    }
    let format = AVSampleFormat(frame.pointee.format)
    let isPlanar = format.rawValue > AV_SAMPLE_FMT_DBL.rawValue
    switch format {
    case AV_SAMPLE_FMT_FLTP, AV_SAMPLE_FMT_FLT: copy(Float.self, isPlanar: isPlanar) { $0 }
    case AV_SAMPLE_FMT_S16P, AV_SAMPLE_FMT_S16:
      copy(Int16.self, isPlanar: isPlanar) { Float($0) / 32_768 }
    case AV_SAMPLE_FMT_S32P, AV_SAMPLE_FMT_S32:
      copy(Int32.self, isPlanar: isPlanar) { Float($0) / 2_147_483_648 }
    // No decoder of AAC or ALAC returns another format.
    default: throw .cannotRead(path: name, reason: "its samples have an unknown format")
    }
    pending = samples[...]
  }

  private func failure(_ status: Int32) -> AudioError {
    .cannotRead(path: name, reason: library.reason(status))
  }
}

package struct BookChapter: Sendable {
  /// The title that a player shows.
  package var title: String
  /// The path of the chapter's stretch: a file that `SoundFileWriter` wrote in the format of the book.
  package var stretch: String

  package init(title: String, stretch: String) {
    (self.title, self.stretch) = (title, stretch)
  }
}

/// The title of a chapter and the range of the book's samples that the chapter occupies.
struct ChapterMark {
  var title: String
  var samples: Range<Int>

  /// Returns the marks of chapters.
  /// `starts` contains the start of each chapter, followed by the total length.
  static func marks(_ chapters: [BookChapter], starts: [Int]) -> [ChapterMark] {
    zip(chapters, zip(starts, starts.dropFirst())).map {
      ChapterMark(title: $0.title.onOneLine, samples: $1.0..<max($1.0, $1.1))
    }
  }
}

/// Tags and chapters of a book as comments of Vorbis, Opus and FLAC: lines `KEY=value`.
/// A chapter has two lines: `CHAPTER000=00:00:00.000` and `CHAPTER000NAME=title` (wiki.xiph.org, "Chapter Extension").
/// From the chapter with the number 1000 on, the numbers have four digits. ffmpeg 5.1 does not recognise these
/// chapters.
struct BookComments {
  let tags: BookTags
  let marks: [ChapterMark]
  /// The sample rate of the marks, in hertz.
  let sampleRate: Int
  /// The cover to write as base64 text, or nil.
  /// FLAC stores the cover in its own metadata block instead.
  var cover: Cover?

  /// Returns the content of a comment header, with the vendor text of another header.
  func bytes(vendor: VorbisComment) -> [UInt8] {
    var lines = tags.texts.map(VorbisComment.line)
    if let cover { lines.append(Array("METADATA_BLOCK_PICTURE=".utf8) + PictureBlock.text(cover)) }
    for (index, mark) in marks.enumerated() {
      let key = "CHAPTER" + Timecode.padded(index, 3)
      lines.append(Array("\(key)=\(time(of: mark.samples.lowerBound))".utf8))
      lines.append(Array("\(key)NAME=\(mark.title)".utf8))
    }
    return vendor.bytes(lines: lines)
  }

  private func time(of samples: Int) -> String {
    Timecode.text((samples * 1000 + sampleRate / 2) / sampleRate, point: ".")
  }
}
