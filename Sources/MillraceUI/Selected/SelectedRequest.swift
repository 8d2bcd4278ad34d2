// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What a ``Selected`` wants of its store, with the types of its dependencies forgotten.
///
/// Two requests are the same if they have equal ids. Without ids they are never the same, because
/// closures cannot be compared; but a listener keeps the first of them.
struct SelectedRequest<Source: StateProvider, Output>: Equatable {
  let id: AnyHashable?
  let label: String?
  let subscribe: @MainActor (Source, @escaping (Output) -> Void) -> StoreSubscription

  init(
    id: AnyHashable?, label: String?,
    subscribe:
      @escaping @MainActor (Source, @escaping (Output) -> Void) -> StoreSubscription
  ) {
    self.id = id
    self.label = label
    self.subscribe = subscribe
  }

  init(id: AnyHashable?, label: String?, selector: StateSelector<Source.State, Output>) {
    self.init(id: id, label: label) { source, onChange in
      source.subscribe(to: selector, initial: true, onChange: onChange)
    }
  }

  static func == (lhs: SelectedRequest, rhs: SelectedRequest) -> Bool {
    lhs.id != nil && lhs.id == rhs.id
  }
}
