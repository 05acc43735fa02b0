import Foundation
import TestSupport

@testable import Hablare

/// A program with Piper's `-d` protocol that misbehaves on request, and a folder with voices for it.
struct FakePiper {
  private static let body = """
    import argparse, os, sys, time, wave
    parser = argparse.ArgumentParser()
    for name in ["--model", "--output-dir", "--speaker", "--length-scale", "--noise-scale", "--noise-w"]:
        parser.add_argument(name)
    parser.add_argument("--no-normalize", action="store_true")
    parser.add_argument("--output-raw", action="store_true")
    options = parser.parse_args()
    with open(os.path.join(os.path.dirname(sys.argv[0]), "log"), "a") as log:
        log.write(f"{os.getpid()} {' '.join(sys.argv[1:])}\\n")
    sys.stderr.write("WARNING:fake:Missing phoneme from id map: x\\n")
    number = 0
    for line in sys.stdin:
        line = line.strip()
        if not line: continue
        number += 1
        cue = line.split(" ")[0]
        if cue == "raise": raise ValueError("# channels not specified")
        if cue == "kill": os.kill(os.getpid(), 9)
        if cue == "hang": time.sleep(600)
        if cue == "log": sys.stderr.write("x" * 200000 + "\\n")
        if cue == "elsewhere": print("INFO:__main__:Wrote /etc/passwd", file=sys.stderr, flush=True); continue
        path = os.path.join(options.output_dir, f"{number} {cue[:8]}.wav".replace("/", "_"))
        with wave.open(path, "wb") as file:
            file.setnchannels(1); file.setsampwidth(2); file.setframerate(22050)
            scale = float(options.length_scale or 1)
            file.writeframes(b"\\1\\0" * round(1000 * len(line.encode()) * scale))
        if cue == "cut": os.truncate(path, 50)
        if cue == "gone": os.remove(path)
        print(f"INFO:piper.__main__:Wrote {path}", file=sys.stderr, flush=True)
    """

  let scripts: ScriptFolder
  let path: String

  init() throws {
    scripts = try ScriptFolder()
    path = try scripts.python(Self.body, as: "piper")
    try FileManager.default.createDirectory(
      atPath: scripts.folder.path(of: "voices/en/deep"), withIntermediateDirectories: true)
    try voice("voices/en/deep/en_US-one-low", #""language": {"code": "en_US"}, "dataset": "one""#)
    try voice(
      "voices/en_GB-many-medium",
      """
      "espeak": {"voice": "en-gb-x-rp"}, "num_speakers": 4, "default_speaker_id": 2,
      "speaker_id_map": {"anna": 0, "bert": 1, "3": 2}, "inference": {"length_scale": 2}
      """)
  }

  /// Writes the two files of a voice, with these fields in its description.
  func voice(_ name: String, _ fields: String, rate: Int = 22_050) throws {
    try scripts.folder.write(name, as: "\(name).onnx")
    try scripts.folder.write(
      "{\"audio\": {\"sample_rate\": \(rate), \"quality\": \"low\"}, \(fields)}",
      as: "\(name).onnx.json")
  }

  func provider(change: (inout PiperConfiguration) -> Void = { _ in }) -> PiperVoiceProvider {
    var configuration = PiperConfiguration()
    configuration.program = [path]
    configuration.voices = [scripts.folder.path(of: "voices")]
    configuration.concurrency = 1
    change(&configuration)
    return PiperVoiceProvider(configuration: configuration)
  }

  /// The process ids of all started processes, each with its arguments.
  var started: [String] { (scripts.text("log") ?? "").split(separator: "\n").map(String.init) }
}
