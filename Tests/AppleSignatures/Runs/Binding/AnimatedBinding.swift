// SPDX-License-Identifier: Apache-2.0

// Tests of the bindings of `MillraceUI`, whose files are compiled together with this file.

import Millrace
import SwiftUI

struct Row: Identifiable, Equatable, Sendable {
  let id: Int
  var name = ""
}

struct Form: FormState, Equatable {
  var isOn = false
  var rows = EntityTable([Row(id: 1)])
  static let fields = [FormField("isOn", \Self.isOn)]
}

enum Write: FormAction {
  case edit(Edit<Form>), name(String)
}

@main
@MainActor
struct AnimatedBinding {
  static func main() {
    let store = Store<Form, Write>(
      initialState: Form(),
      reducer: Reducer { state, action in
        switch action {
        case .edit(let edit): edit.apply(to: &state)
        case .name(let name): state.rows[id: 1]?.name = name
        }
      })
    var commits: [Transaction] = []
    let subscription = store.subscribeToTransitions { _ in commits.append(.current) }
    func check(_ animation: Animation?, isStill: Bool = false, _ write: () -> Void) {
      commits = []
      write()
      let expected = commits.count == 1 && commits[0].animation == animation
      precondition(expected && commits[0].disablesAnimations == isStill, "\(commits)")
    }
    let isOn = store.binding(\.isOn)
    let name = store.binding(row: 1, of: \.rows, \.name, default: "") { .name($0) }
    check(nil) { isOn.wrappedValue = true }
    check(.default) { isOn.animation().wrappedValue = false }
    check(.linear) { name.animation(.linear).wrappedValue = "Ada" }
    // A binding without an animation does not end the animation around the write.
    check(.linear) { withAnimation(.linear) { isOn.wrappedValue = true } }
    check(.linear) { withAnimation(.linear) { name.wrappedValue = "Eve" } }
    check(nil, isStill: true) {
      var still = isOn
      still.transaction.disablesAnimations = true
      withAnimation(.linear) { still.wrappedValue = false }
    }
    check(.default) { store.dispatch(.name("Zoe"), animation: .default) }
    check(.linear) { store.dispatch(.name("Ann"), transaction: Transaction(animation: .linear)) }
    subscription.cancel()
  }
}
