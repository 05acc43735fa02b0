import Testing

@testable import Hablare

struct CacheValueTests {
  private static let environments: [([String: String], String)] = [
    (["HOME": "/h"], "/h/.config /h/.cache /h/.local/share"),
    (["HOME": "/"], "/.config /.cache /.local/share"),
    (
      ["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_CACHE_HOME": "/k", "XDG_DATA_HOME": "/d"],
      "/c /k /d"
    ),
    (
      ["HOME": "/h", "XDG_CONFIG_HOME": "c", "XDG_CACHE_HOME": "", "XDG_DATA_HOME": "./d"],
      "/h/.config /h/.cache /h/.local/share"
    ),
    (["HOME": ""], "/u/.config /u/.cache /u/.local/share"),
    ([:], "/u/.config /u/.cache /u/.local/share"),
  ]

  @Test(arguments: environments)
  func `folders follow absolute paths in the environment`(
    environment: [String: String], expected: String
  ) {
    let folders = XDGFolders(environment: environment, home: "/u")
    #expect("\(folders.config) \(folders.cache) \(folders.data)" == expected)
  }

  @Test func `without HOME the user database is read`() {
    #expect(XDGFolders(environment: [:]).config.hasPrefix("/"))
    #expect(!XDGFolders(environment: [:]).config.hasPrefix("/nonexistent"))
  }

  @Test func `a notice is reported once`() {
    let notices = StoreNotices()
    for _ in 0..<3 { notices.add(.audioDamaged(file: "a")) }
    notices.add(.audioDamaged(file: "b"))
    #expect(notices.all == [.audioDamaged(file: "a"), .audioDamaged(file: "b")])
  }
}
