import Hablare
import Testing

@Suite struct ConfigurationFolderTests {
  static let rows: [([String: String], String)] = [
    (["HOME": "/home/a"], "/home/a/.config/guion2audio"),
    (["HOME": "/home/a", "XDG_CONFIG_HOME": "/etc/a"], "/etc/a/guion2audio"),
    (["HOME": "/home/a", "XDG_CONFIG_HOME": "/etc/a/"], "/etc/a/guion2audio"),
    // The specification says that relative values are ignored.
    (["HOME": "/home/a", "XDG_CONFIG_HOME": "conf"], "/home/a/.config/guion2audio"),
    (["HOME": "/home/a", "XDG_CONFIG_HOME": ""], "/home/a/.config/guion2audio"),
    (["HOME": "/"], "/.config/guion2audio"),
  ]

  @Test(arguments: rows) func followsXDG(_ environment: [String: String], _ expected: String) {
    #expect(ConfigurationFolder.path(environment: environment) == expected)
  }

  @Test(arguments: [[:], ["HOME": ""], ["HOME": "here"]])
  func withoutAHomeVariableTheSystemIsQueried(_ environment: [String: String]) {
    let path = ConfigurationFolder.path(environment: environment)
    #expect(path.hasPrefix("/") && path.hasSuffix("/.config/guion2audio"))
  }
}
