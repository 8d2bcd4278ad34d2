// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Observation
import Testing

// Views as they are written for SwiftUI. They use public names only.

private struct Book: Identifiable, Hashable {
  let id: Int
  var title: String
}

@Observable private final class Shelf {
  var books = [Book(id: 1, title: "One"), Book(id: 2, title: "Two")]
}

private struct ShelfKey: EnvironmentKey {
  static var defaultValue: Shelf? { nil }
}

extension EnvironmentValues {
  fileprivate var shelf: Shelf? {
    get { self[ShelfKey.self] }
    set { self[ShelfKey.self] = newValue }
  }
}

private struct BookRow: View {
  let book: Book
  @Binding var selection: Book.ID?

  var body: some View {
    HStack(alignment: .firstTextBaseline, spacing: 8) {
      Text(book.title)
        .font(.headline)
        .foregroundStyle(selection == book.id ? Color.accentColor : .primary)
      Spacer()
      Button("Select") { selection = book.id }
        .accessibilityLabel("Select \(book.title)")
    }
    .padding(.vertical, 4)
  }
}

private struct Detail: View {
  @Environment(\.dismiss) private var dismiss
  let title: String

  var body: some View {
    VStack {
      Text(title)
      Button("Done") { dismiss() }
    }
  }
}

private struct Library: View {
  enum Order: String, CaseIterable, Hashable { case title, number }

  @Environment(\.shelf) private var shelf
  @State private var selection: Book.ID?
  @State private var order = Order.title
  @State private var name = ""
  @State private var secret = ""
  @State private var isLoud = false
  @State private var isAsking = false
  @State private var isOpen = false
  @State private var log: [String] = []

  var body: some View {
    Form {
      Section("New") {
        TextField("Title", text: $name)
          .onSubmit(add)
        SecureField("Secret", text: $secret)
        Toggle("Loud", isOn: $isLoud)
        Picker("Order", selection: $order) {
          ForEach(Order.allCases, id: \.self) { Text($0.rawValue).tag($0) }
        }
        Button("Add", action: add)
          .disabled(name.isEmpty)
        Button(role: .destructive) {
          isAsking = true
        } label: {
          Text("Clear").bold()
        }
      }
      if let shelf, !shelf.books.isEmpty {
        List(shelf.books) { BookRow(book: $0, selection: $selection) }
      } else {
        Text("No books").foregroundStyle(Color.secondary).italic()
      }
      switch order {
      case .title: Text("By title")
      case .number: EmptyView()
      }
    }
    .navigationTitle("Library")
    .onChange(of: selection) { _, new in log.append("selected \(new ?? 0)") }
    .onChange(of: order, initial: false) { log.append("ordered") }
    .onAppear { log.append("appeared") }
    .task { log.append("task") }
    .alert("Clear all?", isPresented: $isAsking) {
      Button("Clear", role: .destructive) { shelf?.books = [] }
      Button("Cancel", role: .cancel) {}
    } message: {
      Text("The books are gone then.")
    }
    .sheet(isPresented: $isOpen) { Detail(title: name) }
  }

  private func add() {
    shelf?.books.append(Book(id: (shelf?.books.count ?? 0) + 1, title: name))
    name = ""
  }
}

@MainActor struct PublicFaceTests {
  @Test func aSampleBuiltFromThePublicFaceRuns() throws {
    let shelf = Shelf()
    var values = EnvironmentValues()
    values.shelf = shelf
    let host = ViewHost(Library(), environment: values)
    let html = host.html()
    #expect(html.contains("aria-label=\"Select Two\""))
    #expect(html.contains("<option data-n="))
    #expect(host.title == "Library")
    shelf.books[0].title = "Changed"
    let patches = host.flush()
    #expect(patches.count == 2)
    #expect(
      patches.contains { if case .setText(_, "Changed") = $0 { true } else { false } })
    host.close()
  }
}
