// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@Suite struct ServerMessageTests {
  private func id(_ number: Int) -> NodeID { NodeID(rawValue: number) }

  @Test func aWelcomeIsWritten() {
    let plain = ServerMessage.welcome(
      session: "s", isNew: false, ack: 2, batch: 3, title: "T\"", html: nil)
    #expect(
      plain.encoded()
        == #"{"t":"welcome","session":"s","new":false,"ack":2,"batch":3,"title":"T\""}"#)
    let whole = ServerMessage.welcome(
      session: "s", isNew: true, ack: 0, batch: 1, title: "", html: "<p>")
    #expect(whole.encoded().hasSuffix(#""title":"","html":"\u003cp>"}"#))
    let more = ServerMessage.welcome(
      session: "s", isNew: false, ack: 2, batch: 3, title: "", html: nil, hasMore: true)
    #expect(more.encoded().hasSuffix(#""title":"","more":true}"#))
  }

  @Test func anAcknowledgementIsWritten() {
    #expect(ServerMessage.ack(7).encoded() == #"{"t":"ack","ack":7}"#)
  }

  @Test(arguments: [
    (Patch.setText(NodeID(rawValue: 1), "a\nb"), #"["text",1,"a\nb"]"#),
    (.setAttribute(NodeID(rawValue: 1), name: "value", value: "v"), #"["set",1,"value","v"]"#),
    (.removeAttribute(NodeID(rawValue: 1), name: "checked"), #"["unset",1,"checked"]"#),
    (.insert(html: "x", parent: NodeID(rawValue: 2), before: nil), #"["insert",2,null,"x"]"#),
    (
      .insert(html: "x", parent: NodeID(rawValue: 2), before: NodeID(rawValue: 3)),
      #"["insert",2,3,"x"]"#
    ),
    (.move(NodeID(rawValue: 1), parent: NodeID(rawValue: 2), before: nil), #"["move",1,2,null]"#),
    (
      .move(
        NodeID(rawValue: 1), through: NodeID(rawValue: 4), parent: NodeID(rawValue: 2),
        before: NodeID(rawValue: 3)), #"["move",1,2,3,4]"#
    ),
    (.remove(NodeID(rawValue: 9)), #"["remove",9]"#),
    (.remove(NodeID(rawValue: 9), through: NodeID(rawValue: 12)), #"["remove",9,12]"#),
    (.setTitle("T"), #"["title","T"]"#),
    (
      .setAddress(PageAddress(path: ["a b"], query: ["q": "<"]), replaces: true),
      #"["address","/a%20b?q=%3C",1]"#
    ),
    (.setAddress(PageAddress(), replaces: false), #"["address","/",0]"#),
    (.open("https://example.org/"), #"["open","https://example.org/"]"#),
  ])
  func everyPatchIsWritten(patch: Patch, json: String) {
    let message = ServerMessage.patch(batch: 4, ack: 5, ServerMessage.encoded([patch]))
    #expect(message.encoded() == #"{"t":"patch","batch":4,"ack":5,"patches":[\#(json)]}"#)
  }

  @Test func patchesAreInOrder() {
    let patches = ServerMessage.encoded([.remove(id(1)), .remove(id(2))])
    let message = ServerMessage.patch(batch: 1, ack: 0, patches)
    #expect(message.encoded().hasSuffix(#"[["remove",1],["remove",2]]}"#))
  }
}
