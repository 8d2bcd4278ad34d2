// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct FieldScriptTests {
  @Test func itIsShortAndKnowsNothingOfTheWire() {
    #expect(FieldScript.text.split(separator: "\n").count < 150)
    for word in ["millraceLine", "send(", "WebSocket"] {
      #expect(!FieldScript.text.contains(word), "\(word)")
    }
  }

  @Test func thePageSaysHowMuchAMessageMayHold() {
    let live = Document.Live(session: SessionID(), path: "/", batch: 1, messageBytes: 4096)
    let html = Document(title: "", body: "", live: live).html()
    #expect(html.contains("data-message-bytes=\"4096\""))
    #expect(FieldScript.text.contains("dataset.messageBytes"))
  }
}
