import Foundation
import TestSupport
import Testing

/// Tests of the store with a real gnome-keyring.
@Suite(.enabled(if: KeyringSession.isAvailable, KeyringSession.requirement))
struct KeyringTests {
  private let tool = "application guion2audio account elevenlabs-api-key"
  private let none = ["key nothing", "source none"]
  private let locked =
    "notice the keyring that has elevenlabs-api-key is locked; unlock it to use the key"
  private let stillLocked =
    "error the keyring that has the key is locked; unlock it and try again"

  @Test func aSavedKeyIsVisibleToOthersAndInTheNextSession() throws {
    let session = try KeyringSession()
    #expect(
      try session.run(
        KeyringSession.unlocked + """
          probe get
          probe save elevenlabs-api-key sk_1
          secret-tool lookup \(tool); echo
          probe get
          ls config
          """)
        == none + ["saved to the keyring", "sk_1", "key sk_1", "source the keyring"])
    #expect(
      try session.run(KeyringSession.unlocked + "probe get") == [
        "key sk_1", "source the keyring",
      ])
  }

  @Test func aKeySavedByOthersIsReplacedNotDuplicated() throws {
    let session = try KeyringSession()
    let output = try session.run(
      KeyringSession.unlocked + """
        printf theirs | secret-tool store --label=theirs \(tool)
        probe get
        probe save elevenlabs-api-key ours
        secret-tool search --all \(tool) 2>&1 | grep '^secret ='
        printf again | secret-tool store --label=theirs \(tool)
        probe get
        secret-tool search --all \(tool) 2>&1 | grep '^secret ='
        probe delete
        probe get
        """)
    #expect(
      output == [
        "key theirs", "source the keyring", "saved to the keyring", "secret = ours",
        "key again", "source the keyring", "secret = again", "removed from the keyring",
      ] + none)
  }

  @Test func keysOfProvidersDoNotMix() throws {
    #expect(
      try KeyringSession().run(
        KeyringSession.unlocked + """
          probe save elevenlabs-api-key e
          probe save openai-api-key o
          probe delete elevenlabs-api-key
          probe get elevenlabs-api-key
          probe get openai-api-key
          probe delete elevenlabs-api-key
          """)
        == [
          "saved to the keyring", "saved to the keyring", "removed from the keyring",
        ] + none + ["key o", "source the keyring"])
  }

  @Test func aLockedKeyringIsDistinguishedFromAnEmptyOne() throws {
    let session = try KeyringSession()
    _ = try session.run(KeyringSession.unlocked + "probe save elevenlabs-api-key sk_1")
    #expect(try session.run("probe get") == none + [locked])
    #expect(try session.run("probe get openai-api-key") == none)
    #expect(try session.run("probe save elevenlabs-api-key sk_2; ls config") == [stillLocked])
    #expect(try session.run("probe delete") == [stillLocked])
    #expect(
      try session.run(KeyringSession.unlocked + "probe get") == [
        "key sk_1", "source the keyring",
      ])
  }

  @Test func withoutAnUnlockedKeyringAKeyIsWrittenToAFile() throws {
    let output = try KeyringSession().run("probe save elevenlabs-api-key sk_1; probe get")
    let path = "HOME/config/guion2audio/credentials/elevenlabs-api-key"
    #expect(output.first == "saved to \(path)")
    #expect(output.dropFirst().first?.hasPrefix("notice the keyring cannot be used: ") == true)
    #expect(output.dropFirst(2) == ["key sk_1", "source \(path)"])
  }

  @Test func withoutABusThereIsOneNotice() throws {
    let path = "HOME/config/guion2audio/credentials/elevenlabs-api-key"
    let notice =
      "notice the keyring cannot be used: there is no session bus; "
      + "only environment variables and files are used for keys"
    #expect(
      try KeyringSession().run(
        KeyringSession.withoutBus + """
          probe get
          probe save elevenlabs-api-key sk_1
          probe get
          probe delete
          probe get
          """)
        == none + [notice, "saved to \(path)", notice, "key sk_1", "source \(path)", notice]
        + ["removed from \(path)", notice] + none + [notice])
  }

  @Test func aFileIsPrivateForAnyUmask() throws {
    #expect(
      try KeyringSession().run(
        KeyringSession.withoutBus + """
          umask 0
          probe save elevenlabs-api-key sk_1 >/dev/null
          cd config/guion2audio
          stat -c '%a %n' . credentials credentials/*
          """)
        == ["700 .", "700 credentials", "600 credentials/elevenlabs-api-key"])
  }

  @Test func theEnvironmentHasPriority() throws {
    #expect(
      try KeyringSession().run(
        KeyringSession.unlocked + "probe save elevenlabs-api-key sk_1; probe get",
        ["ELEVENLABS_API_KEY": "sk_e"])
        == [
          "saved to the keyring",
          "notice the environment variable ELEVENLABS_API_KEY still supplies elevenlabs-api-key; "
            + "unset the variable to stop using that key",
          "key sk_e", "source the environment variable ELEVENLABS_API_KEY",
        ])
  }

  /// The bus starts a service at the first call and waits for it.
  ///
  /// This service never answers.
  @Test func aServiceThatDoesNotAnswerIsAbandoned() throws {
    let session = try KeyringSession()
    let services = session.folder.path(of: "data/dbus-1/services")
    try FileManager.default.createDirectory(atPath: services, withIntermediateDirectories: true)
    try session.folder.write(
      "[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/sleep 5\n",
      as: "data/dbus-1/services/org.freedesktop.secrets.service")
    #expect(
      try session.run("probe get", ["PROBE_LIMIT": "200"])
        == none + [
          "notice the keyring did not answer within 1 s; only environment variables "
            + "and files are used for keys"
        ])
  }
}
