import Foundation
import TestSupport
import Testing

@testable import Audio

/// Tests of sounds beside voices: levels, fades, loops, ducking, and stems as the parts of the sum.
@Suite struct SoundMixerTests {
  private let folder: TemporaryFolder
  private static let rate = 22_050

  init() throws { folder = try TemporaryFolder() }

  private func prepared(
    _ pcm: PCM, _ name: String = "bed.wav", channels: Int = 1
  ) throws -> PreparedSound {
    try SoundFormat.wav.write(pcm, to: folder.path(name))
    return try PreparedSound(
      path: folder.path(name), sampleRate: Self.rate, channels: channels, folder: folder.path)
  }

  /// Mixes sounds beneath voices and returns the samples.
  private func mix(
    _ voices: [Int16], channels: Int = 1, layers: LayerFile? = nil,
    _ change: (inout SoundMixer) throws -> Void
  ) throws -> [Int16] {
    var mixer = SoundMixer(
      sampleRate: Self.rate, channels: channels, attack: 0.3, release: 0.6, layers: layers)
    try change(&mixer)
    var result: [Int16] = []
    // Blocks of any size give the same samples.
    var (place, size) = (0, 1000)
    while place < voices.count {
      let block = Array(voices[place..<min(voices.count, place + size * channels)])
      try block.withUnsafeBufferPointer { block in
        try mixer.mix(block) { result += Array($0) }
      }
      place += block.count
      size = size * 7 % 9973 + 2
    }
    return result
  }

  private func level(_ samples: [Int16], _ from: Double, _ to: Double) -> Double {
    let range = Int(from * Double(Self.rate))..<Int(to * Double(Self.rate))
    return 20 * log10(max(1e-9, Signal.rms(samples[range]) / 32_768))
  }

  @Test func `speech lowers a bed by its depth, within the attack, and the bed comes back`() throws
  {
    let bed = try prepared(Signal.sine(1000, seconds: 2, rate: Self.rate, amplitude: 6000))
    let voice = Signal.sine(100, seconds: 2, rate: Self.rate, amplitude: 12_000).samples
    let silence = [Int16](repeating: 0, count: 2 * Self.rate)
    let voices = silence + voice + silence
    let sum = try mix(voices) { mixer in
      var play = PlayedSound(bed, bus: 1)
      (play.loops, play.duck) = (true, 12)
      _ = mixer.start(play, at: 0)
    }
    let rest = zip(sum, voices).map { $0 - $1 }
    let open = level(rest, 0.5, 1.5)
    #expect(abs(level(rest, 2.5, 3.5) - (open - 12)) < 0.2)
    #expect(abs(level(rest, 2.14, 2.18) - (open - 6)) < 1.5)
    // The voice counts as speaking for 250 ms after its end. The bed is back after 600 ms more.
    #expect(abs(level(rest, 4.1, 4.24) - (open - 12)) < 0.3)
    #expect(abs(level(rest, 4.95, 5.5) - open) < 0.2)
  }

  @Test func `a bed without a depth, and a sound that begins later, keep their samples`() throws {
    let sound = Signal.babble(count: 5000, peak: 3000)
    let bed = try prepared(sound)
    let voices = Signal.babble(count: 20_000, seed: 4).samples
    let sum = try mix(voices) { _ = $0.start(PlayedSound(bed, bus: 0), at: 7001) }
    for index in voices.indices {
      let own = sound.samples.indices.contains(index - 7001) ? sound.samples[index - 7001] : 0
      #expect(sum[index] == voices[index] + own)
    }
  }

