// SPDX-License-Identifier: Apache-2.0

// Around every case that is the body of a view.

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
