import Foundation
import Testing

@testable import TextNormalization

/// Tests of the dependencies of the Debian package.
///
/// ICU is loaded at run time in the version of the system, so no tool finds this dependency. Only this test checks it.
@Suite struct PackageTests {
  @Test func theDebianPackageDependsOnTheLibrary() throws {
    guard case .missingLibrary(let package) = ICULibrary.missing else {
      Issue.record("\(ICULibrary.missing)")
      return
    }
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let control = try String(
      contentsOf: root.appending(path: "Packaging/control"), encoding: .utf8)
    let needs = control.split(separator: "\n").first { $0.hasPrefix("Depends:") } ?? ""
    let choices = needs.split(separator: ", ").map { $0.split(separator: " | ") }
    #expect(choices.contains { $0.contains(Substring(package)) && $0.count == 4 }, "\(needs)")
  }
}
