// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

import MillraceWeb

@MainActor @Suite struct WebOptionsTests {
  @Test(arguments: ["app", "/app/", "/", "/a b", "/a?b", "/a%20b"])
  func aBasePathIsPlain(path: String) {
    var options = WebOptions()
    options.basePath = path
    #expect(throws: WebServerError.self) { try WebSite(pages: [.field], options: options) }
  }

  @Test func aServerOnAllAddressesSaysItsNames() throws {
    #expect(throws: WebServerError.noAllowedHosts("0.0.0.0")) {
      try WebSite(host: "0.0.0.0", pages: [.field])
    }
    var options = WebOptions()
    options.allowedHosts = ["example.com"]
    _ = try WebSite(host: "0.0.0.0", pages: [.field], options: options)
  }
}
