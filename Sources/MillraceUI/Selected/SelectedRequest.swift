// SPDX-License-Identifier: Apache-2.0

import Millrace

/// The subscription that a ``Selected`` needs, without the types of its dependencies.
///
/// All views that select with the same selector share one request. Therefore the wrapper has the
/// same bytes each time that a view is created, and the view does not run only because its parent
/// ran. These views share one subscription and one published value per store. A request with
/// closures or an id is a new object each time, because closures cannot be compared; its view has a
/// listener of its own.
@MainActor
final class SelectedRequest<Source: StateProvider, Output> {
  /// Identifies the selector, or the values that the closures capture.
  ///
  /// A request without an id is not replaced by another request without an id.
  let id: AnyHashable?
  /// The label of a request with closures, or the one of the first view that has used the selector
  /// with a label.
  private(set) var label: String?
  #if DEBUG
    /// The other labels with which views have used the selector.
    private var otherLabels: [String] = []
  #endif
  let subscribe: @MainActor (Source, @escaping (Output) -> Void) -> StoreSubscription
  /// The key of this request in the table of shared requests, or nil if it is not shared.
  private let key: SelectedRequestKey?
  /// Removes the entry of the table when this request is released.
  private let entry: StoreSubscription?
  #if DEBUG
    private var detector: RecreatedSelectorDetector?
  #endif
  /// The shared listeners, by the identity of their store.
  ///
  /// An app usually has one listener; a server with a store for each visitor has many.
  private(set) var listeners: [ObjectIdentifier: SelectedListener<Source, Output>] = [:]
  /// The number of listeners at which the listeners of released stores are removed.
  private var cleanUpThreshold = 8

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

  /// Creates a request with closures, or with a selector and an id.
  convenience init(id: AnyHashable?, label: String?, selector: StateSelector<Source.State, Output>)
  {
    self.init(id: id, label: label) { source, onChange in
      source.subscribe(to: selector, initial: true, onChange: onChange)
    }
  }

  /// Returns the request for a selector: the one that views use now, or a new one.
  static func shared(
    _ selector: StateSelector<Source.State, Output>, label: String?
  ) -> SelectedRequest {
    let key = SelectedRequestKey(
      type: ObjectIdentifier(SelectedRequest.self), identity: selector.identity)
    let request = key.sharedRequest(as: SelectedRequest.self) {
      SelectedRequest(id: AnyHashable(selector.identity), label: label, key: key) {
        $0.subscribe(to: selector, initial: true, onChange: $1)
      }
    }
    #if DEBUG
      request.add(label)
    #endif
    return request
  }

  #if DEBUG
    private func add(_ label: String?) {
      guard let label, label != self.label, !otherLabels.contains(label) else { return }
      if self.label == nil { self.label = label } else { otherLabels.append(label) }
    }
  #endif

  /// Logs a published value once for each label of the views that select it.
  func log(_ output: Output) {
    #if DEBUG
      SelectedLog.note(label, output)
      for other in otherLabels { SelectedLog.note(other, output) }
    #endif
  }

  #if DEBUG
    /// The identity of the selector, or nil for a request that is not shared.
    var identity: SelectorIdentity? { key?.identity }

    /// Returns the detector of selectors that are created again.
    ///
    /// The second call finishes the detector: the selector is used twice, so the program stores it.
    func detector(
      of identity: SelectorIdentity, at location: @autoclosure () -> String
    ) -> RecreatedSelectorDetector {
      if let detector {
        detector.finish()
        return detector
      }
      let new = RecreatedSelectorDetector(identity, location: location())
      detector = new
      return new
    }
  #endif

  /// Returns the listener that the views of one store share.
  ///
  /// It is created at the first read.
  ///
  /// Complexity: amortized O(1), plus the cost of the selector at the first read.
  func listener(for source: Source) -> SelectedListener<Source, Output> {
    let id = ObjectIdentifier(source)
    // The entry can belong to a released store that had the same `ObjectIdentifier`.
    if let current = listeners[id], current.listens(to: source) { return current }
    if listeners.count >= cleanUpThreshold {
      listeners = listeners.filter { !$0.value.isSourceReleased }
      cleanUpThreshold = max(8, 2 * listeners.count)
    }
    let listener = SelectedListener<Source, Output>()
    listener.listen(to: source, as: self) { [weak self] in self?.removeUnread($0, id) ?? true }
    listeners[id] = listener
    return listener
  }

  /// Removes a listener whose last value no view has read, if another store has a listener too:
  /// probably the views were given that store.
  ///
  /// Returns true if the views of its store no longer use the listener.
  private func removeUnread(
    _ listener: SelectedListener<Source, Output>, _ id: ObjectIdentifier
  ) -> Bool {
    guard listeners.count > 1 else { return false }
    if listeners[id] === listener { listeners[id] = nil }
    return true
  }
}

/// The key of a shared request: the type of the request and the identity of the selector.
struct SelectedRequestKey: Hashable {
  let type: ObjectIdentifier
  let identity: SelectorIdentity

  private struct Entry {
    weak var request: AnyObject?
  }

  @MainActor private static var entries: [SelectedRequestKey: Entry] = [:]

  /// Returns the request that views share under this key, or creates it with `make`.
  @MainActor func sharedRequest<Request: AnyObject>(
    as: Request.Type, make: () -> Request
  ) -> Request {
    if let request = Self.entries[self]?.request as? Request { return request }
    let request = make()
    Self.entries[self] = Entry(request: request)
    return request
  }

  /// Removes the entry of a released request, unless a new request uses the key already.
  @MainActor static func forget(_ key: SelectedRequestKey) {
    if let entry = entries[key], entry.request == nil { entries[key] = nil }
  }

  /// True if there is an entry for a key; for tests.
  @MainActor static func isKnown(_ key: SelectedRequestKey) -> Bool { entries[key] != nil }
}
