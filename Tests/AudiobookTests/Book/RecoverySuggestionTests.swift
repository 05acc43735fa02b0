import Audio
import Audiobook
import Foundation
import Guion
import Narration
import Testing

/// Tests of the advice that errors of books give the users of an app.
@Suite struct RecoverySuggestionTests {
  private static let kinds: [BookError.Kind] = [
    .wrongRequest, .missingInput, .wrongInput, .unavailable, .refused, .unwritable, .failed,
  ]
  private static let renderErrors: [RenderError] = [
    .line(ScriptPosition(source: 0, line: 3), kind: .engine, message: "it crashed"),
    .audio(.noSpace(path: "/f", reason: "full")), .output(path: "/f", reason: "denied"),
    .foreignFiles(["a.mp3"]), .foreignFiles(["a.mp3", "b.mp3"]), .rules(title: "One", ["too loud"]),
    .inUse(path: "/f", by: "process 7"),
  ]
  private static let assemblyErrors: [AssemblyError] = [
    .noFolder("/f"), .notAFolder("/f"), .noShards("/f"), .noCover("cover.jpg"),
    .incomplete([], absent: [], damaged: [Shard(index: 1, count: 2)].compactMap(\.self)),
  ]
  private static let audioErrors: [AudioError] = [
    .cannotOpen(path: "/f", reason: "denied"), .cannotRead(path: "/f", reason: "denied"),
    .cannotWrite(path: "/f", reason: "denied"), .malformed(path: "/f", reason: "it is short"),
    .empty(path: "/f"), .unsupportedSampleRate(format: .opus, sampleRate: 44_100),
    .missingLibrary(name: "libavformat", purpose: "m4b"),
  ]

  private static var all: [any LocalizedError] {
    kinds.map { BookError($0, "it went wrong") } as [any LocalizedError]
      + renderErrors + assemblyErrors + audioErrors
      + [
        VerifyError.unreadable(path: "/f", reason: "denied"),
        VerifyError.unfinished(folder: "/f", .notJoined),
        VerifyError.notOurs(path: "/f", reason: "no object"),
        FileError("/f", .system(SystemError(ENOENT))),
        ManuscriptError.noDocuments(folder: "/f"), ManuscriptError.tooDeep(folder: "/f"),
      ]
  }

  @Test func `every error that an app can show suggests what to do`() throws {
    for error in Self.all {
      let suggestion = try #require(error.recoverySuggestion, "\(error)")
      #expect(suggestion.first?.isUppercase == true, "\(error): \(suggestion)")
      #expect(suggestion.hasSuffix("."), "\(error): \(suggestion)")
      #expect(error.localizedDescription == "\(error)")
    }
  }

  private static func shellWords(in text: String) -> [String] {
    ["`", " --", "--from", "make release"].filter(text.contains)
  }

  /// The library advises developers of apps.
  ///
  /// Only the program `guion2audio` mentions commands and options.
  @Test func `no error mentions a shell command`() {
    for error in Self.all {
      let words = "\(error) \(error.recoverySuggestion ?? "")"
      #expect(Self.shellWords(in: words).isEmpty, "\(words)")
    }
  }

  @Test func `an error of an input names a setting that an app has`() throws {
    for path in ["-", #filePath] {
      let error = try #require(throws: BookError.self) { try BookInput(path) }
      #expect(error.localizedDescription.contains("BookInput(_:format:)"), "\(error)")
      #expect(Self.shellWords(in: error.localizedDescription).isEmpty, "\(error)")
      let shown = error.message(SettingNames { _ in "the menu" })
      #expect(shown.contains("the menu") && !shown.contains("BookInput("), "\(shown)")
    }
  }

  @Test func `errors about retakes use the names of the library`() throws {
    let error = try #require(throws: BookError.self) { try RetakeNames("ANN,") }
    #expect(
      error.message
        == "RetakeNames ANN,: a name is empty; write FILE:LINE, LINE or the name of a role, "
        + "separated by commas")
  }

  @Test func `every setting has its own name`() {
    let names = BuildSetting.allCases.map(SettingNames.library.name)
    #expect(Set(names).count == BuildSetting.allCases.count)
  }
}
