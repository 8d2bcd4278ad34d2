// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillraceWeb.md needs; see bin/support/articles.py.

struct CounterContent: View {
  @State private var count = 0

  var body: some View { Button("\(count)") { count += 1 } }
}

// What the top of a main.swift is.
@MainActor func example1() async {
  // block 1
}
