import Audiobook
import Guion
import Hablare

extension BookInput {
  /// Every input that was named; `--from` says the format if names do not.
  static func all(_ arguments: Arguments) throws -> [BookInput] {
    guard !arguments.inputs.isEmpty else { throw UsageError("no input is named") }
    let format = try format(from: arguments[.from])
    if arguments.inputs.count(where: { $0 == "-" }) > 1 {
      throw UsageError("standard input can be read once only")
    }
    return try arguments.inputs.map { try BookInput($0, format: format) }
  }

  /// The one input of a command that takes one.
  static func one(_ arguments: Arguments) throws -> BookInput {
    let inputs = try all(arguments)
    if inputs.count > 1 {
      throw UsageError("one input at a time: \"\(inputs[1].path)\" is one too many")
    }
    return inputs[0]
  }

  private static func format(from name: String?) throws(UsageError) -> DocumentFormat? {
    guard let name else { return nil }
    if let format = DocumentFormat(rawValue: name.lowercased()) { return format }
    let meant = DocumentFormat(path: "a." + name).map { "did you mean \($0.rawValue)?" }
    let hint = meant ?? Spelling.hint(for: name, among: DocumentFormat.allCases.map(\.rawValue))
    throw UsageError("--from \(name): not a format this version reads; \(hint)")
  }
}

extension CastSource {
  /// The cast file of `--cast`, else the one beside the input.
  init(_ arguments: Arguments) { self = arguments[.cast].map(CastSource.file) ?? .beside }
}

extension Book {
  /// The book of an input, as the options ask for it.
  init(
    _ input: BookInput, _ arguments: Arguments, _ options: RenderOptions, _ speech: SpeechSetup
  ) {
    self.init(input, cast: CastSource(arguments), options: options.book, speech: speech)
  }
}
