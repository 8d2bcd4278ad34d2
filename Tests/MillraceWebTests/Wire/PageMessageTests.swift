// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@Suite struct PageMessageTests {
  @Test func aHelloIsRead() throws {
    let message = try PageMessage(#"{"t":"hello","session":"s","page":"/p","batch":0}"#)
    #expect(message == .hello(session: "s", page: ["p"], batch: 0, address: nil))
  }

  @Test func aHelloMaySayTheStateOfTheBrowser() throws {
    let message = try PageMessage(#"{"t":"hello","session":"s","page":"/p","batch":0,"browser":5}"#)
    #expect(
      message
        == .hello(session: "s", page: ["p"], batch: 0, address: nil, browser: [.dark, .narrow]))
  }

  @Test(arguments: ["/7?q=x", "/7/..", "https://example.com", ""])
  func aHelloMaySayTheAddressAndOneThatIsNoneIsLeftOut(text: String) throws {
    let message = try PageMessage(
      #"{"t":"hello","session":"s","page":"/p","batch":0,"address":"\#(text)"}"#)
    let address = PageAddress(text)
    #expect(message == .hello(session: "s", page: ["p"], batch: 0, address: address))
    #expect((address == nil) == (text != "/7?q=x"))
  }

  @Test(arguments: [
    (#""tap""#, ViewEvent.Kind.tap), (#""submit""#, .submit), (#""dismiss""#, .dismiss),
    (#""input","value":"x""#, .input("x")), (#""select","value":"""#, .select("")),
    (#""toggle","value":true"#, .toggle(true)), (#""hover","value":true"#, .hover(true)),
    (#""focus","value":false"#, .focus(false)), (#""move","value":0"#, .move(before: nil)),
    (#""press","x":-2,"y":30"#, .press(at: CGPoint(x: -2, y: 30))),
    (
      #""drag","phase":"ended","x":1,"y":2,"fromX":3,"fromY":-4,"speedX":5,"speedY":-6"#,
      .drag(
        ViewEvent.Drag(
          from: CGPoint(x: 3, y: -4), to: CGPoint(x: 1, y: 2),
          velocity: CGSize(width: 5, height: -6), phase: .ended))
    ),
    (#""key","value":"arrowup","phase":"repeat","held":2"#, .key("arrowup", .repeat, .shift)),
    (#""move","value":5"#, .move(before: NodeID(rawValue: 5))),
    (#""address","value":"/a%20b?q=x""#, .address(PageAddress(path: ["a b"], query: ["q": "x"]))),
    (#""browser","value":9"#, .browser([.dark, .hidden])),
    (#""rows","first":0,"count":9,"keep":0"#, .rows(0..<9, keeping: nil)),
    (#""rows","first":7,"count":1,"keep":5"#, .rows(7..<8, keeping: NodeID(rawValue: 5))),
  ])
  func everyKindOfEventIsRead(json: String, kind: ViewEvent.Kind) throws {
    let message = try PageMessage(#"{"t":"event","seq":3,"node":7,"kind":\#(json)}"#)
    #expect(message == .event(seq: 3, ViewEvent(node: NodeID(rawValue: 7), kind: kind)))
  }

  @Test func aPageMayAskForASignOfLife() throws {
    #expect(try PageMessage(#"{"t":"ask"}"#) == .ask)
    #expect(throws: PageMessage.Failure.unknownField) { try PageMessage(#"{"t":"ask","x":1}"#) }
  }

  @Test func filesAreNamed() throws {
    let message = try PageMessage(
      #"{"t":"event","seq":3,"node":7,"kind":"files","value":"one two"}"#)
    #expect(message == .files(seq: 3, NodeID(rawValue: 7), ["one", "two"]))
  }

  @Test(arguments: [
    ("{", PageMessage.Failure.notFlat(.unexpected(at: 1))),
    (#"{"a":1}"#, .missingField("t")),
    (#"{"t":"bye"}"#, .unknownType),
    (#"{"t":1}"#, .badField("t")),
    (#"{"t":"hello","session":"s","page":"/p"}"#, .missingField("batch")),
    (#"{"t":"hello","session":"s","page":"/p","batch":1,"x":1}"#, .unknownField),
    (#"{"t":"hello","session":"s","page":"","batch":1}"#, .badField("page")),
    (#"{"t":"hello","session":"s","page":"p","batch":1}"#, .badField("page")),
    (#"{"t":"hello","session":"s","page":"/a\nb","batch":1}"#, .badField("page")),
    (#"{"t":"hello","session":"s","page":"/a%00b","batch":1}"#, .badField("page")),
    (#"{"t":"event","seq":0,"node":7,"kind":"tap"}"#, .badField("seq")),
    (#"{"t":"event","seq":1,"node":0,"kind":"tap"}"#, .badField("node")),
    (#"{"t":"event","seq":"1","node":1,"kind":"tap"}"#, .badField("seq")),
    (#"{"t":"event","seq":1,"node":1,"kind":"fly"}"#, .unknownKind),
    (#"{"t":"event","seq":1,"node":1,"kind":"address","value":"/.."}"#, .badField("value")),
    (#"{"t":"event","seq":1,"node":1,"kind":"address"}"#, .missingField("value")),
    (#"{"t":"event","seq":1,"node":1,"kind":"tap","value":"x"}"#, .unknownField),
    (#"{"t":"event","seq":1,"node":1,"kind":"files","value":"x","more":1}"#, .unknownField),
    (#"{"t":"event","seq":1,"node":1,"kind":"files","value":1}"#, .badField("value")),
    (#"{"t":"event","seq":1,"node":1,"kind":"press","x":1000001,"y":0}"#, .badField("x")),
    (#"{"t":"event","seq":1,"node":1,"kind":"press","x":0,"y":-1000001}"#, .badField("y")),
    (#"{"t":"event","seq":1,"node":1,"kind":"drag","phase":"up"}"#, .badField("phase")),
    (
      #"{"t":"event","seq":1,"node":1,"kind":"drag","phase":"ended","speedX":0}"#,
      .missingField("speedY")
    ),
    (
      #"{"t":"event","seq":1,"node":1,"kind":"key","value":"a","phase":"x","held":0}"#,
      .badField("phase")
    ),
    (
      #"{"t":"event","seq":1,"node":1,"kind":"key","value":"a","phase":"up","held":32}"#,
      .badField("held")
    ),
    (#"{"t":"event","seq":1,"node":1,"kind":"browser","value":16}"#, .badField("value")),
    (#"{"t":"hello","session":"s","page":"/p","batch":1,"browser":16}"#, .badField("browser")),
    (#"{"t":"event","seq":-1,"node":7,"kind":"tap"}"#, .badField("seq")),
    (#"{"t":"event","seq":1,"node":1,"kind":"toggle","value":"true"}"#, .badField("value")),
    (#"{"t":"event","seq":1,"node":1,"kind":"input","value":true}"#, .badField("value")),
    (#"{"t":"event","seq":1,"node":1,"kind":"input"}"#, .missingField("value")),
    (
      #"{"t":"event","seq":1,"node":1,"kind":"rows","first":1,"count":0,"keep":0}"#,
      .badField("count")
    ),
  ])
  func whatIsNotAllowedIsRefused(text: String, failure: PageMessage.Failure) {
    #expect(throws: failure) { try PageMessage(text) }
    #expect(!failure.description.isEmpty)
  }

  @Test func aLongSessionOrPathIsRefused() {
    let long = String(repeating: "x", count: PageAddress.longest)
    #expect(throws: PageMessage.Failure.badField("session")) {
      try PageMessage(#"{"t":"hello","session":"\#(long)","page":"/p","batch":0}"#)
    }
    #expect(throws: PageMessage.Failure.badField("page")) {
      try PageMessage(#"{"t":"hello","session":"s","page":"/\#(long)","batch":0}"#)
    }
  }

  /// Each character of the name has nine bytes in the path.
  @Test func thePathOfAHelloIsAsLongAsThatOfAnAddress() throws {
    let name = String(repeating: "道", count: 400)
    let page = PageAddress(path: [name]).text
    let message = try PageMessage(#"{"t":"hello","session":"s","page":"\#(page)","batch":0}"#)
    #expect(message == .hello(session: "s", page: [name], batch: 0, address: nil))
  }

  @Test func failuresNeverHoldWhatWasTyped() {
    let texts = [
      #"{"t":"event","seq":1,"node":1,"kind":"toggle","value":"hunter2"}"#,
      #"{"t":"event","seq":1,"node":1,"kind":"tap","value":"hunter2"}"#,
      #"{"t":"event","seq":1,"node":1,"kind":"input","value":"hunter2"#,
    ]
    for text in texts {
      do {
        _ = try PageMessage(text)
        Issue.record("accepted \(text)")
      } catch {
        #expect(!error.description.contains("hunter2"))
      }
    }
  }
}
