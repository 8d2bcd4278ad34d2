// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Testing

@testable import MillraceWeb

@Suite struct FirstScriptTests {
  @Test func thePolicyAllowsWhatThePageCarriesAndNoOtherScript() throws {
    let live = Document.Live(session: SessionID(), path: "/", batch: 1)
    let html = Document(title: "T", body: "x", live: live).html()
    let inline = html.split(separator: "<script>")
    #expect(inline.count == 2, "the page contains one inline script")
    #expect(inline[1].hasPrefix(FirstScript.text + "</script>"))
    #expect(!FirstScript.text.contains("</"))
    let hash = Data(SHA256.hash(data: Data(FirstScript.text.utf8))).base64EncodedString()
    let head = Response(.ok).head(keepsAlive: true)
    let policy = try #require(head.headers.first(name: "content-security-policy"))
    #expect(policy.contains("script-src 'self' 'sha256-\(hash)';"))
  }

  @Test func itStandsBeforeTheStyleSheetThatWouldDelayIt() throws {
    let live = Document.Live(session: SessionID(), path: "/", batch: 1)
    let html = Document(title: "T", body: "x", live: live).html()
    let script = try #require(html.range(of: "<script>"))
    let style = try #require(html.range(of: "rel=\"stylesheet\""))
    #expect(script.lowerBound < style.lowerBound)
  }
}
