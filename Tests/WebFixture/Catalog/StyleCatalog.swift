// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Controls and lists in the styles that modifiers choose.
struct StyleCatalog: View {
  @State private var size = "Small"
  @State private var isLoud = false
  @State private var isSaved = 0
  @State private var isOpen = true
  @State private var volume = 0.5
  @State private var messages = Array(1...40)
  @State private var chosen: Int?
  @State private var isSheetShown = false
  @State private var isChecked = false

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      choices
      values
      lists
      chat
      Button("Open") { isSheetShown = true }
        .sheet(isPresented: $isSheetShown) { locked }
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }

  @ViewBuilder private var choices: some View {
    sizes.pickerStyle(.segmented)
    Picker("Way", selection: $size) {
      Label("Small way", systemImage: "star").tag("Small")
      Label("Large way", systemImage: "heart").tag("Large")
    }
    .pickerStyle(.inline)
    Text("Size is \(size)")
    Toggle("Loud", isOn: $isLoud).toggleStyle(.switch)
    Toggle("Bold", isOn: $isLoud).toggleStyle(.button)
    Text("Loud is \(isLoud ? "on" : "off")")
  }

  private var sizes: some View {
    Picker("Size", selection: $size) {
      Text("Small").tag("Small")
      Text("Large").tag("Large")
    }
  }

  @ViewBuilder private var values: some View {
    LabeledContent("Version", value: "1.2")
    LabeledContent("Volume") { Slider(value: $volume).accessibilityLabel("Loudness") }
    Gauge(value: 30, in: 0...120) { Text("Speed") }
    ProgressView(value: 0.25).progressViewStyle(.circular)
    HStack {
      Button("Tiny") {}.controlSize(.mini)
      Button("Huge") {}.controlSize(.extraLarge).buttonBorderShape(.capsule)
      sizes.labelsHidden()
      Button("Erase", role: .destructive) {}.buttonStyle(.borderless)
    }
    ControlGroup {
      Button("Cut") {}
      Button("Copy") {}
    }
    Menu("Save") {
      Button("Save twice") { isSaved += 2 }
    } primaryAction: {
      isSaved += 1
    }
    Text("Saved \(isSaved) times")
  }

  private var lists: some View {
    List(selection: $chosen) {
      Section("Fruit", isExpanded: $isOpen) {
        Text("Apple").badge(3).tag(1)
        Text("Pear").listRowBackground(Color.yellow.opacity(0.2)).tag(2)
      }
      Section("Trees") {
        Text("Oak").listRowSeparator(.hidden).tag(3)
        Text("Elm").selectionDisabled().tag(4)
      }
      .headerProminence(.increased)
    }
    .listStyle(.inset)
  }

  private var chat: some View {
    ScrollViewReader { proxy in
      ScrollView {
        ForEach(messages, id: \.self) { Text("Message \($0)") }
      }
      .frame(height: 120)
      HStack {
        Button("Send") {
          messages.append(messages.count + 1)
          proxy.scrollTo(messages.count, anchor: .bottom)
        }
        Button("First") { proxy.scrollTo(1, anchor: .top) }
      }
    }
  }

  private var locked: some View {
    VStack {
      Toggle("Checked", isOn: $isChecked)
      Button("Close") { isSheetShown = false }
    }
    .navigationTitle("Half")
    .presentationDetents([.medium])
    .interactiveDismissDisabled(!isChecked)
  }
}
