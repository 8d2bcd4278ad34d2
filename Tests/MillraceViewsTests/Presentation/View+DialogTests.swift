// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

@MainActor struct ViewDialogTests {
  @Test func anAlertHasTitleMessageAndButtons() {
    let html = render(
      Text("page").alert("Sure?", isPresented: .constant(true)) {
        Button("Delete", role: .destructive) {}
      } message: {
        Text("It is gone then.")
      })
    #expect(
      html.replacing(#/millrace-n\d+/#, with: "ID") == """
        <span>page</span>\
        <dialog class="mv-alert" role="alertdialog" aria-label="Sure?" tabindex="-1" \
        aria-describedby="ID" data-on="dismiss">\
        <h2 class="mv-title"><span>Sure?</span></h2>\
        <div class="mv-message" id="ID"><span>It is gone then.</span></div>\
        <div class="mv-actions"><button type="button" class="mv-destructive" data-on="tap">\
        <span>Delete</span></button></div></dialog>
        """)
  }

  @Test func anAlertWithoutButtonsHasOne() throws {
    let html = render(Text("page").alert("Done", isPresented: .constant(true)) {})
    #expect(html.contains("<span>OK</span></button>"))
    #expect(!render(Text("page").alert("Done", isPresented: .constant(false)) {}).contains("OK"))
  }

  @Test func anAlertWhoseButtonIsNotThereHasOne() {
    struct Asking: View {
      let model: Model
      var body: some View {
        Text("page").alert("Done", isPresented: .constant(true)) {
          if model.isOn { Button("Undo") {} }
        }
      }
    }
    let model = Model()
    let host = ViewHost.shown(Asking(model: model))
    #expect(host.texts == ["page", "Done", "OK"])
    model.isOn = true
    _ = host.flush()
    #expect(host.texts == ["page", "Done", "Undo"])
    model.isOn = false
    _ = host.flush()
    #expect(host.texts == ["page", "Done", "OK"])
  }

  @Test func aWayOutOfOnesOwnIsTheOnlyOne() throws {
    struct Choosing: View {
      @State private var isAsking = true
      @State private var answer = ""
      var body: some View {
        Text(answer).confirmationDialog("Sure?", isPresented: $isAsking) {
          Button("Yes") { answer = "yes" }
          Button("Keep", role: .cancel) { answer = "kept" }
        }
      }
    }
    let host = ViewHost.shown(Choosing())
    #expect(Array(host.texts.suffix(3)) == ["Sure?", "Yes", "Keep"])
    try host.send(.dismiss, .dialog)
    _ = host.flush()
    #expect(host.texts == ["kept"])
  }

  @Test func theFirstOfSeveralWaysOutIsTaken() throws {
    struct Choosing: View {
      @State private var isAsking = true
      @State private var answer = ""
      var body: some View {
        Text(answer).confirmationDialog("Sure?", isPresented: $isAsking) {
          ForEach(0..<8) { number in Button("\(number)", role: .cancel) { answer += "\(number)" } }
        }
      }
    }
    let host = ViewHost.shown(Choosing())
    try host.send(.dismiss, .dialog)
    _ = host.flush()
    #expect(host.texts == ["0"])
  }

  @Test func anAlertAboutAValueNeedsTheValue() throws {
    struct Asking: View {
      @State private var name: String?
      @State private var isAsking = true
      var body: some View {
        Button("Name") { name = "x" }
          .alert("Sure?", isPresented: $isAsking, presenting: name) { name in
            Button("Delete \(name)") {}
          } message: { name in
            Text("It is \(name).")
          }
      }
    }
    let host = ViewHost.shown(Asking())
    #expect(host.ids(.dialog).isEmpty)
    try host.tap(0)
    _ = host.flush()
    #expect(Array(host.texts.suffix(3)) == ["Sure?", "It is x.", "Delete x"])
    try host.tap(1)
    _ = host.flush()
    #expect(host.ids(.dialog).isEmpty)
  }

  private struct Item: Identifiable {
    let id: Int
  }

  private struct Page: View {
    @State private var item: Item?
    @State private var isAsking = false
    @State private var answer = ""

    var body: some View {
      Button("Open") { item = Item(id: 1) }
        .sheet(item: $item) { item in
          Text("item \(item.id)")
          Button("Next") { self.item = Item(id: 2) }
        }
      Button("Ask") { isAsking = true }
        .confirmationDialog("Sure?", isPresented: $isAsking) { Button("Yes") { answer = "yes" } }
      Text("\(item?.id ?? 0) \(isAsking) \(answer)")
    }
  }

  @Test func aSheetShowsItsItem() throws {
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.texts.contains("item 1"))
    try host.tap(2)
    _ = host.flush()
    #expect(host.texts.contains("item 2") && host.ids(.dialog).count == 1)
    try host.send(.dismiss, .dialog)
    _ = host.flush()
    #expect(host.ids(.dialog).isEmpty && host.texts.last == "0 false ")
  }

  @Test func anotherItemClosesTheSheetOfTheOneBefore() throws {
    struct Named: Identifiable {
      let id: Int
      var name: String
    }
    struct Editing: View {
      @State private var item: Named?
      @State private var log = ""

      var body: some View {
        Button("Open") { item = Named(id: 1, name: "a") }
          .sheet(item: $item, onDismiss: { log += "closed " }) { item in
            Text(item.name)
            Button("Rename") { self.item?.name = "b" }
            Button("Next") { self.item = Named(id: 2, name: "c") }
            Button("Done") { self.item = nil }
          }
        Text("log: \(log)")
      }
    }
    let host = ViewHost.shown(Editing())
    let page = PatchedPage(html: host.html())
    func press(_ button: Int) throws -> [NodeID] {
      try host.tap(button)
      try page.apply(host.flush())
      #expect(page.root.description == PatchedPage(html: host.html()).root.description)
      return host.ids(.dialog)
    }
    let first = try press(0)
    #expect(first.count == 1)
    #expect(try press(1) == first, "the same item is the same dialog")
    #expect(host.texts.contains("b") && host.texts.contains("log: "))
    let second = try press(2)
    #expect(second.count == 1 && second != first)
    #expect(host.texts.contains("c") && host.texts.contains("log: closed "))
    #expect(try press(3).isEmpty)
    #expect(host.texts.contains("log: closed closed "))
  }

  @Test func choicesEndWithAWayOut() throws {
    let host = ViewHost.shown(Page())
    try host.tap(1)
    _ = host.flush()
    #expect(Array(host.texts.suffix(3)) == ["Sure?", "Yes", "Cancel"])
    try host.tap(2)
    _ = host.flush()
    #expect(host.ids(.dialog).isEmpty && host.texts.last == "0 false yes")
  }

  @Test func choicesWithoutAButtonHaveAWayOut() throws {
    struct Choosing: View {
      let model: Model
      var body: some View {
        Text("page").confirmationDialog("Sure?", isPresented: .constant(true)) {
          if model.isOn { Button("Yes") {} }
        }
      }
    }
    let model = Model()
    let host = ViewHost.shown(Choosing(model: model))
    #expect(host.texts == ["page", "Sure?", "Cancel"])
    model.isOn = true
    _ = host.flush()
    #expect(host.texts == ["page", "Sure?", "Yes", "Cancel"])
  }

  @Test(arguments: [false, true])
  func anAlertClosesOnceAndAfterTheActionOfItsCancelButton(isPressed: Bool) throws {
    struct Asking: View {
      let note: (String) -> Void
      @State private var isAsking = true
      var body: some View {
        let isPresented = Binding {
          isAsking
        } set: {
          isAsking = $0
          note("\($0)")
        }
        Text("page").alert("Sure?", isPresented: isPresented) {
          Button("Keep", role: .cancel) { note("kept") }
        }
      }
    }
    var log: [String] = []
    let host = ViewHost.shown(Asking { log.append($0) })
    if isPressed { try host.tap() } else { try host.send(.dismiss, .dialog) }
    _ = host.flush()
    #expect(log == ["kept", "false"] && host.texts == ["page"])
  }

  @Test func aWayOutThatIsDisabledIsNotTaken() throws {
    struct Asking: View {
      let disabled: [Bool]
      @State private var isAsking = true
      @State private var log = ""
      var body: some View {
        Text(log).alert("Sure?", isPresented: $isAsking) {
          Button("Yes") { log += "yes" }
          Button("Keep", role: .cancel) { log += "kept" }.disabled(disabled[0])
          Button("No", role: .cancel) { log += "no" }.disabled(disabled[1])
        }
      }
    }
    let all: [([Bool], String)] = [
      ([false, false], "kept"), ([true, false], "no"), ([true, true], ""),
    ]
    for (disabled, answer) in all {
      let host = ViewHost.shown(Asking(disabled: disabled))
      try host.send(.dismiss, .dialog)
      _ = host.flush()
      #expect(host.texts == [answer] && host.ids(.dialog).isEmpty)
    }
  }
}
