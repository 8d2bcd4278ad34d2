// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

@MainActor struct ScopeTests {
  @Test func aChangeReachesInnerScopes() {
    let host = ViewHost(EmptyView())
    let outer = Scope(host: host, values: EnvironmentValues())
    let middle = Scope(in: outer)
    let inner = Scope(in: middle) { $0.submitAction = nil }
    #expect(inner.values.isEnabled)
    middle.setChange { $0.isEnabled = false }
    #expect(outer.values.isEnabled && !middle.values.isEnabled && !inner.values.isEnabled)
  }

  @Test func aScopeThatIsGoneIsForgotten() {
    let host = ViewHost(EmptyView())
    let outer = Scope(host: host, values: EnvironmentValues())
    weak var gone: Scope?
    do {
      let inner = Scope(in: outer)
      gone = inner
      #expect(inner.values.isEnabled)
    }
    #expect(gone == nil)
    outer.setChange { $0.isEnabled = false }
  }
}
