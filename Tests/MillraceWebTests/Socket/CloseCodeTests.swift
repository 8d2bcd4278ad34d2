// SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOWebSocket
import Testing

@testable import MillraceWeb

@Suite struct CloseCodeTests {
  @Test(
    arguments: [
      1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000,
      4999,
    ] as [UInt16])
  func theseMayBeSent(code: UInt16) throws {
    #expect(CloseCode(rawValue: code).isAllowed)
    var payload = ByteBuffer(integer: code)
    payload.writeString("é")
    #expect(try CloseCode.read(payload) == CloseCode(rawValue: code))
  }

  @Test(
    arguments: [
      0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535,
    ] as [UInt16])
  func theseMayNot(code: UInt16) {
    #expect(!CloseCode(rawValue: code).isAllowed)
    #expect(throws: SocketFault.badClose) { try CloseCode.read(ByteBuffer(integer: code)) }
  }

  @Test func theReasonIsText() throws {
    #expect(try CloseCode.read(ByteBuffer()) == nil)
    #expect(throws: SocketFault.badClose) { try CloseCode.read(ByteBuffer(bytes: [3])) }
    #expect(throws: SocketFault.badText) { try CloseCode.read(ByteBuffer(bytes: [3, 232, 0xFF])) }
  }

  @Test func aReasonFitsIntoItsFrame() {
    #expect(CloseCode.fitting("short") == "short")
    let most = String(repeating: "a", count: 123)
    #expect(CloseCode.fitting(most) == most)
    let cut = CloseCode.fitting(String(repeating: "é", count: 100))
    #expect(cut == String(repeating: "é", count: 60) + "…" && cut.utf8.count == 123)
  }

  @Test func everyFaultHasItsCodeAndItsReason() {
    let limits = WebLimits()
    let cases: [(any Error, SocketFault, CloseCode)] = [
      (NIOWebSocketError.invalidFrameLength, .tooBig(limit: 65536), .tooBig),
      (
        NIOWebSocketFrameAggregator.Error.tooManyFragments, .tooManyFragments(limit: 256), .tooBig
      ),
      (NIOWebSocketError.fragmentedControlFrame, .badControl, .protocolError),
      (
        NIOWebSocketFrameAggregator.Error.didReceiveFragmentBeforeReceivingTextOrBinaryFrame,
        .badFragment, .protocolError
      ),
      (SocketFault.badText, .badText, .badText), (SocketFault.binary, .binary, .badData),
      (SessionHub.Refusal.noPage, .malformed, .protocolError),
    ]
    for (error, fault, code) in cases {
      #expect(SocketFault(error, limits: MessageLimits(limits)) == fault)
      #expect(fault.code == code)
      #expect(!fault.description.isEmpty)
    }
  }
}
