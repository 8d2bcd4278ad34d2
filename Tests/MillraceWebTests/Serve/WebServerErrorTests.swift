// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceWeb

@Suite struct WebServerErrorTests {
  @Test func everyMessageSaysWhatToDoOnOneLine() {
    let cases: [(WebServerError, String)] = [
      (.portInUse(host: "h", port: 1), "Port 1 on h is in use. Stop the program or"),
      (.portForbidden(port: 80), "not allowed to use port 80"), (.badHost("h\n"), "--host"),
      (.badPort(-1), "-1 is not a port. Choose one from 0 to 65535"),
      (
        .badPath("/a", reason: "it is used already"),
        "The path '/a' cannot be used: it is used already. Choose"
      ),
      (.noAllowedHosts("0.0.0.0"), "--allow-host NAME"), (.shortKey("KEY"), "openssl rand"),
      (
        .badHostName("https://a\n"),
        "'https://a\u{FFFD}' in allowedHosts (--allow-host) is not a host name"
      ),
      (.badOrigin("a.b"), "'a.b' in allowedOrigins is not the origin of a site"),
      (.badProxy("localhost"), "'localhost' in trustedProxies (--trusted-proxy) is not an IP"),
      (.alreadyRunning, "Stop it first"), (.system("why"), "could not listen: why."),
    ]
    for (error, text) in cases {
      #expect(error.description.contains(text))
      #expect(!error.description.contains("\n"))
    }
  }
}
