// SPDX-License-Identifier: Apache-2.0

import Foundation
import MillraceViews

/// What the browser reports, an address that is opened, colours, and roles that modifiers set.
struct BrowserPage: View {
  @Environment(\.colorScheme) private var scheme
  @Environment(\.scenePhase) private var phase
  @Environment(\.horizontalSizeClass) private var size
  @Environment(\.accessibilityReduceMotion) private var isCalm
  @Environment(\.openURL) private var openURL
  @State private var isDark = false
  @State private var taps = 0
  @State private var log = "nothing"
  @State private var text = "text"
  @State private var alone = "alone"
  @State private var way = 0

  var body: some View {
    VStack(alignment: .leading) {
      Text("Colours: \(scheme)")
      Text("Phase: \(phase)")
      Text("Size: \(size.map { "\($0)" } ?? "unknown")")
      Text("Motion: \(isCalm ? "reduced" : "free")")
      Button("Help") { openURL(URL(string: "/texts")!) }
      Toggle("Dark page", isOn: $isDark)
      Text("Dark part").padding(4).background(.background).environment(\.colorScheme, .dark)
      HStack { Text("Tapped \(taps)") }.onTapGesture { taps += 1 }.accessibilityAddTraits(.isButton)
      Text("Chapter").accessibilityAddTraits(.isHeader).accessibilityHeading(.h2)
      HStack {
        Text("4")
        Text("of 5")
      }
      .accessibilityElement().accessibilityLabel("Rating").accessibilityValue("4 of 5")
      Text("From the right").environment(\.layoutDirection, .rightToLeft)
        .accessibilityIdentifier("right")
      VStack {
        Text("Commands: \(log)").focusable()
        TextField("Text", text: $text)
        Picker("Way", selection: $way) {
          Text("Train").tag(0)
          Text("Ship").tag(1)
        }
        .pickerStyle(.segmented)
      }
      .onMoveCommand { log = "\($0)" }
      .onDeleteCommand { log = "delete" }
      .onExitCommand { log = "exit" }
      TextField("Alone", text: $alone)
        .onMoveCommand { log = "\($0)" }.onDeleteCommand { log = "delete" }
    }
    .preferredColorScheme(isDark ? .dark : nil)
  }
}

/// Levels and tabs that hide their bars.
struct BarsPage: View {
  enum Field { case first, second }

  @FocusState private var field: Field?
  @State private var path: [Int] = []
  @State private var text = ""

  var body: some View {
    TabView {
      Tab("Stack", systemImage: "star", value: 0) {
        NavigationStack(path: $path) {
          VStack {
            TextField("First", text: $text).focused($field, equals: .first)
            TextField("Second", text: $text).focused($field, equals: .second)
            NavigationLink("Open", value: 1)
          }
          .defaultFocus($field, .second)
          .navigationTitle("Root")
          .navigationDestination(for: Int.self) { _ in
            Button("Return") { path = [] }
              .toolbar { Button("Action") {} }
              .navigationTitle("Level").toolbar(.hidden, for: .navigationBar, .tabBar)
          }
        }
      }
      Tab(value: 1, role: .search) {
        TabView {
          Tab("Shown", systemImage: "eye", value: 0) { Text("Found") }
          Tab("Hiding", systemImage: "star", value: 1) {
            Text("Without tabs").toolbar(.hidden, for: .tabBar)
          }
        }
      }
    }
  }
}

/// A scroll view that scrolls before the first page is sent.
struct ScrolledPage: View {
  var body: some View {
    ScrollViewReader { proxy in
      ScrollView {
        ForEach(0..<40, id: \.self) { Text("Line \($0)") }
      }
      .frame(height: 200).onChange(of: 30, initial: true) { proxy.scrollTo(30, anchor: .top) }
    }
  }
}

/// A scroll view that begins at its end.
struct ChatPage: View {
  @State private var count = 40

  var body: some View {
    Button("Add") { count += 1 }
    Button("Nothing") {}
    ScrollView {
      ForEach(0..<count, id: \.self) { Text("Message \($0)") }
    }
    .frame(height: 200).scrollIndicators(.hidden).defaultScrollAnchor(.bottom)
  }
}
