// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation

/// Listens to a store, for one view or for all views of one selector.
///
/// The closure of its subscription is called synchronously after the commit. The listener
/// references its store weakly. When the listener is released, the subscription ends.
@MainActor
final class SelectedListener<Source: StateProvider, Output> {
  /// The current request, until the view passes a request with another id.
  ///
  /// It is nil in a listener that views share.
  private var request: SelectedRequest<Source, Output>?
  private weak var source: Source?
  private var cell: SelectedCell<Output>?
  private var subscription: StoreSubscription?
  /// False if a value was published after the subscription began and has not been read yet.
  private var isRead = false
  private var hasWarned = false
  private let warn: (String) -> Void

  init(warn: @escaping (String) -> Void = { StoreWarnings.report($0) }) {
    self.warn = warn
  }

  /// True if there is a value.
  ///
  /// A listener has a value as soon as it listens to a store.
  var hasOutput: Bool { cell?.output != nil }

  /// The last published value.
  ///
  /// A body that reads it tracks it.
  var output: Output {
    guard let output = cell?.output else { fatalError(Self.earlyRead) }
    isRead = true
    return output
  }

  /// Warns, in debug builds, that the value is read before the view can track it.
  func reportEarlyRead() {
    #if DEBUG
      warn(Self.earlyRead)
    #endif
  }

  static var earlyRead: String {
    """
    Millrace: @Selected was read before its view was shown, probably in an initializer. The view \
    is not updated when a value that was read there changes. Read the value in `body` or later.
    """
  }

  /// Replaces the request if the id differs, so that the next `listen(to:)` subscribes again.
  ///
  /// A request with an equal id is ignored, also if its closures differ.
  func update(_ request: SelectedRequest<Source, Output>) {
    if let present = self.request, present.id == request.id {
      warnIfRelabelled(present, request)
      return
    }
    self.request = request
    source = nil
  }

  /// Subscribes to a store.
  ///
  /// Does nothing if it is subscribed to this store already.
  func listen(to source: Source) {
    guard self.source !== source, let request else { return }
    listen(to: source, as: request)
  }

  /// Subscribes to a store as a request specifies, without storing the request.
  ///
  /// - Parameters:
  ///   - source: The store.
  ///   - request: Creates the subscription.
  ///   - onUnread: Called when a value arrives before the last value was read. The new value is
  ///     dropped if it returns true.
  func listen(
    to source: Source, as request: SelectedRequest<Source, Output>,
    onUnread: ((SelectedListener) -> Bool)? = nil
  ) {
    self.source = source
    // The cell is replaced, because a write to the old cell would notify its readers during an
    // update of the views.
    let cell = SelectedCell<Output>()
    self.cell = cell
    isRead = true
    subscription?.cancel()
    subscription = request.subscribe(source) { [weak self, weak request] output in
      guard let self else { return }
      if !isRead, onUnread?(self) == true { return }
      isRead = false
      request?.log(output)
      cell.output = output
    }
    isRead = true
  }

  /// True if it listens to this store.
  func listens(to source: Source) -> Bool { self.source === source }

  /// True if it listened to a store that was released.
  var isSourceReleased: Bool { subscription != nil && source == nil }

  private func warnIfRelabelled(
    _ present: SelectedRequest<Source, Output>, _ request: SelectedRequest<Source, Output>
  ) {
    #if DEBUG
      guard request.id == nil, present.label != request.label, !hasWarned else { return }
      hasWarned = true
      warn(Self.relabelled(from: present.label, to: request.label))
    #endif
  }

  static func relabelled(from old: String?, to new: String?) -> String {
    """
    Millrace: @Selected "\(old ?? "")" was given the label "\(new ?? "")" but has no id, so it \
    still uses its first closures and the values that they captured. If the closures depend on a \
    value that changes, pass that value as the id, in an initializer of the view: \
    _book = Selected(\\.store, id: bookID, label: ...).
    """
  }
}

/// Stores one output, whose reads and writes Observation tracks.
///
/// All cells share one key path, that of `SelectedSignal`. A generic `@Observable` class builds
/// its key path again at each access.
@MainActor
final class SelectedCell<Output> {
  private let signal = SelectedSignal()
  private var latest: Output?

  var output: Output? {
    get {
      signal.access()
      return latest
    }
    set {
      // The old value is released after the access, because its `deinit` can read the output.
      var old = newValue
      signal.withMutation { swap(&latest, &old) }
    }
  }
}

/// The object that Observation tracks in place of a cell.
private final class SelectedSignal: Observable {
  private let registrar = ObservationRegistrar()

  private var value: Void { () }

  func access() {
    registrar.access(self, keyPath: \.value)
  }

  func withMutation(_ change: () -> Void) {
    registrar.withMutation(of: self, keyPath: \.value, change)
  }
}
