// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct FrameTests {
  @Test func shortFramesAreWritten() {
    #expect(Frame.text("Hi").encoded() == [0x81, 2, 72, 105])
    #expect(Frame.ping([1]).encoded() == [0x89, 1, 1])
    #expect(Frame.pongBytes([1, 2]) == [0x8A, 2, 1, 2])
    #expect(Frame.pong.encoded() == [0x8A, 0])
    #expect(Frame.close(.policy).encoded() == [0x88, 2, 0x03, 0xF0])
    #expect(Frame.close(nil).encoded() == [0x88, 0])
  }

  @Test(
    arguments: [
      (125, [0x81, 125]), (126, [0x81, 126, 0, 126]), (65535, [0x81, 126, 255, 255]),
      (65536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])])
  func lengthsAreWritten(count: Int, head: [UInt8]) {
    let bytes = Frame.text(String(repeating: "x", count: count)).encoded()
    #expect(Array(bytes.prefix(head.count)) == head)
    #expect(bytes.count == head.count + count)
  }
}
