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
