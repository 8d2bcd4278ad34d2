// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct GuardTests {
  private let inside: Guard
  private let outside: Guard

  init() throws {
    inside = try #require(Self.make("127.0.0.1"))
    outside = try #require(Self.make("0.0.0.0", ["example.com", "[2001:DB8::1]"]))
  }

  private static func make(
    _ host: String, _ names: [String] = [], origins: [String] = [], proxies: [String] = []
  ) -> Guard? {
    var options = WebOptions()
    options.allowedHosts = names
    options.allowedOrigins = origins
    options.trustedProxies = proxies
    return Guard(host: host, options: options)
  }

  @Test(arguments: [
    "localhost", "LOCALHOST:8080", "127.0.0.1", "127.0.0.1:9", "[::1]", "[::1]:8080",
  ])
  func thisMachineIsServed(host: String) throws {
    try inside.checkHost(host)
  }

  /// The address that the server listens on, and the `Host` header of a browser for it.
  @Test(arguments: [
    ("127.0.0.2", "127.0.0.2:80"), ("0:0:0:0:0:0:0:1", "[::1]:80"),
    ("0:0:0:0:0:0:0:1", "localhost"), ("::1", "localhost"),
    ("2001:DB8:0::1", "[2001:db8::1]:80"), ("Example.com", "example.com"),
  ])
  func theAddressThatItListensOnIsServed(address: String, host: String) throws {
    let guards = try #require(Self.make(address))
    try guards.checkHost(host)
    #expect(throws: Guard.Refusal.foreignHost("evil")) { try guards.checkHost("evil") }
  }

  @Test(arguments: ["0.0.0.0", "::", "::0", "0:0:0:0:0:0:0:0"])
  func allAddressesNeedNames(address: String) throws {
    #expect(Self.make(address) == nil)
    #expect(Self.make(address, ["example.com"]) != nil)
    try #require(Self.make(address, ["*"])).checkHost("evil.example")
  }

  @Test(arguments: [
    "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example", "",
    "[::1].evil", "[::1", "localhost:80:80", "localhost:x", "127.0.0.2@evil",
  ])
  func otherNamesAreRefused(host: String) throws {
    #expect(throws: Guard.Refusal.foreignHost(host)) { try inside.checkHost(host) }
    #expect(throws: Guard.Refusal.foreignHost(host)) { try outside.checkHost(host) }
  }

  @Test(arguments: ["example.com", "Example.COM:8443", "[2001:db8::1]:80", "[2001:DB8::1]"])
  func allowedNamesAreServed(host: String) throws {
    try outside.checkHost(host)
    #expect(throws: Guard.Refusal.foreignHost(host)) { try inside.checkHost(host) }
    #expect(throws: Guard.Refusal.foreignHost("localhost")) { try outside.checkHost("localhost") }
  }

  /// Browsers write the canonical form, and other clients what a person has typed.
  @Test(arguments: [
    ("[2001:DB8:0:0:0:0:0:1]:80", "[2001:db8::1]"), ("[2001:db8::1]", "[2001:db8:0::1]:80"),
    ("[::ffff:1.2.3.4]", "[::ffff:102:304]:80"), ("[fe80::%25x]", "[fe80::%25x]"),
  ])
  func theFormOfAnAddressDoesNotMatter(name: String, host: String) throws {
    let guards = try #require(Self.make("0.0.0.0", [name]))
    try guards.checkHost(host)
    #expect(throws: Guard.Refusal.foreignHost("[2001:db8::2]")) {
      try guards.checkHost("[2001:db8::2]")
    }
  }

  @Test func anAllowedNameMayBeWrittenWithItsPort() throws {
    let guards = try #require(Self.make("0.0.0.0", ["example.com:8443"]))
    try guards.checkHost("example.com:8443")
    try guards.checkHost("example.com")
  }

  @Test func anAddressIsItsOwnName() throws {
    let guards = try #require(Self.make("192.168.1.2"))
    try guards.checkHost("192.168.1.2:8080")
    #expect(throws: Guard.Refusal.self) { try guards.checkHost("localhost") }
    try #require(Self.make("2001:db8::1")).checkHost("[2001:db8::1]:8080")
  }

  @Test func otherOriginsMayBeAllowed() throws {
    let guards = try #require(Self.make("127.0.0.1", origins: ["https://Other.example"]))
    try guards.checkOrigin("https://other.example", host: "localhost:1")
    #expect(throws: Guard.Refusal.self) {
      try guards.checkOrigin("http://other.example", host: "localhost:1")
    }
    let origins = ["http://[2001:DB8:0::1]:3000", "http://[::ffff:102:304]"]
    let addresses = try #require(Self.make("127.0.0.1", origins: origins))
    try addresses.checkOrigin("http://[2001:db8::1]:3000", host: "localhost:1")
    try addresses.checkOrigin("http://[::ffff:102:304]", host: "localhost:1")
  }

  @Test(arguments: [
    ([:], true), (["sec-fetch-site": "none"], true), (["sec-fetch-site": "same-origin"], true),
    (["sec-fetch-site": "cross-site"], false), (["sec-fetch-site": "same-site"], false),
    (
      [
        "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
      ], true
    ),
    (
      ["sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe"],
      false
    ),
    (
      ["sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image"],
      false
    ),
  ])
  func anotherSiteBeginsNoSession(headers: [String: String], may: Bool) throws {
    #expect(Guard.mayBeginSession(try request("/", headers.map { ($0, $1) })) == may)
  }

  @Test func aTrustedProxySaysWhoAsks() throws {
    let guards = try #require(Self.make("127.0.0.1", proxies: ["127.0.0.1", "10.0.0.1"]))
    func client(_ peer: String, _ headers: [(String, String)]) throws -> String {
      let (address, isSecure) = guards.client(of: peer, try request("/", headers))
      return address + (isSecure ? " secure" : "")
    }
    let named = [("X-Forwarded-For", "6.6.6.6, 9.9.9.9, 10.0.0.1"), ("X-Forwarded-Proto", "https")]
    #expect(try client("127.0.0.1", named) == "9.9.9.9 secure")
    #expect(try client("8.8.8.8", named) == "8.8.8.8", "the headers of other clients are ignored")
    #expect(try client("127.0.0.1", [("X-Forwarded-Proto", "WSS")]) == "127.0.0.1 secure")
    #expect(try client("127.0.0.1", [("X-Forwarded-Proto", "ws")]) == "127.0.0.1")
    #expect(try client("127.0.0.1", []) == "127.0.0.1")
    #expect(try client("127.0.0.1", [("X-Forwarded-For", "10.0.0.1")]) == "127.0.0.1")
    #expect(try client("::ffff:127.0.0.1", named) == "9.9.9.9 secure", "an IPv6 socket")
    let mapped = [("X-Forwarded-For", "9.9.9.9, ::ffff:10.0.0.1")]
    #expect(try client("127.0.0.1", mapped) == "9.9.9.9")
    let twice = [("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", "9.9.9.9")]
    #expect(try client("127.0.0.1", twice) == "9.9.9.9")
  }

  @Test func allProxiesOfARangeAreTrusted() throws {
    let guards = try #require(Self.make("127.0.0.1", proxies: ["10.0.0.0/8", "2001:db8::/32"]))
    let named = try request("/", [("X-Forwarded-For", "9.9.9.9, 10.1.2.3, 2001:DB8:7::1")])
    for proxy in ["10.200.0.1", "::ffff:10.0.0.1", "2001:db8:1::5"] {
      #expect(guards.isProxy(proxy) && guards.client(of: proxy, named).address == "9.9.9.9")
    }
    for other in ["11.0.0.1", "2001:db9::1", "unknown"] {
      #expect(!guards.isProxy(other) && guards.client(of: other, named).address == other)
    }
  }

  @Test func theHeadersOfAProxyAreKnown() throws {
    #expect(Guard.isForwarded(try request("/", [("X-Forwarded-For", "9.9.9.9")])))
    #expect(Guard.isForwarded(try request("/", [("x-forwarded-proto", "https")])))
    #expect(!Guard.isForwarded(try request("/", [("X-Other", "https")])))
  }

  @Test func aNameOfTheOptionsIsOneThatRequestsCanHave() {
    let names = [
      "*", "example.com", "Example.COM:8443", "example.com.", "xn--bcher-kva.de", "my_host",
      "10.0.0.1", "[::1]", "[2001:DB8::1]:80",
    ]
    for name in names { #expect(Guard.isName(name), "\(name)") }
    let others = [
      "", "https://example.com", "*.example.com", " example.com", "example.com/", "bücher.de",
      "::1", "[x]", "[10.0.0.1", "example.com:x", "a\nb",
    ]
    for other in others { #expect(!Guard.isName(other), "\(other)") }
  }

  @Test func anOriginOfTheOptionsIsOneThatPagesCanHave() {
    let origins = [
      "https://example.com", "HTTP://Example.COM:8080", "http://[2001:db8::1]:3000",
      "https://example.com:80", "http://127.0.0.1", "app+x://localhost",
    ]
    for origin in origins { #expect(Guard.origin(origin) != nil, "\(origin)") }
    let others = [
      "", "null", "*", "example.com", "https://", "https://*", "https://example.com/",
      "https://example.com:443", "http://example.com:80", "http://example.com:080",
      "http://example.com:", "http://example.com:x", "http://example.com:+81",
      "http://example.com:65536", "https://*:1", "http://a:1:2", " https://example.com",
      "https://user@example.com", "https://b\u{FC}cher.de", "://example.com",
    ]
    for other in others { #expect(Guard.origin(other) == nil, "\(other)") }
  }

  @Test(arguments: [
    ("1.2.3.4:5678", "1.2.3.4"), ("[2001:db8::1]:5", "2001:db8::1"), ("[::1]", "::1"),
    ("2001:db8::1", "2001:db8::1"), ("6.6.6.6, 1.2.3.4:1, 10.0.0.1:2", "1.2.3.4"),
    // These are not addresses, so the proxy's own address is used.
    ("unknown", "127.0.0.1"), ("6.6.6.6, _hidden", "127.0.0.1"), ("1.2.3.4:x", "127.0.0.1"),
    ("[::1]x", "127.0.0.1"), ("1.2.3", "127.0.0.1"), ("[", "127.0.0.1"), (":1", "127.0.0.1"),
    (String(repeating: "x", count: 5_000), "127.0.0.1"),
  ])
  func whatAProxyNamesIsAnAddress(named: String, client: String) throws {
    let guards = try #require(Self.make("127.0.0.1", proxies: ["127.0.0.1", "10.0.0.1"]))
    let asked = try request("/", [("X-Forwarded-For", named)])
    #expect(guards.client(of: "127.0.0.1", asked).address == client)
  }

  @Test func theOwnOriginIsServed() throws {
    try inside.checkOrigin("https://localhost:8080", host: "localhost:8080", isSecure: true)
    #expect(throws: Guard.Refusal.self) {
      try inside.checkOrigin("http://localhost:8080", host: "localhost:8080", isSecure: true)
    }
    try inside.checkOrigin("http://localhost:8080", host: "localhost:8080")
    try inside.checkOrigin("https://Site.example", host: "site.example")
  }

  @Test(arguments: [
    "http://localhost:8081", "http://evil.example", "null", "localhost:8080", "",
    "http://localhost:8080.evil.example", "ws://localhost:8080",
  ])
  func otherOriginsAreRefused(origin: String) {
    #expect(throws: Guard.Refusal.foreignOrigin(origin, own: "http://localhost:8080")) {
      try inside.checkOrigin(origin, host: "localhost:8080")
    }
  }

  @Test func theMessageNamesTheSchemeOfTheOwnOrigin() {
    let error = #expect(throws: Guard.Refusal.self) {
      try inside.checkOrigin("http://app.example.com", host: "App.example.com", isSecure: true)
    }
    #expect(
      error?.description == "Origin 'http://app.example.com' is not this server's own "
        + "('https://app.example.com'); allowedOrigins adds one")
  }

  @Test func aMissingOriginIsRefused() {
    #expect(throws: Guard.Refusal.missingOrigin) {
      try outside.checkOrigin(nil, host: "localhost:8080")
    }
    let message = Guard.Refusal.missingOrigin.description
    #expect(message.contains("'Origin' is missing"))
    #expect(message.contains("can open a socket or send a file"))
    #expect(Guard.Refusal.foreignHost("a\nb").description.contains("a\u{FFFD}b"))
    #expect(Guard.Refusal.foreignOrigin("a", own: "b").description.contains("('b')"))
  }

  @Test func loopbackIsKnown() {
    #expect(["localhost", "127.0.0.1", "127.9.9.9", "::1"].allSatisfy(Guard.isLoopback))
    let others = ["0.0.0.0", "::", "192.168.1.2", "127.example.com", "127.0.0.1.example.com"]
    #expect(others.allSatisfy { !Guard.isLoopback($0) })
  }
}