  @Test func `a loop begins again without a gap, and ends with its fade`() throws {
    let sound = Signal.babble(count: 3000, peak: 3000)
    let bed = try prepared(sound)
    let sum = try mix([Int16](repeating: 0, count: 40_000)) { mixer in
      var play = PlayedSound(bed, bus: 1)
      (play.loops, play.fadeOut) = (true, 0.2)
      let started = mixer.start(play, at: 0)
      let number = try #require(started)
      mixer.stop([number], at: 22_050)
      let end = mixer.end(of: number, before: 40_000)
      #expect(end == 22_050 + 4410)
    }
    for index in 0..<21_000 { #expect(sum[index] == sound.samples[index % 3000]) }
    for index in 24_000..<24_500 {
      let left = 1 - Double(index - 22_050) / 4410
      #expect(abs(Double(sum[index]) - Double(sound.samples[index % 3000]) * left) < 20)
    }
    #expect(sum[27_000...].allSatisfy { $0 == 0 })
  }

  @Test func `no more than 64 sounds play at once, and their sum is clamped`() throws {
    let bed = try prepared(Signal.sine(100, seconds: 1, rate: Self.rate, amplitude: 30_000))
    let sum = try mix([Int16](repeating: 0, count: 5000)) { mixer in
      for number in 0..<200 {
        let isFull = mixer.start(PlayedSound(bed, bus: 0), at: 0) == nil
        #expect(isFull == (number >= 64))
      }
    }
    #expect(sum.contains(32_767) && sum.contains(-32_768))
  }

  @Test func `a file of another rate is resampled, once and as far as it is heard`() throws {
    let tone = Signal.sine(1000, seconds: 3, rate: 44_100, amplitude: 9000)
    let sound = try prepared(tone)
    let found = try sound.read(4096, from: 22_050)
    let expected = try Resampler.convert(tone, to: Self.rate).samples[22_050..<26_146]
    #expect(zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) < 5 })
    #expect(try sound.length(upTo: 50_000) == 50_000)
    #expect(abs(try sound.length() - 3 * Self.rate) < 3)
    #expect(try sound.length(upTo: .max) == sound.length())
    #expect(try sound.read(10, from: 4 * Self.rate).isEmpty)
  }

  @Test func `two-channel sounds keep their sides, and a place moves them`() throws {
    let pcm = PCM(samples: (0..<4000).flatMap { [Int16($0), Int16(-$0)] }, sampleRate: Self.rate)
    try SoundFormat.wav.write(pcm, to: folder.path("stereo.wav"), channels: 2)
    let sound = try PreparedSound(
      path: folder.path("stereo.wav"), sampleRate: Self.rate, channels: 2, folder: folder.path)
    let silence = [Int16](repeating: 0, count: 8000)
    let wide = try mix(silence, channels: 2) { _ = $0.start(PlayedSound(sound, bus: 0), at: 0) }
    #expect(wide == pcm.samples)
    let left = try mix(silence, channels: 2) { mixer in
      var play = PlayedSound(sound, bus: 0)
      play.pan = -1
      _ = mixer.start(play, at: 0)
    }
    #expect(left == pcm.samples.enumerated().map { $0 % 2 == 0 ? $1 : 0 })
    let mono = try PreparedSound(
      path: folder.path("stereo.wav"), sampleRate: Self.rate, channels: 1, folder: folder.path)
    #expect(try mono.read(4000, from: 0).allSatisfy { $0 == 0 })
  }

  @Test func `stems are the parts of the sum`() throws {
    let bed = try prepared(Signal.babble(count: 9000, peak: 2500))
    let path = folder.path("layers")
    let layers = try LayerFile(creating: path, channels: 2)
    var timeline = Timeline(
      output: try Master(
        files: [(path: folder.path("mix.wav"), format: .wav)], sampleRate: Self.rate, channels: 2))
    timeline.layers = layers
    timeline.mix(
      SoundMixer(
        sampleRate: Self.rate, channels: 2, attack: 0.3, release: 0.6, layers: layers))
    for bus in 0..<3 {
      var play = PlayedSound(bed, bus: bus)
      (play.gain, play.duck, play.loops, play.pan) = (-3.3, 7, true, 0.3)
      _ = timeline.start(play, at: 500 * bus)
    }
    let clips = [Signal.babble(count: 20_000), Signal.babble(count: 15_000, seed: 3)]
    try timeline.append(clips[0], gain: -7.7, pan: -0.4, layer: LayerFile.Clip(item: 0))
    timeline.beginLanes(2)
    for (lane, clip) in clips.enumerated() {
      try timeline.append(
        clip, gain: 1.1, pan: 0.2, toLane: lane, layer: LayerFile.Clip(item: lane))
    }
    try timeline.endLanes()
    let finished = try timeline.finish()
    let frames = finished.frames
    try layers.finish(finished)
    let mixed = try SoundFileReader(path: folder.path("mix.wav")).readInterleaved()
    let reader = try LayerReader(path: path, channels: 2)
    #expect(reader.frames == frames && reader.plays(bus: 2))
    var sum = [Float](repeating: 0, count: mixed.count)
    for part in [LayerReader.Part.items([0]), .items([1]), .bus(0), .bus(1), .bus(2)] {
      var place = 0
      try reader.sum(of: [part], in: 0..<frames) { block in
        for value in block {
          sum[place] += value
          place += 1
        }
      }
      #expect(place == mixed.count)
    }
    let error = zip(sum, mixed).reduce(0.0) {
      $0 + pow(Double($1.0) - Double($1.1) / 32_768, 2)
    }
    #expect(10 * log10(error / Double(mixed.count) + 1e-20) < -95)
  }

  @Test func `a stem has 24 bits and its place in the production`() throws {
    let path = folder.path("layers")
    let layers = try LayerFile(creating: path, channels: 1)
    var timeline = Timeline(
      output: try Master(
        files: [(path: folder.path("mix.wav"), format: .wav)], sampleRate: Self.rate))
    timeline.layers = layers
    try timeline.append(
      Signal.babble(count: 5000), gain: -60.3, layer: LayerFile.Clip(item: 0))
    try layers.finish(try timeline.finish())
    for format in [SoundFormat.wav, .flac] {
      let file = folder.path("stem.\(format.rawValue)")
      try LayerReader.write(
        [(try LayerReader(path: path, channels: 1), [.items([0])], 1000..<5000)], format: format,
        sampleRate: Self.rate, channels: 1, timeReference: 1 << 33 | 77, to: file)
      let probe = try Tool.run(
        "ffprobe",
        [
          "-v", "error", "-show_entries",
          "stream=bits_per_raw_sample,bits_per_sample,duration_ts:format_tags=time_reference",
          "-of",
          "csv=p=0", file,
        ])
      let text = String(decoding: probe.output, as: UTF8.self)
      #expect(text.contains("24") && text.contains("4000"), "\(text)")
      if format == .wav { #expect(text.contains("\(1 << 33 | 77)"), "\(text)") }
    }
  }

  /// Mixes a tone of -110 dBFS from a file of 24 bits beneath a voice, and returns the mix as ffmpeg decodes it.
  private func quietMix(
    bits: Int, target: LoudnessTarget? = nil, peak: Double = 9000
  ) throws -> (mix: [Float], voice: [Int16], reader: LayerReader) {
    let source = folder.path("quiet.wav")
    let tone = "aevalsrc=\(pow(10, -110.0 / 20))*sin(2*PI*1000*t):s=\(Self.rate):d=5"
    let made = try Tool.run(
      "ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", tone, "-c:a", "pcm_s24le", source])
    #expect(made.status == 0, "\(made.errors)")
    let path = folder.path("layers")
    let layers = try LayerFile(creating: path, channels: 1)
    let file = folder.path("mix\(bits).wav")
    var timeline = Timeline(
      output: try Master(
        files: bits == 16 ? [(path: file, format: .wav)] : [], sampleRate: Self.rate,
        mastering: target.map { (Mastering(target: $0), folder.path) }))
    timeline.layers = layers
    timeline.mix(
      SoundMixer(sampleRate: Self.rate, channels: 1, attack: 0.3, release: 0.6, layers: layers))
    let bed = try PreparedSound(
      path: source, sampleRate: Self.rate, channels: 1, folder: folder.path, isFine: true)
    _ = timeline.start(PlayedSound(bed, bus: 1), at: 0)
    let voice = Signal.sine(300, seconds: 4, rate: Self.rate, amplitude: peak)
    try timeline.append(voice, gain: -1.3, layer: LayerFile.Clip(item: 0))
    try timeline.appendSilence(Self.rate)
    try layers.finish(try timeline.finish())
    let reader = try LayerReader(path: path, channels: 1)
    if bits == 24 {
      try reader.writeRecording(
        to: file, format: .wav, sampleRate: Self.rate, ceiling: target?.limit ?? 0, roomTone: nil)
    }
    let decoded = try Tool.run(
      "ffmpeg", ["-v", "error", "-i", file, "-f", "f32le", "-c:a", "pcm_f32le", "-"])
    let mix = decoded.output.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(mix.count == 5 * Self.rate)
    return (mix, voice.samples, reader)
  }

  private func level(_ samples: some Sequence<Float>) -> Double {
    let all = samples.map { Double($0) * Double($0) }
    return 10 * log10(all.reduce(0, +) / Double(all.count) + 1e-20)
  }

  @Test func `a mix with 24 bits has what 16 bits lose`() throws {
    let fine = try quietMix(bits: 24)
    // The RMS of a sine is 3 dB below its peak.
    #expect(abs(level(fine.mix[(4 * Self.rate + 100)...]) + 113) < 0.2)
    let factor = Float(pow(10, -1.3 / 20)) / 32_768
    let rest = zip(fine.mix, fine.voice).map { $0 - Float($1) * factor }
    #expect(abs(level(rest.dropLast(200)) + 113) < 0.5)
    var sum = [Float](repeating: 0, count: fine.mix.count)
    for part in [LayerReader.Part.items([0]), .bus(1)] {
      var place = 0
      try fine.reader.sum(of: [part], in: 0..<sum.count) { block in
        for value in block {
          sum[place] += value
          place += 1
        }
      }
    }
    #expect(level(zip(sum, fine.mix).map { $0 - $1 }) < -140)
    let coarse = try quietMix(bits: 16)
    #expect(coarse.mix[(4 * Self.rate + 100)...].allSatisfy { $0 == 0 })
  }

  @Test(arguments: [-3.0, -18]) func `gain and limiter are the same with 24 bits`(
    ceiling: Double
  ) throws {
    let target = LoudnessTarget(integrated: -20, ceiling: ceiling)
    let fine = try quietMix(bits: 24, target: target)
    let coarse = try quietMix(bits: 16, target: target)
    let rest = level(zip(fine.mix, coarse.mix).map { $0 - $1 })
    #expect(rest < -96 && rest > -115)
    let peak = 20 * log10(fine.mix.map(abs).max() ?? 0)
    #expect(ceiling == -3 || abs(peak + 18.5) < 0.1)
  }

  @Test func `a sound above full scale is clipped with 24 bits as with 16`() throws {
    let source = folder.path("hot.wav")
    let tone = "aevalsrc=4*sin(2*PI*300*t):s=\(Self.rate):d=1"
    let made = try Tool.run(
      "ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", tone, "-c:a", "pcm_f32le", source])
    #expect(made.status == 0, "\(made.errors)")
    let sound = try PreparedSound(
      path: source, sampleRate: Self.rate, channels: 1, folder: folder.path, isFine: true)
    let (samples, fine) = try sound.block(4096, from: 0, isFine: true)
    #expect(samples.contains(32_767) && samples.contains(-32_768))
    #expect(fine.count == 4096 && zip(fine, samples).allSatisfy { abs($0 - Float($1)) <= 1 })
  }

