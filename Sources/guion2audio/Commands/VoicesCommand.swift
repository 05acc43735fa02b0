import Audiobook
import Guion
import Hablare
import Narration

/// `guion2audio voices`: lists, installs and removes voices.
struct VoicesCommand {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  private enum Action: String, CaseIterable {
    case available, install, remove
  }

  func run() async throws -> ExitCode {
    let action: Action? = try arguments.action(of: .voices)
    try checkOptions(of: action)
    var arguments = arguments
    arguments.inputs = Array(arguments.inputs.dropFirst())
    let setup = try SpeechSetup(arguments)
    do {
      let code =
        switch action {
        case nil: try await VoiceListing(arguments, setup).print()
        case .available: try await AvailableVoices(arguments, setup).print()
        case .install: try await VoiceInstallation(arguments, setup).run()
        case .remove: try await VoiceRemoval(arguments, setup).run()
        }
      await setup.shutdown()
      return code
    } catch {
      await setup.shutdown()
      throw (error as? VoiceInstallError).map(CommandFailure.init) ?? error
    }
  }

  /// Returns the options that this action accepts, without the options that all actions accept.
  /// If the action is nil, the command lists the voices.
  private static func options(of action: Action?) -> Set<OptionName> {
    switch action {
    case nil: [.provider, .language, .gender, .pitch, .licence]
    case .available: [.provider, .language, .gender, .licence, .from]
    case .install: [.language, .cast, .from, .yes, .progress]
    case .remove: []
    }
  }

  /// Throws if a typed option belongs only to other actions.
  private func checkOptions(of action: Action?) throws(UsageError) {
    let restricted: [OptionName] = [
      .provider, .language, .gender, .pitch, .licence, .cast, .from, .yes,
    ]
    for option in restricted
    where arguments.has(option) && !Self.options(of: action).contains(option) {
      let commands = [nil, .available, .install, .remove]
        .filter { Self.options(of: $0).contains(option) }
        .map { "`" + ["voices", $0?.rawValue].compactMap(\.self).joined(separator: " ") + "`" }
      throw UsageError(
        "--\(option.rawValue) works only with \(commands.joined(separator: ", "))")
    }
    if let gender = arguments[.gender], !["female", "male", "neutral"].contains(gender) {
      throw UsageError("--gender \(gender): expected female, male or neutral")
    }
  }
}

extension CommandFailure {
  /// Creates the failure for a voice that could not be installed.
  init(_ error: VoiceInstallError) {
    let code: ExitCode =
      switch error.kind {
      case .network: .unavailable
      case .wrongFile: .badInput
      case .disk: .cannotWrite
      case .missing: .noInput
      }
    self.init(code, error.message)
  }
}
