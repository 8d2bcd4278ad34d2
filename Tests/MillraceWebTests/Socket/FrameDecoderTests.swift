// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct FrameDecoderTests {
  private typealias Failure = FrameDecoder.Failure

  private func frames(_ bytes: [UInt8], limit: Int = 1000) throws -> [Frame] {
    var decoder = FrameDecoder(limit: limit)
    decoder.append(bytes)
    var frames: [Frame] = []
    while let frame = try decoder.next() { frames.append(frame) }
    return frames
  }

  private func frame(_ opcode: UInt8, _ text: String, isFinal: Bool = true) -> [UInt8] {
    TestClient.frame(opcode: opcode, Array(text.utf8), isFinal: isFinal)
  }

  @Test func framesAreUnmasked() throws {
    let bytes = frame(1, "hello") + frame(9, "p") + frame(10, "") + frame(2, "abc")
    #expect(try frames(bytes) == [.text("hello"), .ping([112]), .pong, .binary(count: 3)])
  }

  @Test func everyLengthIsRead() throws {
    for count in [0, 125, 126, 65535, 65536] {
      let text = String(repeating: "é", count: count / 2)
      #expect(try frames(frame(1, text), limit: 100_000) == [.text(text)])
    }
  }

  @Test func bytesMayComeOneByOne() throws {
    var decoder = FrameDecoder(limit: 1000)
    var found: [Frame] = []
    for byte in frame(1, "one") + frame(1, String(repeating: "2", count: 200)) {
      decoder.append([byte])
      while let frame = try decoder.next() { found.append(frame) }
    }
    #expect(found == [.text("one"), .text(String(repeating: "2", count: 200))])
  }

  @Test func fragmentsAreJoinedAroundAPing() throws {
    let bytes =
      frame(1, "a", isFinal: false) + frame(9, "") + frame(0, "b", isFinal: false) + frame(0, "c")
    #expect(try frames(bytes) == [.ping([]), .text("abc")])
  }

  @Test func closesAreRead() throws {
    #expect(try frames(TestClient.frame(opcode: 8, [3, 232])) == [.close(.normal)])
    #expect(try frames(TestClient.frame(opcode: 8, [])) == [.close(nil)])
  }

  @Test func whatIsTooBigIsRefusedBeforeItArrives() {
    #expect(throws: Failure.tooBig(limit: 10)) {
      try frames([0x81, 0x80 | 11, 0, 0, 0, 0], limit: 10)
    }
    #expect(throws: Failure.tooBig(limit: 10)) {
      try frames([0x81, 0xFF] + [UInt8](repeating: 255, count: 8), limit: 10)
    }
    #expect(throws: Failure.tooBig(limit: 10)) {
      try frames(frame(1, "123456", isFinal: false) + frame(0, "123456"), limit: 10)
    }
  }

  @Test func whatBreaksTheProtocolIsRefused() {
    let cases: [([UInt8], Failure)] = [
      ([0x81, 1, 65], .unmasked), ([0xC1, 0x80], .reservedBits), ([0x83, 0x80], .badOpcode(3)),
      ([0x09, 0x80], .badControl), ([0x89, 0xFE], .badControl), (frame(0, "x"), .badFragment),
      (frame(1, "a", isFinal: false) + frame(1, "b"), .badFragment),
      (TestClient.frame(opcode: 1, [0xFF]), .badText),
    ]
    for (bytes, failure) in cases {
      #expect(throws: failure) { try frames(bytes) }
      #expect(!failure.description.isEmpty)
    }
    #expect(Failure.badText.code == .badText)
    #expect(Failure.tooBig(limit: 1).code == .tooBig)
    #expect(Failure.unmasked.code == .protocolError)
  }

  @Test(arguments: [1, 2, 3, 4])
  func noBytesMakeItCrash(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      var decoder = FrameDecoder(limit: 500)
      for _ in 0..<5 {
        let count = Int.random(in: 0...40, using: &random)
        decoder.append((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
        while case .some = try? decoder.next() {}
      }
    }
  }
}
