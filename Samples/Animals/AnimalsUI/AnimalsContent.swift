// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Categories, the animals of one, and one animal, in three columns.
///
/// All windows show the same animals; what is chosen, and which form is open, is each one's own.
public struct AnimalsContent: View {
  private let server: Binding<Bool>?
  @State private var place = AnimalsPlace()
  @State private var problem: String?

  /// Creates the view; the environment has its ``AnimalsStore`` and an ``AnimalDraftsStore``.
  ///
  /// - Parameter server: Whether the server is there, for a switch that takes it away; nil: the
  ///   window has no such switch.
  public init(server: Binding<Bool>? = nil) {
    self.server = server
  }

  /// What has to be said, and the columns.
  public var body: some View {
    VStack(alignment: .leading) {
      AnimalsBar(server: server, problem: $problem)
      ProblemLine(problem: $problem)
      RefusedChanges()
      NavigationSplitView {
        CategoryList(selection: $place.category)
      } content: {
        AnimalList(category: place.category, selection: $place.animal, form: $place.form)
      } detail: {
        AnimalDetail(id: place.animal, form: $place.form, problem: $problem)
      }
    }
    .navigationTitle("Animals")
    .pageAddress(
      Binding {
        place.address
      } set: {
        place = AnimalsPlace($0)
      })
  }
}

/// The categories, with how many animals each has.
struct CategoryList: View {
  let selection: Binding<Animal.Category.ID?>
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    if store.isLoading {
      LoadingView()
    } else {
      List(selection: selection) {
        ForEach(store.categories) { CategoryRow(category: $0) }
      }
    }
  }
}

/// Says that there is nothing to show yet, and why.
struct LoadingView: View {
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    if case .away = store.link {
      ContentUnavailableView(
        "No Animals Yet", systemImage: "wifi.slash",
        description: Text("They come when the server is there."))
    } else {
      ProgressView("Asking the server…")
    }
  }
}

/// One category.
struct CategoryRow: View {
  let category: Animal.Category
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    let count = store.read(StateSelector(\.[idsIn: category.id])).count
    HStack {
      Text(category.name)
      Spacer()
      Text("\(count)").foregroundStyle(.secondary)
    }
  }
}

/// The animals of a category.
struct AnimalList: View {
  let category: Animal.Category.ID?
  let selection: Binding<Animal.ID?>
  let form: Binding<AnimalsPlace.Form?>
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    VStack(alignment: .leading) {
      Button("Add Animal…", systemImage: "plus") { form.wrappedValue = .add }
        .disabled(store.isLoading)
      if let category {
        let ids = store.read(StateSelector(\.[idsIn: category]))
        if ids.isEmpty {
          Text("No animals").foregroundStyle(.secondary)
        } else {
          List(selection: selection) {
            ForEach(ids, id: \.self) { AnimalRow(id: $0) }
          }
        }
      } else {
        Text("Choose a category.").foregroundStyle(.secondary)
      }
    }
    .sheet(isPresented: form.is(.add)) { AnimalEditor(AnimalDraft(in: category)) }
  }
}

/// One animal; no change of another one runs this body.
struct AnimalRow: View {
  let id: Animal.ID
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    if let animal = store.animals[id] {
      HStack {
        Text(animal.name)
        Spacer()
        WaitingMark(id: id)
      }
    }
  }
}

/// Says that changes of an animal are on their way to the server.
struct WaitingMark: View {
  let id: Animal.ID
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    if store.read(StateSelector(\.[isWaiting: id])) {
      Text("Waiting").font(.footnote).foregroundStyle(.secondary)
    }
  }
}

/// All that is known of an animal, and what can be done with it.
struct AnimalDetail: View {
  let id: Animal.ID?
  let form: Binding<AnimalsPlace.Form?>
  let problem: Binding<String?>
  @Environment(AnimalsStore.self) private var store
  @Environment(AnimalDraftsStore.self) private var drafts
  @State private var isAsking = false

  var body: some View {
    if let id, let animal = store.animals[id] {
      VStack(alignment: .leading) {
        Text(animal.name).font(.title2)
        Text("\(animal.diet.rawValue) in the category \(animal.categoryId)")
        WaitingMark(id: id)
        HStack {
          Button("Edit…") { form.wrappedValue = .edit }
          Button("Delete…", role: .destructive) { isAsking = true }
        }
      }
      .sheet(isPresented: form.is(.edit)) { AnimalEditor(AnimalDraft(animal)) }
      .confirmationDialog(
        "Delete \(animal.name)?", isPresented: $isAsking, titleVisibility: .visible
      ) {
        Button("Delete", role: .destructive) {
          problem.wrappedValue = store.problem(
            of: .make(.deleteAnimal(animalId: id), by: drafts.state.owner))
        }
      }
    } else if id != nil, !store.isLoading {
      Text("This animal has been deleted.").foregroundStyle(.secondary)
    } else {
      Text("Choose an animal.").foregroundStyle(.secondary)
    }
  }
}

extension Binding<AnimalsPlace.Form?> {
  /// Whether a form is the one that is open.
  @MainActor fileprivate func `is`(_ form: AnimalsPlace.Form) -> Binding<Bool> {
    Binding<Bool>(
      get: { wrappedValue == form },
      set: { isOpen in
        if isOpen || wrappedValue == form { wrappedValue = isOpen ? form : nil }
      })
  }
}
