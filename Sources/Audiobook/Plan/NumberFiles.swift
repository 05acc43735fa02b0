import Foundation

/// Keeps a few numbers under a name in a folder, a small file each; any number of processes may use it.
///
/// A file is replaced as a whole. What cannot be read is not there, and what cannot be written is not kept:
/// it holds nothing that a build depends on.
struct NumberFiles: Sendable {
  let folder: String

  /// The numbers under a name; nil where there are none, or a file that is not whole.
  func numbers(of name: String) -> [Double]? {
    guard let text = try? String(contentsOfFile: path(of: name), encoding: .utf8),
      text.hasSuffix("\n")
    else { return nil }
    let numbers = text.dropLast().split(separator: " ").map { Double($0) }
    let finite = numbers.compactMap(\.self).filter(\.isFinite)
    return finite.count == numbers.count ? finite : nil
  }

  /// Keeps numbers under a name.
  func keep(_ numbers: [Double], of name: String) {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let text = numbers.map { "\($0)" }.joined(separator: " ") + "\n"
    try? Data(text.utf8).write(to: URL(filePath: path(of: name)), options: .atomic)
  }

  /// The path of the file of a name.
  func path(of name: String) -> String { folder + "/" + name }
}
