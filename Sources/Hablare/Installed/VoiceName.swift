/// The rules for names of voices, which become file names.
enum VoiceName {
  /// The maximum number of bytes in a name.
  ///
  /// With the longest ending, the name still fits in a file name (NAME_MAX is 255).
  static let longest = 200

  /// Returns whether a name is safe as a file name and as a voice id.
  ///
  /// A safe name contains only letters, digits and `._+-`, does not begin with `.` or `-`, and is
  /// not too long. Letters need not be ASCII: Piper has `pt_PT-tugão-medium`.
  static func isSafe(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first != ".", first != "-",
      name.utf8.count <= longest
    else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "_", "+", "-": true
      default: scalar.value >= 0xA0 && (scalar.properties.isAlphabetic || isMark(scalar))
      }
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory)
  }
}
