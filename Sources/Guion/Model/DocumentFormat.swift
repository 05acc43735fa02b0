/// The formats that documents are written in.
public enum DocumentFormat: String, Sendable, Hashable, Codable, CaseIterable {
  case fountain, markdown, text

  /// The endings of file names, in small letters and without the dot.
  public var fileExtensions: [String] {
    switch self {
    case .fountain: ["fountain", "spmd"]
    case .markdown: ["md", "markdown"]
    case .text: ["txt"]
    }
  }

  /// The format a file's name tells, in any case; nil where it tells none.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let ending = name[name.index(after: dot)...].lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(ending) }) else {
      return nil
    }
    self = format
  }
}
