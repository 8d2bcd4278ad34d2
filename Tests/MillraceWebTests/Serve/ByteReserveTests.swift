// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@MainActor @Suite(.timeLimit(.minutes(10))) struct ByteReserveTests {
  @Test func aNetworkHasHalfOfAll() {
    let reserve = ByteReserve(limit: 100, perNetwork: 50)
    #expect(reserve.take(30, for: "a"))
    #expect(!reserve.take(30, for: "a"))
    #expect(reserve.take(20, for: "a"))
    #expect(reserve.take(50, for: "b"))
    #expect(!reserve.take(1, for: "c"))
    reserve.give(20, for: "a")
    #expect(reserve.take(20, for: "c"))
    reserve.give(30, for: "a")
    #expect(reserve.take(30, for: "a"))
  }

  @Test func oneFileThatIsLargerThanHalfHasItsPlace() {
    let reserve = ByteReserve(limit: 100, perNetwork: 50)
    #expect(reserve.take(80, for: "a"))
    #expect(!reserve.take(21, for: "b"))
    reserve.give(80, for: "a")
    #expect(reserve.take(100, for: "b"))
    #expect(!ByteReserve(limit: 100, perNetwork: 50).take(101, for: "a"))
  }

  @Test func whatIsHeldCountsUntilItIsLetGo() {
    let reserve = ByteReserve(perNetwork: 100)
    var shares = [reserve.hold(60, for: "a")]
    #expect(!reserve.isFull(for: "a"))
    shares.append(reserve.hold(60, for: "a"))
    #expect(reserve.isFull(for: "a"))
    #expect(!reserve.isFull(for: "b"))
    #expect(!reserve.take(1, for: "a"))
    shares = []
    #expect(!reserve.isFull(for: "a"))
    #expect(reserve.take(100, for: "a"))
  }

  @Test func aStrangersFilesLeaveRoomAndGiveItBack() async throws {
    var limits = WebLimits()
    limits.arrivingFileBytes = 100
    try await withServer([.field], limits: limits) { server in
      let port = server.port
      func announce(_ bytes: Int, from address: String = "127.0.0.2") async throws -> TestClient {
        let client = try await TestClient(port: port, from: address)
        let origin = "127.0.0.1:\(port)"
        try await client.write(
          "POST /millrace.upload HTTP/1.1\r\nHost: \(origin)\r\nX-Millrace-Session: none\r\n"
            + "Origin: http://\(origin)\r\nContent-Length: \(bytes)\r\n\r\n")
        return client
      }
      let refused = try await announce(101)
      #expect(try await refused.answer().status == 503)
      let slow = try await announce(50)
      let next = try await announce(50, from: "127.0.0.3")
      try await next.write(String(repeating: "x", count: 50))
      #expect(try await next.answer().status == 403, "it came as a whole, for no session")
      try await slow.write(String(repeating: "x", count: 50))
      #expect(try await slow.answer().status == 403)
      let again = try await announce(100)
      try await again.write(String(repeating: "x", count: 100))
      #expect(try await again.answer().status == 403, "the room was given back")
    }
  }
}
