import Testing

@testable import Hablare

struct ServiceMessageTests {
  @Test(arguments: [
    ("  a\r\n\tb\u{0}c ", "a b c"), ("\u{202E}evil\u{200B}", "evil"), ("key sk_1!", "key ••••!"),
    ("sk\u{200B}_1", "••••"), ("s\u{34F}k\u{FE0F}_1", "••••"), ("SK_1", "••••"),
    ("sk_sk_1", "sk_••••"),
    (String(repeating: "é", count: 300), String(repeating: "é", count: 199) + "…"),
  ])
  func `messages are shown in one short line without the key`(text: String, shown: String) {
    #expect(ServiceMessage.shown(text, hiding: SecureString("sk_1")) == shown)
  }

  @Test(arguments: [
    "sk_0123456789abcdef", "SK_0123456789ABCDEF", "sk_0123\n456789abcdef",
    "s\u{AD}k_0123456789\u{2060}abcdef",
  ])
  func `a long key is found in any case and across lines`(text: String) {
    let key = SecureString("sk_0123456789abcdef")
    #expect(ServiceMessage.shown("a \(text)b", hiding: key) == "a ••••b")
    #expect(ServiceMessage.has(key, in: text))
  }

  @Test(
    arguments: [
      ("req_01:a-b.c", "req_01:a-b.c"), ("a b\u{1B}[2J\u{E9}/c", "ab2Jc"), ("sk_1", nil),
      ("x-SK/_1-y", nil), ("\u{E9}", nil), (nil, nil),
      (String(repeating: "a", count: 999), String(repeating: "a", count: 200)),
    ] as [(String?, String?)])
  func `the id of a request is one word without the key`(text: String?, id: String?) {
    #expect(ServiceMessage.requestId(text, hiding: SecureString("sk_1")) == id)
  }

  @Test func `a key of three letters can be a part of words`() {
    #expect(ServiceMessage.shown("notes", hiding: SecureString("not")) == "notes")
    #expect(ServiceMessage.shown("notes", hiding: SecureString("")) == "notes")
  }
}
