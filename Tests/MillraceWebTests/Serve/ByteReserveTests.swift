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

  @Test func whatComesInPartsHasThePlaceOfTheWhole() {
    let reserve = ByteReserve(limit: 100, perNetwork: 50)
    #expect(reserve.hasRoom(80, for: "a") && !reserve.hasRoom(101, for: "a"))
    for _ in 0..<4 { #expect(reserve.take(20, of: 80, for: "a")) }
    #expect(!reserve.take(1, of: 80, for: "a"))
    #expect(!reserve.take(1, for: "a"))
    #expect(reserve.hasRoom(20, for: "b") && !reserve.hasRoom(21, for: "b"))
    #expect(!reserve.take(21, of: 40, for: "b"), "all networks together have a limit")
    reserve.give(80, for: "a")
    #expect(reserve.hasRoom(100, for: "b"), "`hasRoom` takes nothing")
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

  @Test func theNetworksOfASiteHaveFourTimesAsMuchAndNotAll() {
    let networks = (0..<5).map { Network.name(of: "2001:db8:0:\($0)::1") }
    let wide = ByteReserve(limit: 1_000, perNetwork: 100)
    for network in networks[..<4] { #expect(wide.take(100, for: network)) }
    #expect(!wide.take(1, for: networks[4]) && wide.isFull(for: networks[4]))
    #expect(wide.take(100, for: "visitor"))
    wide.give(100, for: networks[0])
    #expect(wide.take(100, for: networks[4]))
    let narrow = ByteReserve(limit: 100, perNetwork: 50)
    #expect(narrow.take(50, for: networks[0]) && narrow.take(25, for: networks[1]))
    #expect(!narrow.take(1, for: networks[2]) && narrow.take(25, for: "visitor"))
  }

  /// Networks with few bytes are served even if others have filled the limit of all.
  @Test func allNetworksHaveALimitTogether() {
    let reserve = ByteReserve(limit: 100, perNetwork: 40, spare: 5)
    #expect(reserve.take(40, for: "a") && reserve.take(40, for: "b"))
    #expect(!reserve.take(21, for: "c"))
    let share = reserve.hold(20, for: "c")
    #expect(reserve.isFull(for: "c") && !reserve.isFull(for: "d"))
    #expect(reserve.take(5, for: "d") && !reserve.take(1, for: "d"))
    #expect(reserve.isFull(for: "d"))
    withExtendedLifetime(share) {}
    reserve.give(40, for: "a")
    #expect(!reserve.isFull(for: "d") && reserve.take(30, for: "d"))
  }

  /// A visitor can have any number of networks.
  @Test func whatIsSpareHasALimitToo() {
    let reserve = ByteReserve(limit: 100, perNetwork: 100, spare: 5, spareOfAll: 12)
    #expect(reserve.take(100, for: "a") && reserve.take(5, for: "b") && reserve.take(5, for: "c"))
    #expect(!reserve.take(3, for: "d") && reserve.take(2, for: "d") && !reserve.take(1, for: "e"))
    reserve.give(100, for: "a")
    #expect(reserve.take(88, for: "e") && reserve.take(5, for: "f"))
  }

  @Test func aStrangersFilesLeaveRoomAndGiveItBack() async throws {
    var limits = WebLimits()
    limits.arrivingFileBytes = 100
    try await withServer([.field], limits: limits) { server in
      let port = server.port
      let (socket, page) = try await openPage("/field", at: port)
      func announce(_ bytes: Int, from address: String = "127.0.0.2") async throws -> TestClient {
        let client = try await TestClient(port: port, from: address)
        let origin = "127.0.0.1:\(port)"
        try await client.write(
          "POST /millrace.upload HTTP/1.1\r\nHost: \(origin)\r\nX-Millrace-Session: "
            + "\(page.session)\r\nOrigin: http://\(origin)\r\nContent-Length: \(bytes)\r\n\r\n")
        return client
      }
      let refused = try await announce(101)
      #expect(try await refused.answer().status == 503)
      let slow = try await announce(100)
      let other = try await announce(100, from: "127.0.0.4")
      let next = try await announce(50, from: "127.0.0.3")
      try await next.write(String(repeating: "x", count: 50))
      #expect(try await next.answer().status == 200)
      for client in [slow, other] {
        try await client.write(String(repeating: "x", count: 100))
        #expect(try await client.answer().status == 200)
      }
      let again = try await announce(100)
      try await again.write(String(repeating: "x", count: 100))
      #expect(try await again.answer().status == 200, "the room was given back")
      await socket.hangUp()
    }
  }
}
