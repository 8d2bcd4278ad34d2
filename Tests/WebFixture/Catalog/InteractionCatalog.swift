// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

import Observation

/// Focus, shortcuts, selection and edits of rows, styles, animations, gestures and keys.
struct InteractionCatalog: View {
  @State private var model = Notes()

  var body: some View {
    VStack(alignment: .leading, spacing: 16) {
      Focus()
      Rows(notes: model)
      Styles()
      Motion()
      Pointers()
    }
    .environment(model)
    .frame(maxWidth: .infinity, alignment: .leading)
  }
}

struct Note: Identifiable {
  let id: Int
  var text: String
}

@MainActor @Observable final class Notes {
  var rows = ["One", "Two", "Three"].enumerated().map { Note(id: $0, text: $1) }
  var title = "Notes"
}

private struct Focus: View {
  enum Field: Hashable { case first, second }

  @FocusState private var field: Field?
  @State private var first = ""
  @State private var second = ""
  @State private var isOver = false
  @State private var presses = 0

  var body: some View {
    HStack {
      TextField("First", text: $first).focused($field, equals: .first)
        .onSubmit { field = .second }
      TextField("Second", text: $second).focused($field, equals: .second)
      Button("Leave") { field = nil }
    }
    HStack {
      Text(field == .first ? "first" : field == .second ? "second" : "no field")
      Text(isOver ? "pointer is over" : "pointer is away").padding(4).border(.gray)
        .onHover { isOver = $0 }
      Button("Pressed \(presses) times") { presses += 1 }
        .keyboardShortcut("k", modifiers: [.command, .shift])
      Text("Tap me").onTapGesture { presses += 10 }
    }
  }
}

private struct Rows: View {
  @Bindable var notes: Notes
  @State private var selected: Set<Int> = [1]

  var body: some View {
    TextField("Title", text: $notes.title)
    List(selection: $selected) {
      ForEach(notes.rows) { note in
        Text(note.text).swipeActions {
          Button("Shout") { shout(note) }
          Button("Archive", role: .destructive) { notes.rows.removeAll { $0.id == note.id } }
        }
      }
      .onMove { notes.rows.move(fromOffsets: $0, toOffset: $1) }
      .onDelete { notes.rows.remove(atOffsets: $0) }
    }
    ForEach($notes.rows) { $note in TextField("Note \(note.id)", text: $note.text) }
    Summary()
  }

  private func shout(_ note: Note) {
    guard let index = notes.rows.firstIndex(where: { $0.id == note.id }) else { return }
    notes.rows[index].text += "!"
  }
}

private struct Summary: View {
  @Environment(Notes.self) private var notes

  var body: some View {
    Text("\(notes.title): \(notes.rows.map(\.text).joined(separator: ", "))")
  }
}

private struct Styles: View {
  var body: some View {
    HStack {
      Button("Bordered") {}.buttonStyle(.bordered)
      Button("Prominent") {}.buttonStyle(.borderedProminent)
      Button("Borderless") {}.buttonStyle(.borderless)
      Button("Plain") {}.buttonStyle(.plain)
      Button("Own") {}.buttonStyle(Round())
      Text("modified").modifier(Card())
    }
  }
}

private struct Round: ButtonStyle {
  func makeBody(configuration: Configuration) -> some View {
    configuration.label.padding(8).overlay { Capsule().stroke(.purple) }
  }
}

private struct Card: ViewModifier {
  @State private var count = 0

  func body(content: Content) -> some View {
    HStack {
      content
      Button("\(count)") { count += 1 }
    }
    .padding(8)
    .background(.background, in: RoundedRectangle(cornerRadius: 8))
    .border(.gray)
  }
}

private struct Motion: View {
  @State private var isWide = false

  var body: some View {
    Button("Move") { withAnimation(.easeInOut(duration: 0.1)) { isWide.toggle() } }
    Color.blue.frame(width: isWide ? 200 : 100, height: 8).animation(.default, value: isWide)
    if isWide { Text("It is wide now").transition(.opacity) }
  }
}

private struct Pointers: View {
  @State private var place = CGSize(width: 40, height: 20)
  @GestureState private var shift = CGSize.zero
  @State private var point = "no point"
  @State private var steps = 0

  var body: some View {
    HStack {
      Text("Handle").padding(4).border(.gray)
        .gesture(
          DragGesture(minimumDistance: 4)
            .updating($shift) { value, shift, _ in shift = value.translation }
            .onEnded { value in
              place = place + value.translation
            }
        )
        .position(x: place.width + shift.width, y: place.height + shift.height)
        .frame(width: 200, height: 60, alignment: .topLeading).border(.gray)
      Text("at \(Int(place.width)), \(Int(place.height))")
      Text(point).padding().frame(width: 120, height: 60).background(.yellow.opacity(0.3))
        .onTapGesture(count: 2) { place = CGSize(width: 40, height: 20) }
        .onTapGesture { point = "\(Int($0.x)), \(Int($0.y))" }
      Text("\(steps) steps").padding().border(.gray).focusable()
        .onKeyPress(keys: [.leftArrow, .rightArrow]) { press in
          steps += (press.key == .leftArrow ? -1 : 1) * (press.modifiers == .shift ? 10 : 1)
          return .handled
        }
    }
  }
}

extension CGSize {
  fileprivate static func + (lhs: CGSize, rhs: CGSize) -> CGSize {
    CGSize(width: lhs.width + rhs.width, height: lhs.height + rhs.height)
  }
}

struct CatalogPreviews: PreviewProvider {
  static var previews: some View { LayoutCatalog() }
}
