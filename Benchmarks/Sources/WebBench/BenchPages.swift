// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUI
import MillraceViews
import MillraceWeb

struct CountState: Sendable, Equatable {
  var count = 0
}

enum CountAction: Sendable { case add }

typealias CountStore = Store<CountState, CountAction>

/// The pages of the benchmark.
///
/// All visitors of `/shared` and `/small` share one store, and each page of `/own` has its own
/// store.
@MainActor struct BenchPages {
  private let shared = Self.makeStore()

  static func makeStore() -> CountStore {
    CountStore(
      initialState: CountState(),
      reducer: Reducer { state, action in
        switch action {
        case .add: state.count += 1
        }
      })
  }

  var pages: [Page] {
    [
      Page(path: "/shared", title: "Shared") { [shared] in
        CountContent().environment(shared)
      },
      Page(path: "/own", title: "Own") { CountContent().environment(Self.makeStore()) },
      Page(path: "/small", title: "Small") { [shared] in SmallContent().environment(shared) },
    ]
  }
}

/// A page similar to that of a small application: a number that changes, and twenty rows that do
/// not.
struct CountContent: View {
  @Environment(CountStore.self) private var store

  var body: some View {
    VStack {
      Button("Add") { store.dispatch(.add) }
      CountLine()
      ForEach(0..<20) { row in
        HStack {
          Text("Row \(row)")
          Text("A line of text beside it")
        }
      }
    }
  }
}

/// The smallest interactive page, with four elements.
struct SmallContent: View {
  @Environment(CountStore.self) private var store

  var body: some View {
    Button("Add") { store.dispatch(.add) }
    CountLine()
  }
}

private struct CountLine: View {
  @Environment(CountStore.self) private var store

  var body: some View { Text("Count \(store.count)") }
}
