import Testing

@testable import Hablare

struct ServiceMessageTests {
  @Test(arguments: [
    ("  a\r\n\tb\u{0}c ", "a b c"), ("\u{202E}evil\u{200B}", "evil"), ("key sk_1!", "key ••••!"),
    ("sk\u{200B}_1", "••••"), ("sk_sk_1", "sk_••••"),
    (String(repeating: "é", count: 300), String(repeating: "é", count: 199) + "…"),
  ])
  func `messages are shown in one short line without the key`(text: String, shown: String) {
    #expect(ServiceMessage.shown(text, hiding: SecureString("sk_1")) == shown)
  }

  @Test func `a key of three letters is a part of words`() {
    #expect(ServiceMessage.shown("notes", hiding: SecureString("not")) == "notes")
    #expect(ServiceMessage.shown("notes", hiding: SecureString("")) == "notes")
  }
}
