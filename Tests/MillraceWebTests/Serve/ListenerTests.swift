// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ListenerTests {
  @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0"])
  func aFreePortIsTaken(host: String) throws {
    let listener = try Listener.open(host: host, port: 0)
    #expect(listener.port > 0)
    try listener.socket.close()
  }

  @Test func aPortInUseIsSaid() throws {
    let first = try Listener.open(host: "127.0.0.1", port: 0)
    #expect(throws: WebServerError.portInUse(host: "localhost", port: first.port)) {
      try Listener.open(host: "localhost", port: first.port)
    }
    try first.socket.close()
  }

  @Test(arguments: ["nowhere", "", "203.0.113.9", "1.2.3", "127.0.0.1 "])
  func otherHostsAreRefused(host: String) {
    #expect(throws: WebServerError.badHost(host)) { try Listener.open(host: host, port: 0) }
  }

  @Test(arguments: [-1, 65536, Int.max])
  func otherNumbersAreNoPorts(port: Int) {
    #expect(throws: WebServerError.badPort(port)) {
      try Listener.open(host: "127.0.0.1", port: port)
    }
  }
}
