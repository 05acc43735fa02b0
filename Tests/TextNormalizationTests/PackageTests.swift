import Foundation
import Testing

@testable import TextNormalization

/// Tests of the dependencies of the Debian package.
///
/// ICU is loaded at run time, so no tool finds this dependency. Only this test checks it.
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
