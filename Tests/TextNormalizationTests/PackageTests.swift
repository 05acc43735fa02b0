import Foundation
import Testing

@testable import TextNormalization

/// The library is loaded at run time, so nothing but this compares the package's dependencies with it.
@Suite struct PackageTests {
  @Test func theDebianPackageDependsOnTheLibrary() throws {
    guard case .missingLibrary(_, let package) = ICULibrary.missing else {
      Issue.record("\(ICULibrary.missing)")
      return
    }
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let control = try String(
      contentsOf: root.appending(path: "Packaging/control"), encoding: .utf8)
    let needs = control.split(separator: "\n").first { $0.hasPrefix("Depends:") } ?? ""
    #expect(needs.split(separator: ", ").contains(Substring(package)), "\(needs)")
  }
}
