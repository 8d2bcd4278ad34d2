// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews
import Testing

private struct Item: Identifiable {
  let id: Int
}

private struct Full: LocalizedError {
  var errorDescription: String? { "The disk is full." }
}

@MainActor struct ViewDialogFormsTests {
  @Test func aCoverOfAnItem() throws {
    struct Page: View {
      @State private var item: Item?
      var body: some View {
        Button("Open") { item = Item(id: 7) }
          .fullScreenCover(item: $item) { Text("item \($0.id)") }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.texts == ["Open", "item 7"])
    try host.send(.dismiss, .dialog)
    _ = host.flush()
    #expect(host.texts == ["Open"])
  }

  @Test func anAlertAboutAnError() throws {
    struct Page: View {
      @State private var isShown = false
      @State private var error: Full?
      var body: some View {
        Button("Show") { isShown = true }
          .alert(isPresented: $isShown, error: error) {
            Button("Retry") {}
          }
          .alert(isPresented: $isShown, error: error) { _ in
            Button("Ignore") {}
          } message: {
            Text("message of \($0.errorDescription ?? "")")
          }
        Button("Fail") { error = Full() }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap(0)
    _ = host.flush()
    #expect(host.ids(.dialog).isEmpty)
    try host.tap(1)
    _ = host.flush()
    #expect(
      host.elements(.dialog).map { $0.value("aria-label") }
        == Array(repeating: "The disk is full.", count: 2))
    #expect(host.texts.contains("Retry") && host.texts.contains("message of The disk is full."))
  }

  @Test func titlesAsTexts() {
    let isShown = Binding.constant(true)
    let host = ViewHost.shown(
      Text("x")
        .alert(Text("one"), isPresented: isShown) { Button("a") {} }
        .alert(Text("two"), isPresented: isShown) {
          Button("a") {}
        } message: {
          Text("m")
        }
        .alert(Text("three"), isPresented: isShown, presenting: 3) { Text("\($0)") }
        .alert(Text("four"), isPresented: isShown, presenting: 3) { _ in
        } message: {
          Text("\($0)")
        }
        .confirmationDialog(Text("seven"), isPresented: isShown, presenting: 3) { Text("\($0)") }
        .confirmationDialog(Text("eight"), isPresented: isShown, presenting: 3) { _ in
        } message: {
          Text("\($0)")
        }
        .confirmationDialog(Text("five"), isPresented: isShown) { Button("a") {} }
        .confirmationDialog(Text("six"), isPresented: isShown) {
        } message: {
          Text("m")
        })
    let titles = host.elements(.dialog).compactMap { $0.value("aria-label") }
    #expect(Set(titles) == ["one", "two", "three", "four", "five", "six", "seven", "eight"])
  }

  @Test func choicesAboutAValue() throws {
    struct Page: View {
      @State private var isShown = true
      @State private var item: Item?
      var body: some View {
        Button("Choose") { item = Item(id: 7) }
          .confirmationDialog("t", isPresented: $isShown, presenting: item) {
            Button("Delete \($0.id)") {}
          } message: {
            Text("message \($0.id)")
          }
          .confirmationDialog(
            "u", isPresented: $isShown, titleVisibility: .hidden, presenting: item
          ) {
            Button("Copy \($0.id)") {}
          }
      }
    }
    let host = ViewHost.shown(Page())
    #expect(host.ids(.dialog).isEmpty)
    try host.tap()
    _ = host.flush()
    #expect(host.ids(.dialog).count == 2)
    #expect(host.texts.contains("Delete 7") && host.texts.contains("message 7"))
    #expect(host.texts.contains("Copy 7"))
  }

  @Test(arguments: [Visibility.hidden, .visible, .automatic])
  func aHiddenTitleIsForScreenReadersOnly(visibility: Visibility) {
    let host = ViewHost(
      Text("x").confirmationDialog("t", isPresented: .constant(true), titleVisibility: visibility) {
        Button("a") {}
      })
    let html = host.html()
    #expect(html.contains("class=\"mv-title\"") == (visibility != .hidden))
    #expect(html.contains("aria-label=\"t\""))
  }
}
