// SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Views of navigation: tabs, a stack, a split view and dialogs.
struct StructureCatalog: View {
  @State private var tab = 1

  var body: some View {
    TabView(selection: $tab) {
      Tab("Stack", systemImage: "list.bullet", value: 1) { Stack() }
      Tab("Split", systemImage: "sidebar.left", value: 2) { Split() }
      Tab("Dialogs", systemImage: "square.and.pencil", value: 3) { Dialogs() }
    }
  }
}

struct Fruit: Identifiable, Hashable {
  let id: String

  static let all = ["Apple", "Pear", "Plum", "Quince"].map { Fruit(id: $0) }
}

private struct Stack: View {
  @State private var path: [Fruit] = []
  @State private var search = ""
  @State private var refreshed = 0

  var body: some View {
    NavigationStack(path: $path) {
      List(Fruit.all.filter { search.isEmpty || $0.id.contains(search) }) { fruit in
        NavigationLink(fruit.id, value: fruit)
      }
      .searchable(text: $search, prompt: "Search fruit")
      .refreshable { await refresh() }
      .toolbar {
        ToolbarItem(placement: .principal) { Text("Refreshed \(refreshed) times") }
        ToolbarItem(placement: .primaryAction) { Button("Pear") { path = [Fruit(id: "Pear")] } }
      }
      .navigationDestination(for: Fruit.self) { FruitDetail(fruit: $0) }
    }
  }
}

extension Stack {
  private func refresh() async { refreshed += 1 }
}

private struct FruitDetail: View {
  let fruit: Fruit
  @State private var isMore = false
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    Text("All about \(fruit.id)").font(.title2)
    NavigationLink("Next", value: Fruit(id: "Plum"))
    Button("More") { isMore = true }
    Button("Done") { dismiss() }
      .navigationDestination(isPresented: $isMore) { Text("More about \(fruit.id)") }
  }
}

private struct Split: View {
  @State private var selected: String? = "Pear"

  var body: some View {
    NavigationSplitView {
      List(Fruit.all, selection: $selected) { Text($0.id) }
    } detail: {
      Text(selected ?? "Nothing").font(.title)
      Text("is what is chosen in the first column.")
    }
  }
}

private struct Dialogs: View {
  @State private var fruit: Fruit?
  @State private var isAsking = false
  @State private var isPopover = false
  @State private var answer = "none"

  var body: some View {
    HStack {
      Button("Sheet") { fruit = Fruit.all[0] }
        .sheet(item: $fruit) { fruit in
          Text("A sheet for \(fruit.id)")
          Button("Another") { self.fruit = Fruit.all[1] }
        }
      Button("Ask") { isAsking = true }
        .confirmationDialog("Delete all?", isPresented: $isAsking, titleVisibility: .visible) {
          Button("Delete", role: .destructive) { answer = "delete" }
          Button("Archive") { answer = "archive" }
        } message: {
          Text("This cannot be undone.")
        }
      Button("Popover") { isPopover = true }
        .popover(isPresented: $isPopover) { Text("In a popover") }
    }
    Text("Answer: \(answer)")
  }
}
