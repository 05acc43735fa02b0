import Basics

/// Samples that are needed twice and do not fit into memory, stored in a file without a name.
/// The file's disk space is freed when the value is destroyed or the process is killed. The value needs memory for one
/// block only, whatever the length.
package struct SpillFile: ~Copyable, Sendable {
  /// The number of samples (of all channels together) written so far.
  package private(set) var count = 0

  private let folder: String
  private let file: FileDescriptor
  /// Samples that are not in the file yet.
  private var pending: [Int16] = []

  /// The number of samples transferred to and from the file at a time: 64 KiB.
  /// The number is even, so that blocks of two channels are whole frames.
  private static let blockSamples = 32_768

  /// Creates an empty file in a folder.
  package init(in folder: String) throws(AudioError) {
    do {
      self.init(try FileDescriptor(unnamedIn: folder), in: folder)
    } catch {
      switch AudioError.writing(folder, error) {
      case .noSpace(let path, let reason): throw .noSpace(path: path, reason: reason)
      default: throw .cannotOpen(path: folder, reason: error.reason)
      }
    }
  }

  /// Uses the file of a descriptor that is open for reading and writing.
  /// `folder` replaces the path in errors.
  init(_ file: consuming FileDescriptor, in folder: String) {
    self.folder = folder
    self.file = file
    pending.reserveCapacity(Self.blockSamples)
  }

  /// Returns another empty file in the same folder.
  func another() throws(AudioError) -> SpillFile { try SpillFile(in: folder) }

  package mutating func write(_ samples: UnsafeBufferPointer<Int16>) throws(AudioError) {
    var rest = samples
    while !rest.isEmpty {
      let part = rest.prefix(Self.blockSamples - pending.count)
      pending.append(contentsOf: part)
      count += part.count
      rest = UnsafeBufferPointer(rebasing: rest[part.count...])
      if pending.count == Self.blockSamples { try writePending() }
    }
  }

  package mutating func write(_ samples: [Int16]) throws(AudioError) {
    try samples.withUnsafeBufferPointer { samples throws(AudioError) in try write(samples) }
  }

  private mutating func writePending() throws(AudioError) {
    do {
      try pending.withUnsafeBufferPointer { samples throws(SystemError) in
        try file.write(UnsafeRawBufferPointer(samples))
      }
    } catch {
      throw .writing(folder, error)
    }
    pending.removeAll(keepingCapacity: true)
  }

  /// Passes all samples to `handOut`, in order and in blocks.
  /// Afterwards, more samples can be written, and the call can be repeated.
  package func forEachBlock(
    _ handOut: (UnsafeBufferPointer<Int16>) throws(AudioError) -> Void
  ) throws(AudioError) {
    let written = count - pending.count
    var block = [Int16](repeating: 0, count: min(written, Self.blockSamples))
    var place = 0
    while place < written {
      let wanted = min(block.count, written - place)
      try read(wanted, at: place, into: &block)
      try block.withUnsafeBufferPointer { block throws(AudioError) in
        try handOut(UnsafeBufferPointer(rebasing: block[..<wanted]))
      }
      place += wanted
    }
    guard !pending.isEmpty else { return }
    try pending.withUnsafeBufferPointer { pending throws(AudioError) in try handOut(pending) }
  }

  private func read(
    _ wanted: Int, at place: Int, into block: inout [Int16]
  ) throws(AudioError) {
    let size = MemoryLayout<Int16>.stride
    let found: Int
    do {
      found = try block.withUnsafeMutableBufferPointer { samples throws(SystemError) in
        let part = UnsafeMutableBufferPointer(rebasing: samples[..<wanted])
        return try file.read(into: UnsafeMutableRawBufferPointer(part), at: place * size)
      }
    } catch {
      throw .cannotRead(path: folder, reason: error.reason)
    }
    guard found == wanted * size else {
      throw .cannotRead(
        path: folder,
        reason: "another program has shortened the temporary audio file; build again")
    }
  }
}
