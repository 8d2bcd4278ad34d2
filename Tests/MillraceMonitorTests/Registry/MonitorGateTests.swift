// SPDX-License-Identifier: Apache-2.0

import MillraceTesting
import NIOHTTP1
import TestSupport
import Testing

@testable import MillraceLink
@testable import MillraceMonitor
@testable import MillraceWeb

@MainActor @Suite struct MonitorGateTests {
  @Test func tokensAreComparedAsAWhole() {
    #expect(MonitorGate.areEqual("secret", "secret"))
    #expect(!MonitorGate.areEqual("secret", "secreT"))
    #expect(!MonitorGate.areEqual("secret", "xecret"))
    #expect(!MonitorGate.areEqual("secret", "secre"))
    #expect(!MonitorGate.areEqual("secret", ""))
  }

  @Test func aRequestOfThisMachineThatNoProxyPassedOnIsLocal() {
    func isLocal(_ address: String, _ headers: [String: String]) -> Bool {
      MonitorGate.isLocal(from: address) { headers[$0] }
    }
    for host in ["localhost", "LOCALHOST:8080", "127.0.0.1:80", "[::1]:8080", "[::1]"] {
      #expect(isLocal("127.0.0.1", ["host": host]))
      #expect(isLocal("::1", ["host": host]))
      #expect(!isLocal("192.168.1.7", ["host": host]))
      for name in ["x-forwarded-for", "forwarded", "x-real-ip", "via"] {
        #expect(!isLocal("127.0.0.1", ["host": host, name: "203.0.113.9"]))
        #expect(!isLocal("127.0.0.1", ["host": host, name: ""]))
      }
    }
    #expect(!isLocal("127.0.0.1", [:]))
    #expect(!isLocal("127.0.0.1", ["host": "app.example.com"]))
  }

  @Test func aBrowserThatHasSaidTheTokenIsKnownUntilTheProgramEnds() async throws {
    let clock = TestClock()
    let server = try WebServer(port: 0, pages: [], clock: clock)
    let persons = server.site.hub.persons
    let gate = MonitorGate(token: "secret", answersOtherMachines: false, known: KnownSessions())
    /// Requests the page with a cookie, and returns the cookie that the browser has afterwards.
    func ask(_ uri: String, _ cookie: String?) async throws -> String? {
      var headers: HTTPHeaders = ["Host": "localhost"]
      if let cookie { headers.add(name: "Cookie", value: cookie) }
      let head = HTTPRequestHead(version: .http1_1, method: .GET, uri: uri, headers: headers)
      var asked = try PageRequest(head, from: "127.0.0.1")
      let visit = await Visit(persons, asked)
      asked.visit = visit
      let request = asked
      do {
        _ = try await visit.asItsWork { try await gate.visitor(request, path: "/monitor") }
      } catch PageAnswer.redirect {
        // The request had the token.
      }
      let given = await visit.cookie(isSecure: false)
      return given.map { String($0.prefix { $0 != ";" }) } ?? cookie
    }
    let planted = persons.cookie(of: SessionID(), isSecure: false)
    let cookie = try await ask("/monitor?token=secret", planted)
    #expect(cookie != planted)
    #expect(try await ask("/monitor", cookie) == cookie)
    await #expect(throws: PageAnswer.unauthorized) { try await ask("/monitor", planted) }
    clock.advance(by: .seconds(3_600))
    await persons.sweep()
    #expect(persons.count == 0)
    #expect(try await ask("/monitor", cookie) == cookie)
    let stranger = persons.cookie(of: SessionID(), isSecure: false)
    await #expect(throws: PageAnswer.unauthorized) { try await ask("/monitor", stranger) }
  }

  @Test func noTwoTokensAreTheSame() {
    let tokens = Set((0..<100).map { _ in MonitorGate.randomToken() })
    #expect(tokens.count == 100)
    #expect(tokens.allSatisfy { $0.utf8.count == 32 })
  }
}
