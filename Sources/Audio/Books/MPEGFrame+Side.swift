import Basics

/// What stands behind the header of a frame.
extension MPEGFrame {
  /// Bytes between the header and the main data, the checksum among them.
  var sideLength: Int {
    let side = isMPEG1 ? (channels == 1 ? 17 : 32) : (channels == 1 ? 9 : 17)
    return side + (hasChecksum ? 2 : 0)
  }

  /// Whether its main data begin in the frame itself, and not in the ones before (`main_data_begin` of
  /// ISO 11172-3, 2.4.2.7: nine bits behind the header; eight in the lower rates).
  func standsAlone(_ frame: some Collection<UInt8>) -> Bool {
    let side = Array(frame.dropFirst(Self.headerLength + (hasChecksum ? 2 : 0)).prefix(2))
    guard side.count == 2 else { return false }
    return side[0] == 0 && (!isMPEG1 || side[1] & 0x80 == 0)
  }
}
