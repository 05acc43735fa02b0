import Basics

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
