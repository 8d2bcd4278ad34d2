// SPDX-License-Identifier: Apache-2.0

import MillraceWeb
import Testing

@Suite struct ServeOptionsTests {
  private func options(_ host: String, _ port: Int) -> ServeOptions.Request {
    var options = ServeOptions()
    options.host = host
    options.port = port
    return .serve(options)
  }

  @Test func optionsAreRead() throws {
    #expect(try ServeOptions.parse([]) == options("127.0.0.1", 8080))
    #expect(try ServeOptions.parse(["--port", "0"]) == options("127.0.0.1", 0))
    #expect(try ServeOptions.parse(["--host=::1", "--port=9"]) == options("::1", 9))
    #expect(try ServeOptions.parse(["--port", "1", "--port", "2"]) == options("127.0.0.1", 2))
    #expect(try ServeOptions.parse(["--port", "1", "-h"]) == .help)
    #expect(try ServeOptions.parse(["--help", "--nonsense"]) == .help)
    var behind = ServeOptions()
    behind.allowedHosts = ["a.example", "b.example"]
    behind.basePath = "/app"
    behind.trustedProxies = ["127.0.0.1"]
    let words = ["--allow-host", "a.example", "--allow-host=b.example", "--base-path", "/app"]
    #expect(try ServeOptions.parse(words + ["--trusted-proxy", "127.0.0.1"]) == .serve(behind))
  }

  @Test(arguments: [
    (["--prot", "1"], ServeOptions.Failure.unknown("--prot")), (["8080"], .unknown("8080")),
    (["--port"], .noValue("--port")), (["--host="], .noValue("--host")),
    (["--port", "x"], .badPort("x")), (["--port=65536"], .badPort("65536")),
    (["--port", "-1"], .badPort("-1")),
  ])
  func mistakesAreSaid(arguments: [String], failure: ServeOptions.Failure) {
    #expect(throws: failure) { try ServeOptions.parse(arguments) }
    #expect(failure.description.hasSuffix("."))
  }

  @Test func theUsageNamesTheProgram() {
    #expect(ServeOptions.usage("gallery").hasPrefix("usage: gallery [--port N] [--host H]"))
  }
}
