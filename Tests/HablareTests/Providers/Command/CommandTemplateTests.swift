import Testing

@testable import Hablare

struct CommandTemplateTests {
  private static let values = CommandTemplate.Values(
    voice: "slt", language: "en-GB", rate: 1.25, output: "/t/o.wav", text: "say {voice}")

  @Test(arguments: [
    ("{voice}", "slt"), ("--voice={voice}", "--voice=slt"), ("{language}{voice}", "en-GBslt"),
    ("{rate}", "1.25"), ("{1/rate}", "0.8"), ("{175*rate}", "218.75"),
    ("s={0.5*rate};", "s=0.625;"),
    ("{output}", "/t/o.wav"), ("{text}", "say {voice}"), ("{", "{"), ("{}", "{}"),
    ("{{voice}}", "{slt}"),
    ("{x*rate}", "{x*rate}"), ("{1e9*rate}", "{1e9*rate}"), ("awk '{print}'", "awk '{print}'"),
    ("", ""), ("a b", "a b"),
  ])
  func `placeholders in braces are replaced once`(argument: String, filled: String) {
    #expect(CommandTemplate([argument]).filled(with: Self.values) == [filled])
  }

  @Test func `a text does not become an option`() {
    var values = Self.values
    values.text = "-rf is what he typed"
    let filled = CommandTemplate(["{text}", "--text={text}"]).filled(with: values)
    #expect(filled == [" -rf is what he typed", "--text=-rf is what he typed"])
  }

  private static func configuration(
    _ command: [String], change: (inout CommandConfiguration) -> Void = { _ in }
  ) -> CommandConfiguration {
    var configuration = CommandConfiguration(command: command)
    change(&configuration)
    return configuration
  }

  @Test(arguments: [
    (configuration([]), "is empty"),
    (configuration(["say-{voice}"]), "cannot contain a placeholder"),
    (configuration(["say", "{vioce}"]), "did you mean {voice}?"),
    (configuration(["say", "{text}"]), "write \"input\": \"argument\""),
    (configuration(["say"]) { $0.input = .argument }, "no argument has {text}"),
    (configuration(["sh", "-c", "say '{text}'"]) { $0.input = .argument }, "argument of its own"),
    (configuration(["x", "(SayText {text}"]) { $0.input = .argument }, "argument of its own"),
    (configuration(["x", "-e(=)={text}"]) { $0.input = .argument }, "argument of its own"),
    (
      configuration(["say", "{text}"]) {
        $0.input = .argument
        $0.keepsRunning = true
      }, "from standard input"
    ),
    (configuration(["say"]) { $0.voices = [.init(id: "a"), .init(id: "b")] }, "no {voice}"),
    (configuration(["say", "{voice}"]) { $0.voices = [.init(id: "a"), .init(id: "a")] }, "twice"),
    (configuration(["say", "{voice}"]) { $0.voices = [.init(id: "")] }, "has no id"),
    (configuration(["say"]) { $0.output = .raw }, "needs 'sampleRate'"),
    (configuration(["say"]) { $0.sampleRate = 7 }, "'sampleRate' 7"),
    (configuration(["say"]) { $0.channels = 0 }, "'channels' 0"),
    (configuration(["say"]) { $0.timeout = 0 }, "'timeout'"),
    (configuration(["say"]) { $0.concurrency = 0 }, "'concurrency'"),
    (
      configuration(["say"]) {
        $0.output = .raw
        $0.sampleRate = 8000
        $0.keepsRunning = true
      }, "must write WAV files"
    ),
  ])
  func `a configuration that makes no sense is refused with the reason`(
    configuration: CommandConfiguration, problem: String
  ) {
    #expect(configuration.problem?.contains(problem) == true, "\(configuration.problem ?? "none")")
  }

  @Test(arguments: [
    configuration(["flite", "-o", "{output}"]),
    configuration(["say", "--text={text}"]) { $0.input = .argument },
    configuration(["sh", "-c", "say \"$1\"", "sh", "{text}"]) { $0.input = .argument },
    configuration(["say", "{voice}", "{language}"]) { $0.voices = [.init(id: "a")] },
    configuration(["awk", "{print}"]),
  ])
  func `a valid configuration has no problem`(configuration: CommandConfiguration) {
    #expect(configuration.problem == nil)
  }
}
