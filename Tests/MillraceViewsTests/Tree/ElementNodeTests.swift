// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct ElementNodeTests {
  private func makeElement() -> (ViewHost, ElementNode) {
    let host = ViewHost.shown(TextField("a", text: .constant("x")))
    return (host, host.nodes(.input)[0])
  }

  @Test func changesOfOneFlushAreToldOnce() {
    let (host, element) = makeElement()
    element.set(.value, "y")
    element.set(.value, "z")
    element.set(.placeholder, "p")
    element.set(.placeholder, nil)
    #expect(host.flush() == [.setAttribute(element.id, name: "value", value: "z")])
  }

  @Test func aChangeThatIsTakenBackIsNotTold() {
    let (host, element) = makeElement()
    element.set(.value, "y")
    element.set(.value, "x")
    #expect(host.flush().isEmpty)
  }

  @Test func whatThePageShowsIsComparedWithWhatItShallShow() {
    let (host, element) = makeElement()
    element.set(.value, "y")
    element.note(.value, "z")
    element.set(.value, "y")
    #expect(host.flush() == [.setAttribute(element.id, name: "value", value: "y")])
    element.note(.value, "z")
    #expect(host.flush().isEmpty)
  }
}
