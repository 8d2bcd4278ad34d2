// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Views that show something, and controls that change a value.
struct ContentCatalog: View {
  @State private var note = "Several\nlines"
  @State private var size = 2.5
  @State private var count = 3
  @State private var day = Date(timeIntervalSince1970: 1_700_000_000)
  @State private var isOpen = true
  @State private var chosen = "nothing"

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      labels
      controls
      menus
      Shapes()
      ContentUnavailableView(
        "No books", systemImage: "tray", description: Text("Books that you add are here."))
    }
    .frame(maxWidth: .infinity, alignment: .leading)
  }

  @ViewBuilder private var labels: some View {
    HStack(spacing: 20) {
      Label("Home", systemImage: "house")
      Label("Favourite", systemImage: "star.fill").labelStyle(.iconOnly)
      Label("Title alone", systemImage: "gear").labelStyle(.titleOnly)
      Image(systemName: "heart.fill").foregroundStyle(.red).imageScale(.large)
      Link("A link", destination: URL(string: "https://example.com")!)
      ProgressView()
    }
    ProgressView("Download", value: 3, total: 10)
    ProgressView(value: 0.7) {
      Text("Upload")
    } currentValueLabel: {
      Text("70 of 100")
    }
    Text("A serif text").font(.system(size: 20, weight: .semibold, design: .serif))
  }

  @ViewBuilder private var controls: some View {
    TextEditor(text: $note).frame(height: 80).accessibilityLabel("Note")
    Slider(value: $size, in: 0...10, step: 0.5) {
      Text("Size")
    } minimumValueLabel: {
      Text("0")
    } maximumValueLabel: {
      Text("10")
    }
    Stepper("Count: \(count)", value: $count, in: 0...5)
    DatePicker("Day", selection: $day, displayedComponents: .date)
    Text("Note has \(note.count) letters, size is \(size), count is \(count)")
  }

  @ViewBuilder private var menus: some View {
    HStack {
      Menu("Actions") {
        Button("Open") { chosen = "open" }
        Button("Delete", role: .destructive) { chosen = "delete" }
      }
      Text("Chosen: \(chosen)").contextMenu { Button("Reset") { chosen = "nothing" } }
    }
    DisclosureGroup("Details", isExpanded: $isOpen) {
      Text("What is inside the group")
    }
    GroupBox("A box") { Text("with a title") }
  }
}

private struct Shapes: View {
  var body: some View {
    HStack(spacing: 12) {
      Circle().fill(.red).frame(width: 40, height: 40)
      Rectangle().fill(.blue).frame(width: 60, height: 40)
      RoundedRectangle(cornerRadius: 10).stroke(.green, lineWidth: 3).frame(width: 60, height: 40)
      Capsule().fill(.orange).frame(width: 80, height: 40)
      Ellipse().strokeBorder(.purple, lineWidth: 4).frame(width: 60, height: 40)
      Triangle().fill(.teal).frame(width: 40, height: 40)
      Path { path in
        path.move(to: CGPoint(x: 0, y: 20))
        path.addQuadCurve(to: CGPoint(x: 60, y: 20), control: CGPoint(x: 30, y: -20))
        path.addArc(
          center: CGPoint(x: 40, y: 20), radius: 20, startAngle: .degrees(0),
          endAngle: .degrees(180), clockwise: false)
      }
      .stroke(.pink, lineWidth: 2)
      .frame(width: 60, height: 40)
    }
    .accessibilityHidden(true)
  }
}

private struct Triangle: Shape {
  func path(in rect: CGRect) -> Path {
    Path { path in
      path.move(to: CGPoint(x: rect.midX, y: rect.minY))
      path.addLine(to: CGPoint(x: rect.maxX, y: rect.maxY))
      path.addLine(to: CGPoint(x: rect.minX, y: rect.maxY))
      path.closeSubpath()
    }
  }
}
