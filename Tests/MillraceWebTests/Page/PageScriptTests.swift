// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@testable import MillraceWeb

@Suite struct PageScriptTests {
  @Test func theScriptIsShort() {
    #expect(PageScript.text.split(separator: "\n", omittingEmptySubsequences: false).count < 310)
  }

  @Test func rawTextIsNeverParsedAsHTML() {
    // The one place that parses HTML is the template for whole, escaped elements.
    let all = Asset.scripts.map(\.text).joined()
    #expect(all.components(of: "innerHTML") == 1)
    #expect(TreeScript.text.contains("template.innerHTML = html"))
    for danger in ["eval(", "outerHTML", "insertAdjacentHTML", "document.write", "new Function"] {
      #expect(!all.contains(danger))
    }
  }

  @Test func theScriptKnowsEveryVerb() {
    let id = NodeID(rawValue: 1)
    let patches: [Patch] = [
      .setText(id, ""), .setAttribute(id, name: "a", value: ""), .removeAttribute(id, name: "a"),
      .insert(html: "", parent: id, before: nil), .move(id, parent: id, before: nil), .remove(id),
      .setTitle(""), .setAddress(PageAddress(), replaces: true), .open(""),
    ]
    for patch in patches {
      let json = ServerMessage.patch(batch: 1, ack: 0, ServerMessage.encoded([patch])).encoded()
      let verb = json.split(separator: "[[\"")[1].prefix { $0 != "\"" }
      #expect(PageScript.text.contains("\n    \(verb): (ack"), "the verb \(verb)")
    }
  }
}

extension String {
  fileprivate func components(of text: String) -> Int { split(separator: text).count - 1 }
}
