// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Layouts as in the tutorials of SwiftUI.
struct TutorialPage: View {
  @State private var text = ""
  @State private var flavour = 2
  @State private var presses = 0

  var body: some View {
    VStack { TextField("Email", text: $text) }.padding(32).frame(maxWidth: 500)
    VStack(spacing: 0) {
      Color.teal.frame(width: 200, height: 60).accessibilityIdentifier("map")
      Text("Picture").offset(y: -20).padding(.bottom, -20)
      Text("Below the picture")
    }
    Form {
      HStack {
        Text("Item")
        TextField("Name", text: $text).multilineTextAlignment(.trailing)
      }
      Section {
        Picker("Flavour", selection: $flavour) {
          Section("Fruit") { Text("Lemon").tag(1) }
          Section("Other") { Text("Vanilla").tag(2) }
        }
        Picker("Taste", selection: $flavour) {
          Section("Sour") { Text("Lime").tag(1) }
          Section("Sweet") { Text("Honey").tag(2) }
        }
        .pickerStyle(.inline)
      } footer: {
        Text("A footer")
      }
    }
    Label("Warm", systemImage: "flame").foregroundStyle(.red)
    Grid {
      GridRow {
        Text("One").frame(maxWidth: .infinity).padding().background(.mint)
        Text("Two").frame(maxWidth: .infinity).padding().background(.mint)
      }
    }
    HStack {
      Text("Ingredients:").frame(maxWidth: 100)
      Text("Flour, sugar, butter, milk, six eggs, and a little salt, all of them from the market")
    }
    Text("Press anyway").disabled(true).onTapGesture { presses += 1 }
    Text("Pressed \(presses)")
    TabView {
      ForEach(1..<4) { page in Text("Welcome \(page)").padding().frame(height: 50) }
    }
    .tabViewStyle(.page)
  }
}
