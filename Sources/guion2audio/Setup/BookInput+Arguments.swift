import Audiobook
import Guion
import Hablare

extension BookInput {
  /// Returns the typed inputs.
  /// `--from` sets their format.
  static func all(_ arguments: Arguments) throws -> [BookInput] {
    guard !arguments.inputs.isEmpty else {
      throw UsageError("the input is missing; name a document or a folder")
    }
    let format = try format(from: arguments[.from])
    if arguments.inputs.count(where: { $0 == "-" }) > 1 {
      throw UsageError("standard input (-) can be read only once")
    }
    return try arguments.inputs.map { try BookInput($0, format: format) }
  }

  /// Returns the input of a command that accepts only one input.
  static func one(_ arguments: Arguments) throws -> BookInput {
    let inputs = try all(arguments)
    if inputs.count > 1 {
      throw UsageError("only one input is accepted; remove \"\(inputs[1].path)\"")
    }
    return inputs[0]
  }

  private static func format(from name: String?) throws(UsageError) -> DocumentFormat? {
    guard let name else { return nil }
    if let format = DocumentFormat(rawValue: name.lowercased()) { return format }
    let meant = DocumentFormat(path: "a." + name).map { "did you mean \($0.rawValue)?" }
    let hint = meant ?? Spelling.hint(for: name, among: DocumentFormat.allCases.map(\.rawValue))
    throw UsageError("--from \(name): unknown input format; \(hint)")
  }
}

extension CastSource {
  /// Creates the source of the cast: the file of `--cast` if the option is set, else the cast file beside the input.
  init(_ arguments: Arguments) { self = arguments[.cast].map(CastSource.file) ?? .beside }
}

extension Book {
  init(
    _ input: BookInput, _ arguments: Arguments, _ options: RenderOptions, _ speech: SpeechSetup
  ) {
    self.init(input, cast: CastSource(arguments), options: options.book, speech: speech)
  }
}
