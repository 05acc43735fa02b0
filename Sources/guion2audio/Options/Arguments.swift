/// What was typed, before anything is looked up: options as text, checked only for their form.
struct Arguments {
  var inputs: [String] = []
  var options: [OptionName: String] = [:]

  func has(_ option: OptionName) -> Bool { options[option] != nil }
  subscript(_ option: OptionName) -> String? { options[option] }
}

/// Wrong usage: exit 64.
struct UsageError: Error {
  var message: String

  init(_ message: String) { self.message = message }
}
