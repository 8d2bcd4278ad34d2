// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct ErrorPageTests {
  @Test func anErrorSaysWhyAndLeadsBack() {
    let response = Response.error(
      .notFound, "No <page>.", home: "Home", headers: [("Allow", "GET")])
    let body = String(buffer: response.body)
    #expect(response.status == .notFound)
    #expect(body.contains("<h1 id=\"millrace-title\">404 Not Found</h1>"))
    #expect(body.contains("<p>No &lt;page&gt;.</p>"))
    #expect(body.contains("<a href=\"/\">Home</a>"))
    #expect(response.headers["allow"] == ["GET"])
    #expect(response.headers["cache-control"] == ["no-store"])
  }
}
