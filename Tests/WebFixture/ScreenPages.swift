// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Buttons with the layout of their labels and styles.
struct ButtonsPage: View {
  @State private var presses = 0

  var body: some View {
    VStack {
      Button("Styled") { presses += 1 }.buttonStyle(WideStyle())
      Button {
        presses += 1
      } label: {
        Text("Padded").frame(maxWidth: .infinity).padding().background(.mint, in: .capsule)
      }
      .buttonStyle(.plain)
      Button {
        presses += 1
      } label: {
        HStack {
          Text("Row")
          Spacer()
          Text("Value")
        }
        .padding()
      }
      Button {
        presses += 1
      } label: {
        Text("Tile").frame(maxWidth: .infinity, maxHeight: .infinity).background(.mint)
      }
      .buttonStyle(.plain).frame(width: 200, height: 90)
      Button("Narrow") { presses += 1 }
    }
    Text("Pressed \(presses) times")
  }

  private struct WideStyle: ButtonStyle {
    func makeBody(configuration: Configuration) -> some View {
      configuration.label.frame(maxWidth: .infinity).background(.mint).opacity(0.9)
    }
  }
}

/// Toolbars with several items in one place.
struct ToolbarsPage: View {
  var body: some View {
    Text("One").toolbar {
      Button("Plain") {}
      ToolbarItem { Button("Add") {} }
      ToolbarItem(placement: .topBarTrailing) { Button("Edit") {} }
      ToolbarItem(placement: .topBarLeading) { Button("Close") {} }
    }
    Text("Two").toolbar {
      ToolbarItem(placement: .principal) { Text("Title") }
      ToolbarItem(placement: .topBarTrailing) { Button("First") {} }
      ToolbarItem(placement: .topBarTrailing) { Button("Second") {} }
      ToolbarItemGroup(placement: .bottomBar) {
        Button("Left") {}
        Spacer()
        Button("Right") {}
      }
    }
    Text("Three").toolbar {
      ToolbarItem(placement: .principal) { Text("Middle") }
      ToolbarItem { Button("A button with a long title") {} }
    }
    Form {
      Section {
        Text("Content")
      } header: {
        Text("Header")
        Text("More")
      } footer: {
        Text("Too short")
        Text("Too weak")
      }
    }
  }
}

/// Views with bars in stacks, and below modifiers that change how a view is drawn.
struct BarsInStacksPage: View {
  @State private var text = ""

  var body: some View {
    ZStack {
      Color.mint
      List { Text("Behind") }.toolbar { Button("Above") {} }.searchable(text: $text)
    }
    HStack {
      List { Text("Left row") }.toolbar { Button("Left bar") {} }
      Text("Right")
    }
    List { Text("Faded") }.toolbar { Button("Clear") {} }.opacity(0.5)
  }
}

/// A form in columns, and rows with badges.
struct ColumnsPage: View {
  @State private var text = ""
  @State private var number = 1
  @State private var isOn = false

  var body: some View {
    NavigationStack {
      Form {
        TextField("Name", text: $text)
        LabeledContent("Version", value: "1.0")
        Stepper("Count", value: $number)
        Picker("Segments", selection: $number) {
          Text("One").tag(1)
          Text("Two").tag(2)
        }
        .pickerStyle(.segmented)
        Picker("Hidden", selection: $number) { Text("Three").tag(1) }
          .pickerStyle(.segmented).labelsHidden()
        Picker("Choices", selection: $number) {
          Text("Four").tag(1)
          Text("Five").tag(2)
        }
        .pickerStyle(.inline)
        Toggle("News", isOn: $isOn)
      }
      .formStyle(.columns)
      List { NavigationLink("Inbox") { Text("Mail") }.badge(3) }
    }
  }
}

/// Labels of several texts, and a menu with a section and a menu.
struct LabelsPage: View {
  @State private var isOn = false

  var body: some View {
    Toggle(isOn: $isOn) {
      Text("Checkbox")
      Text("Below the checkbox")
    }
    Toggle(isOn: $isOn) {
      Text("Switch")
      Text("Below the switch")
    }
    .toggleStyle(.switch)
    LabeledContent {
      Text("Value")
    } label: {
      Text("Content")
      Text("Below the content")
    }
    Menu("Menu") {
      Button("First") {}
      Section("Section") {
        Button("Second") {}
        Menu("Third") { Button("Inner") {} }
      }
    }
  }
}

/// Fonts inside other fonts, and modifiers around fonts.
struct FontsPage: View {
  var body: some View {
    VStack {
      Text("Small in large").font(.caption)
      Text("Body in large").font(.body)
      Text("Headline in large").font(.headline)
      Text("Points in large").font(.system(size: 20))
      Text("Large")
    }
    .font(.largeTitle)
    VStack { Text("Small in drawn").font(.caption) }.font(.body.italic().monospaced())
    VStack { Text("Drawn around small").font(.caption) }.bold().italic().monospaced()
    VStack { Text("Heavy around light").font(.title.weight(.light)) }.fontWeight(.heavy)
    Button("Plain headline") {}.buttonStyle(.plain).font(.headline)
    Text("Headline").font(.headline)
    Text("Light headline").fontWeight(.light).font(.headline)
  }
}
