// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceWeb

@Suite struct SessionRenewalErrorTests {
  @Test func everyMessageSaysWhatHasHappenedAndWhatToDo() {
    let cases: [(SessionRenewalError, String)] = [
      (.hasEnded, "The session has ended; use the session of the next request."),
      (.noPage, "No page's work has called renew(); call it in a page's closure or in"),
      (.noAnswer, "The browser has not sent the new cookie back; let the person log in again."),
      (.replaced, "Another page has renewed the session first; let the person log in again."),
    ]
    for (error, text) in cases { #expect(error.description.hasPrefix(text)) }
  }
}
