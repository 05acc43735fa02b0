import Foundation
import Testing

@testable import TextNormalization

/// Tests of the package's dependencies.
///
/// The library is loaded at run time, so only these tests compare them with it.
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
