import Audio
import Basics

/// An audio file opened for decoding.
enum DecodedSound: ~Copyable {
  case plain(SoundFileReader)
  case mpeg4(BookFileReader)

  /// Opens a file of an output folder.
  init(_ file: borrowing FileDescriptor, _ entry: VerifyPlan.Entry) throws(AudioError) {
    self =
      entry.format == .aac
      ? .mpeg4(try BookFileReader(descriptor: file.number, name: entry.name))
      : .plain(try SoundFileReader(descriptor: file.number, name: entry.name))
  }

  /// The sample rate, channels and length in the file's header.
  var info: SoundFileInfo {
    switch self {
    case .plain(let reader): reader.info
    case .mpeg4(let reader): reader.info
    }
  }

  /// Decodes the next frames into a block, interleaved, and returns the number of frames; 0 at the end.
  mutating func read(into block: inout [Float]) throws(AudioError) -> Int {
    switch consume self {
    case .plain(var reader):
      let frames = Result { () throws(AudioError) in try reader.read(into: &block) }
      self = .plain(reader)
      return try frames.get()
    case .mpeg4(let reader):
      self = .mpeg4(reader)
      return try reader.read(into: &block)
    }
  }
}