  @Test(arguments: ["wav", "flac", "ogg", "opus", "mp3", "cbr.mp3"])
  func `a sound that is cut off has a reason`(kind: String) throws {
    let (name, whole) = ("cut.\(kind)", Signal.babble(count: 96_000))
    let format = try #require(SoundFormat(rawValue: kind == "cbr.mp3" ? "mp3" : kind))
    try format.write(
      PCM(samples: whole.samples, sampleRate: format == .opus ? 24_000 : Self.rate),
      to: folder.path(name))
    if kind == "cbr.mp3" {
      let options = ["-v", "error", "-y", "-i", folder.path(name), "-b:a", "64k"]
      let made = try Tool.run("ffmpeg", options + ["-write_xing", "0", folder.path("plain.mp3")])
      #expect(made.status == 0, "\(made.errors)")
      try folder.write(try folder.bytes("plain.mp3"), to: name)
    }
    #expect(SoundProbe.cutOff(folder.path(name)) == nil)
    #expect(try SoundProbe.info(path: folder.path(name)).frames > 90_000)
    let bytes = try folder.bytes(name)
    for count in [bytes.count / 2, bytes.count * 9 / 10 + 1] {
      try folder.write(Array(bytes[..<count]), to: name)
      #expect(SoundProbe.cutOff(folder.path(name)) != nil, "\(count) of \(bytes.count)")
      #expect(throws: AudioError.self) { _ = try SoundProbe.info(path: folder.path(name)) }
    }
  }

  @Test func `labels of a WAV file are read with their frames`() throws {
    try SoundFormat.wav.write(Signal.babble(count: 9000), to: folder.path("marks.wav"))
    let marks = [(frame: 1200, text: "one"), (frame: 4800, text: "two and")]
    try folder.write(SoundAnswer.labelled(try folder.bytes("marks.wav"), marks), to: "marks.wav")
    let reader = try SoundFileReader(path: folder.path("marks.wav"))
    let labels = reader.labels
    #expect(labels.map(\.frame) == [1200, 4800] && labels.map(\.text) == ["one", "two and"])
    let plain = try SoundFileReader(path: folder.path("marks.wav"))
    #expect(try plain.readAll().samples.count == 9000)
  }

  @Test func `hostile sounds have a reason`() throws {
    let hostile: [[UInt8]] = [
      [], Array("RIFF\0\0\0\0WAVE".utf8), Array(repeating: 7, count: 5000),
    ]
    for bytes in hostile {
      try folder.write(bytes, to: "hostile.wav")
      #expect(throws: AudioError.self) { _ = try SoundProbe.info(path: folder.path("hostile.wav")) }
    }
  }
}
