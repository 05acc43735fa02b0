import FoundationEssentials
import Glibc
import Hablare

// A program for tests. It uses a credential store in the D-Bus session that a test has started, and prints the
// results.
//
//     credential-probe COMMAND [KEY] [VALUE]
//
// PROBE_LIMIT is the time limit of a call to the keyring in milliseconds. The value is an argument because it
// is not a secret here. A real key is never an argument.

/// Prints what a store returned, one call per line.
func report(_ words: String...) { print(words.joined(separator: " ")) }

/// Returns the bytes of a key as text.
///
/// Only a test may print them.
func shown(_ key: SecureString?) -> String {
  key.map { $0.withBytes { String(decoding: $0, as: UTF8.self) } } ?? "nothing"
}

/// Prints what the program can read of `/proc/self`, and the limits of this process.
func reportProcess() {
  var path = [UInt8](repeating: 0, count: 4096)
  let length = readlink("/proc/self/exe", &path, path.count)
  report("exe", length > 0 ? "readable" : "hidden")
  report("fd", opendir("/proc/self/fd") != nil ? "readable" : "hidden")
  report("status", access("/proc/self/status", R_OK) == 0 ? "readable" : "hidden")
  var limit = rlimit()
  getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  report("core", "\(limit.rlim_cur)", "\(limit.rlim_max)")
}

// The threads of tests block signals, and child processes inherit the blocked signals. A D-Bus daemon with
// blocked signals would outlive its session.
var none = sigset_t()
sigemptyset(&none)
sigprocmask(SIG_SETMASK, &none, nil)

let arguments = Array(CommandLine.arguments.dropFirst())
let command = arguments.first ?? ""
let key = arguments.dropFirst().first ?? "elevenlabs-api-key"
let environment = ProcessInfo.processInfo.environment
let limit = environment["PROBE_LIMIT"].flatMap { Int($0) }.map { Duration.milliseconds($0) }
let store = CredentialStore(
  environment: environment, folder: ConfigurationFolder.path(environment: environment),
  secretService: LibsecretService(timeLimit: limit ?? LibsecretService.timeLimit),
  variables: CredentialVariables(configuration: UserConfiguration()))
do {
  switch command {
  case "get":
    let source = try await store.source(of: key)
    report("key", shown(try await store.get(key: key)))
    report("source", source?.description ?? "none")
  case "save":
    let value = SecureString(arguments.dropFirst(2).first ?? "")
    report("saved to", try await store.save(key: key, value: value).description)
  case "delete":
    for place in try await store.delete(key: key) { report("removed from", place.description) }
  case "process":
    if arguments.contains("hardened") { report("hardened", "\(ProcessHardening.apply())") }
    reportProcess()
  case "session":
    // Replaces this process by a D-Bus session with a shell that runs a script.
    var words = (["dbus-run-session", "--", "sh", "-c"] + arguments.dropFirst(1)).map { strdup($0) }
    words.append(nil)
    execvp("dbus-run-session", words)
    exit(127)
  case "wait":
    // Waits until the test has inspected this process, or has died.
    if arguments.contains("hardened") { ProcessHardening.apply() }
    alarm(60)
    report("\(getpid())")
    fflush(nil)
    while true { pause() }
  case "speak":
    // Starts a child from a hardened process.
    ProcessHardening.apply()
    let espeak = EspeakNGVoiceProvider(slots: 1)
    let sound = try await espeak.generateAudio(
      text: "Hello.", voiceId: "en-us", languageCode: "en")
    report("bytes", sound.isEmpty ? "none" : "some")
    await espeak.shutdown()
  default:
    report("unknown command", command)
    exit(64)
  }
} catch {
  report("error", "\(error)")
}
for notice in await store.takeNotices() { report("notice", notice.description) }
