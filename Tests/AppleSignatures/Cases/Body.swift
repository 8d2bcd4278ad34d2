// SPDX-License-Identifier: Apache-2.0

// The code around a case with `body:`, which replaces the call in the body.

struct V: View {
  @State var n = 3
  @State var flag = false
  @State var text = ""
  @State var model = Model()
  let items: [Item] = []
  func act() {}
  func load() async {}
  func take(_ result: Result<URL, any Error>) {}
  @ViewBuilder func editor() -> some View { Text("x") }
  var body: some View {
    CASE()
  }
}
