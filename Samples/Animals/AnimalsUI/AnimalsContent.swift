// SPDX-License-Identifier: Apache-2.0

import AnimalsData
import Millrace
import MillraceUI

#if canImport(SwiftUI)
  import SwiftUI
#else
  import MillraceViews
#endif

/// Three columns: the categories, the animals of the selected category, and the selected animal.
///
/// All windows show the same animals. Each window has its own selection and its own open form.
public struct AnimalsContent: View {
  private let server: Binding<Bool>?
  @State private var route = AnimalsRoute()
  @State private var problem: String?

  /// Creates the view.
  ///
  /// The environment must have an ``AnimalsStore`` and an ``AnimalDraftsStore``.
  ///
  /// - Parameter server: The value of a switch that turns the server on and off. If it is nil, the
  ///   window has no such switch.
  public init(server: Binding<Bool>? = nil) {
    self.server = server
  }

  /// The buttons and the messages above the three columns.
  public var body: some View {
    VStack(alignment: .leading) {
      AnimalsBar(server: server, problem: $problem)
      ProblemLine(problem: $problem)
      RefusedChanges()
      NavigationSplitView {
        CategoryList(selection: $route.category)
      } content: {
        AnimalList(
          category: route.category, selection: $route.animal, form: $route.form,
          problem: $problem)
      } detail: {
        AnimalDetail(id: route.animal, form: $route.form, problem: $problem)
      }
    }
    .navigationTitle("Animals")
    .pageAddress(
      Binding {
        route.address
      } set: {
        route = AnimalsRoute($0)
      })
  }
}

/// The list of the categories.
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

/// Explains why there are no animals before the first answer of the server.
struct LoadingView: View {
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    if case .away = store.link {
      ContentUnavailableView(
        "No Animals Yet", systemImage: "wifi.slash",
        description: Text("They are shown when the server answers."))
    } else {
      ProgressView("Asking the server…")
    }
  }
}

/// A category and the number of its animals.
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
  let form: Binding<AnimalsRoute.Form?>
  let problem: Binding<String?>
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
    .sheet(isPresented: form.is(.add)) {
      AnimalEditor(AnimalDraft(in: category), problem: problem)
    }
  }
}

/// One animal.
///
/// A change of another animal does not run this body.
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

/// A mark that is shown while changes of the animal are pending.
struct WaitingMark: View {
  let id: Animal.ID
  @Environment(AnimalsStore.self) private var store

  var body: some View {
    if store.read(StateSelector(\.[isWaiting: id])) {
      Text("Waiting").font(.footnote).foregroundStyle(.secondary)
    }
  }
}

/// The details of an animal, and the buttons to edit and delete it.
struct AnimalDetail: View {
  let id: Animal.ID?
  let form: Binding<AnimalsRoute.Form?>
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
      .sheet(isPresented: form.is(.edit)) {
        AnimalEditor(AnimalDraft(animal), problem: problem)
      }
      .confirmationDialog(
        "Delete \(animal.name)?", isPresented: $isAsking, titleVisibility: .visible
      ) {
        Button("Delete", role: .destructive) {
          store.perform(
            .make(.deleteAnimal(animalId: id), by: drafts.state.owner), problem: problem)
        }
      }
    } else if id != nil, !store.isLoading {
      Text("This animal has been deleted.").foregroundStyle(.secondary)
    } else {
      Text("Choose an animal.").foregroundStyle(.secondary)
    }
  }
}

extension Binding<AnimalsRoute.Form?> {
  /// A binding that is true while this form is open.
  @MainActor fileprivate func `is`(_ form: AnimalsRoute.Form) -> Binding<Bool> {
    Binding<Bool>(
      get: { wrappedValue == form },
      set: { isOpen in
        if isOpen || wrappedValue == form { wrappedValue = isOpen ? form : nil }
      })
  }
}
