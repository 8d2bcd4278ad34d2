// SPDX-License-Identifier: Apache-2.0

import Testing

import MillraceViews

@MainActor struct PickerTests {
  @Test func optionsStandForTags() {
    let html = render(
      Picker("Size", selection: .constant(2)) {
        Text("Small").tag(1)
        Text("Large").tag(2)
      })
    #expect(
      html == """
        <label class="mv-field"><span>Size</span><select data-on="select">\
        <option value="1">Small</option><option value="2" selected>Large</option></select></label>
        """)
  }

  @Test func rowsWithoutATagStandForTheirID() {
    let html = render(
      Picker("P", selection: .constant("b" as String?)) {
        ForEach(["a", "b"], id: \.self) { Text("-\($0)") }
      })
    #expect(
      html.contains("<option value=\"a\">-a</option><option value=\"b\" selected>-b</option>"))
  }

  @Test func aMissingSelectionShowsNothing() {
    let html = render(Picker("P", selection: .constant(9)) { Text("one").tag(1) })
    #expect(html.contains("<option value=\"\" hidden selected></option><option value=\"1\">"))
  }

  @Test func onlyTextsAreOptions() {
    let html = render(
      Picker("P", selection: .constant(1)) {
        Text("one").tag(1)
        Divider()
        VStack { Text("no") }
      })
    #expect(!html.contains("no</span>") && !html.contains("<hr"))
  }

  @Test func titlesOfLabelsAndTheContentOfSectionsAreOptions() throws {
    struct Page: View {
      @State private var chosen = 1
      @State private var word = "two"
      let style: any PickerStyle
      var body: some View {
        AnyView(picker.pickerStyle(style))
        Button("Rename") { word = "zwei" }
      }
      private var picker: some View {
        Picker("P", selection: $chosen) {
          Label("one", systemImage: "star").tag(1)
          Section("more") {
            Label(word, systemImage: "gear").tag(2)
            ForEach(3..<5, id: \.self) { Text("\($0)") }
          }
        }
      }
    }
    let styles: [any PickerStyle] = [.menu, .inline]
    for style in styles {
      let host = ViewHost.shown(Page(style: style))
      var faults: [ViewFault] = []
      host.onFault = { faults.append($0) }
      func options() -> [String] {
        host.elements().all.filter { $0.role == .option }.map(\.label)
      }
      let picker = try #require(host.elements().all.first { $0.role == .picker })
      try host.tap()
      _ = host.flush()
      try host.handle(ViewEvent(node: picker.id, kind: .select("4")))
      _ = host.flush()
      if style is MenuPickerStyle { #expect(options() == ["one", "zwei", "3", "4"]) }
      #expect(host.elements().all.first { $0.role == .picker }?.value == "4")
      #expect(options().count == 4 && faults == [])
    }
  }

  @Test func theHeaderOfASectionIsShownAndCannotBeChosen() throws {
    struct Page: View {
      @State private var chosen = 1
      @State private var title = "More"
      let style: any PickerStyle
      var body: some View {
        AnyView(picker.pickerStyle(style))
        Button("Rename") { title = "Other" }
      }
      private var picker: some View {
        Picker("P", selection: $chosen) {
          Section(title) { Text("one").tag(1) }
          Section {
            Text("two").tag(2)
          } header: {
            Text("Bold").bold()
          } footer: {
            Text("Foot")
          }
        }
      }
    }
    let styles: [any PickerStyle] = [.menu, .inline]
    for style in styles {
      let host = ViewHost.shown(Page(style: style))
      func shown() -> [String] {
        let parts = host.elements().all.filter { $0.role == .picker }.flatMap(\.all)
        return parts.filter { [.option, .text].contains($0.role) && !$0.label.isEmpty }
          .map(\.label)
      }
      #expect(shown().suffix(4).contains("More") && !shown().contains("Foot"))
      try host.tap()
      _ = host.flush()
      #expect(shown().contains("Other") && shown().contains("Bold"))
      let picker = try #require(host.elements().all.first { $0.role == .picker })
      for value in ["", "Other", "Bold", "OptionHeader()"] {
        #expect(throws: ViewEventError.self) {
          try host.handle(ViewEvent(node: picker.id, kind: .select(value)))
        }
      }
    }
    #expect(
      render(Page(style: .menu))
        .contains("<option value=\"OptionHeader()\" disabled>More</option>"))
  }

  /// A browser selects the first option with a value; without one, a header's text is its value.
  @Test func aHeaderHasTheValueOfNoOption() throws {
    struct Page: View {
      @State private var chosen: AnyHashable = "Lemon"
      @State private var title = "Lemon"
      var body: some View {
        Picker("P", selection: $chosen) {
          Section {
            Text("Lemon").tag("Lemon")
            Text("Header").tag("OptionHeader()")
          } header: {
            Title(title: $title)
          }
        }
        Button("Rename") { title = "" }
      }
      struct Title: View {
        @Binding var title: String
        var body: some View {
          if title.isEmpty { Text("Lime") } else { Text(title) }
        }
      }
    }
    let host = ViewHost.shown(Page())
    try host.tap()
    _ = host.flush()
    #expect(host.elements(.option).map { $0.value("disabled") } == ["", nil, nil])
    #expect(
      host.elements(.option).map { $0.value("value") }
        == ["OptionHeader()", "Lemon", "OptionHeader() (2)"])
    let picker = try #require(host.elements().all.first { $0.role == .picker })
    #expect(picker.value == "Lemon")
    #expect(throws: ViewEventError.self) {
      try host.handle(ViewEvent(node: picker.id, kind: .select("OptionHeader()")))
    }
  }

  @Test func aViewThatIsNoOptionIsReportedOnceAndALineIsNot() {
    let host = ViewHost(
      Picker("P", selection: .constant(1)) {
        Text("one").tag(1)
        Divider()
        HStack { Text("two") }.tag(2)
        Image(systemName: "star").tag(3)
      })
    var faults: [ViewFault] = []
    host.onFault = { faults.append($0) }
    _ = host.html()
    let message = """
      It is in a picker that opens a menu, whose options are texts. Use a Text or a Label, or a \
      pickerStyle that shows all options.
      """
    #expect(faults == [.unavailable(message: message, view: "HStack<Text>")])
  }

  @Test func aTagOfAnotherTypeIsReportedWhenThePickerIsMade() {
    func faults(_ picker: some View) -> [ViewFault] {
      let host = ViewHost(picker)
      var faults: [ViewFault] = []
      host.onFault = { faults.append($0) }
      _ = host.html()
      return faults
    }
    #expect(
      faults(
        Picker("P", selection: .constant(1)) {
          Text("one").tag(1)
          Text("two").tag("2")
          Text("three").tag("3")
        }) == [.tagOfAnotherType(tag: "2", type: "String", selection: "Int")])
    #expect(
      faults(
        Picker("P", selection: .constant("a")) {
          ForEach([1, 2], id: \.self) { Text("\($0)") }
        }) == [.tagOfAnotherType(tag: "1", type: "Int", selection: "String")])
    #expect(
      faults(
        Picker("P", selection: .constant("a" as String?)) {
          Text("none").tag(nil as String?)
          Text("a").tag("a")
          ForEach([1, 2], id: \.self) { Text("\($0)").tag("row \($0)") }
        }) == [])
  }
}
