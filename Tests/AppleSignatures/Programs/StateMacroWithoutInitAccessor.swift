// SPDX-License-Identifier: Apache-2.0
// Expect: ok

import SwiftUI

struct V: View {
  var name: String
  private var counter: Int {
    @storageRestrictions(initializes: __counter)
    init(initialValue) { __counter = State(wrappedValue: initialValue) }
    get { __counter.wrappedValue }
    nonmutating set { __counter.wrappedValue = newValue }
  }
  private var __counter: State<Int>
  // without the second init accessor: what TN3211's sentence says
  private var _counter: State<Int> {
    get { __counter }
    set { __counter = newValue }
  }
  init(name: String) {
    _counter = State(wrappedValue: 1)
    self.name = name
  }
  var body: some View { Text(name) }
}
