// SPDX-License-Identifier: Apache-2.0

import Millrace

/// What a ``Selected`` wants of its store, with the types of its dependencies forgotten.
///
/// A request for a selector is one object for all views that select with this selector, so that the
/// wrapper has the same bytes each time a view is made, and the view does not run because its
/// parent did. Its views share one subscription and one published value per store. A request of
/// closures is new each time, because closures cannot be compared; its view keeps a listener of its
/// own.
@MainActor
final class SelectedRequest<Source: StateProvider, Output> {
  /// Names what the closures capture; nil where they are to be kept for good.
  let id: AnyHashable?
  let label: String?
  let subscribe: @MainActor (Source, @escaping (Output) -> Void) -> StoreSubscription
  /// Where this request is found again; nil for a request of closures.
  private let key: SelectedRequestKey?
  /// Removes it from there when it is released.
  private let entry: StoreSubscription?
  #if DEBUG
    private var origin: SelectedOrigin?
  #endif
  /// One for each store whose views have read the value, by its identity; nearly always one, on a
  /// server that has a store for each visitor many.
  private(set) var listeners: [ObjectIdentifier: SelectedListener<Source, Output>] = [:]
  /// With so many listeners those of stores that have gone are dropped.
  private var mostListeners = 8

  init(
    id: AnyHashable?, label: String?, key: SelectedRequestKey? = nil,
    subscribe:
      @escaping @MainActor (Source, @escaping (Output) -> Void) -> StoreSubscription
  ) {
    self.id = id
    self.label = label
    self.key = key
    entry = key.map { key in StoreSubscription { SelectedRequestKey.forget(key) } }
    self.subscribe = subscribe
  }

  /// A request of closures.
  convenience init(id: AnyHashable?, label: String?, selector: StateSelector<Source.State, Output>)
  {
    self.init(id: id, label: label) { source, onChange in
      source.subscribe(to: selector, initial: true, onChange: onChange)
    }
  }

  /// The request for a selector: the one that views have now, or a new one.
  static func shared(
    _ selector: StateSelector<Source.State, Output>, label: String?
  ) -> SelectedRequest {
    let key = SelectedRequestKey(
      type: ObjectIdentifier(SelectedRequest.self), identity: selector.identity)
    return key.present(as: SelectedRequest.self) {
      SelectedRequest(id: AnyHashable(selector.identity), label: label, key: key) {
        $0.subscribe(to: selector, initial: true, onChange: $1)
      }
    }
  }

  #if DEBUG
    /// The selector, unless it is a request of closures.
    var identity: SelectorIdentity? { key?.identity }

    /// What notices that views are given a new selector each time; settled with the second view.
    func origin(_ identity: SelectorIdentity, _ place: @autoclosure () -> String) -> SelectedOrigin
    {
      if let origin {
        origin.settle()
        return origin
      }
      let new = SelectedOrigin(identity, place: place())
      origin = new
      return new
    }
  #endif

  /// The listener that the views of one store share; made by the first of them that reads.
  ///
  /// Complexity: amortized O(1).
  func listener(for source: Source) -> SelectedListener<Source, Output> {
    let id = ObjectIdentifier(source)
    // A store that has gone may have had the same identity.
    if let current = listeners[id], current.listens(to: source) { return current }
    if listeners.count >= mostListeners {
      listeners = listeners.filter { !$0.value.hasLostItsSource }
      mostListeners = max(8, 2 * listeners.count)
    }
    let listener = SelectedListener<Source, Output>()
    listener.listen(to: source, as: self) { [weak self] in self?.dropIfReplaced($0, id) ?? true }
    listeners[id] = listener
    return listener
  }

  /// Ends a listener whose last value no view has read, where views have been given another store.
  private func dropIfReplaced(
    _ listener: SelectedListener<Source, Output>, _ id: ObjectIdentifier
  ) -> Bool {
    guard listeners.count > 1 else { return false }
    if listeners[id] === listener { listeners[id] = nil }
    return true
  }
}

/// What makes two requests for selectors the same: the types, and the identity of the selector.
struct SelectedRequestKey: Hashable {
  let type: ObjectIdentifier
  let identity: SelectorIdentity

  private struct Entry {
    weak var request: AnyObject?
  }

  @MainActor private static var entries: [SelectedRequestKey: Entry] = [:]

  /// The request that views hold under this key, or the one that `make` makes.
  @MainActor func present<Request: AnyObject>(as: Request.Type, make: () -> Request) -> Request {
    if let request = Self.entries[self]?.request as? Request { return request }
    let request = make()
    Self.entries[self] = Entry(request: request)
    return request
  }

  /// Drops the entry of a request that is gone, unless another one has taken its place.
  @MainActor static func forget(_ key: SelectedRequestKey) {
    if let entry = entries[key], entry.request == nil { entries[key] = nil }
  }

  /// Whether a request is kept under a key; for tests.
  @MainActor static func isKnown(_ key: SelectedRequestKey) -> Bool { entries[key] != nil }
}
