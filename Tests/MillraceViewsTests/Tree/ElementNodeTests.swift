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

  @Test func anAttributeOfTheElementIsKeptWhileADecorationCoversIt() {
    let (host, element) = makeElement()
    let owner = Node(parent: element, scope: element.scope)
    element.set(.title, "own")
    element.decorate(.attribute(.title, "help"), by: owner)
    #expect(element.value(.title) == "help")
    element.set(.title, "new")
    #expect(element.value(.title) == "help")
    element.decorate(.attribute(.title, "more"), by: owner)
    #expect(element.value(.title) == "more")
    element.decorate(nil, by: owner)
    #expect(element.value(.title) == "new")
    element.decorate(.attribute(.title, "help"), by: owner)
    element.set(.title, nil)
    element.decorate(nil, by: owner)
    #expect(element.value(.title) == nil)
    #expect(host.flush().isEmpty)
  }
}
