// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation

/// Listens to a store, for one view or for all views of one selector.
///
/// It hears synchronously, after the commit, holds its store weakly, and ends its subscription when
/// it is released.
@MainActor
final class SelectedListener<Source: StateProvider, Output> {
  /// The request that a view's own listener follows, until the view passes one with another id.
  private var request: SelectedRequest<Source, Output>?
  private weak var source: Source?
  private var cell: SelectedCell<Output>?
  private var subscription: StoreSubscription?
  /// Whether the value that was published last has been read.
  private var isRead = false
  private var hasWarned = false
  private let warn: (String) -> Void

  init(warn: @escaping (String) -> Void = { StoreWarnings.report($0) }) {
    self.warn = warn
  }

  /// Whether there is a value; a listener has one from the moment in which it listens to a store.
  var hasOutput: Bool { cell?.output != nil }

  /// The value that was published last; reading it in a body tracks it.
  var output: Output {
    guard let output = cell?.output else { fatalError(Self.earlyRead) }
    isRead = true
    return output
  }

  /// Says, in debug builds, that the value is read where a view cannot follow it.
  func reportEarlyRead() {
    #if DEBUG
      warn(Self.earlyRead)
    #endif
  }

  static var earlyRead: String {
    """
    Millrace: @Selected was read before its view was shown, probably in an initializer. The view \
    does not follow what is read there. Read it in `body` or later.
    """
  }

  /// Takes over a request if its id is new; an equal id keeps what is there, closures included.
  func update(_ request: SelectedRequest<Source, Output>) {
    if let present = self.request, present.id == request.id {
      warnIfRelabelled(present, request)
      return
    }
    self.request = request
    source = nil
  }

  /// Subscribes to a store; the same store again changes nothing.
  func listen(to source: Source) {
    guard self.source !== source, let request else { return }
    listen(to: source, as: request)
  }

  /// Subscribes to a store as a request says, without keeping the request.
  ///
  /// - Parameters:
  ///   - source: The store.
  ///   - request: Says what to subscribe to.
  ///   - onUnread: Called in place of a value that comes before the last one was read.
  func listen(
    to source: Source, as request: SelectedRequest<Source, Output>,
    onUnread: ((SelectedListener) -> Bool)? = nil
  ) {
    self.source = source
    // A new cell, so that the readers of the old one are not told in the middle of an update.
    let cell = SelectedCell<Output>()
    self.cell = cell
    isRead = true
    subscription?.cancel()
    subscription = request.subscribe(source) { [weak self, label = request.label] output in
      guard let self else { return }
      if !isRead, onUnread?(self) == true { return }
      isRead = false
      SelectedLog.note(label, output)
      cell.output = output
    }
    isRead = true
  }

  /// Whether it listens to this store.
  func listens(to source: Source) -> Bool { self.source === source }

  /// Whether it listened to a store that has gone.
  var hasLostItsSource: Bool { subscription != nil && source == nil }

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
    goes on with the closures that it was first given, and what they captured. If they depend on \
    a value that changes, pass that value as the id: @Selected(\\.store, id: bookID, label: ...).
    """
  }
}

/// Holds one output where Observation sees it.
///
/// One key path serves the cells of all outputs: an `@Observable` class that is generic builds its
/// own anew at each access, and one with a parameter pack aborts at run time.
@MainActor
final class SelectedCell<Output> {
  private let signal = SelectedSignal()
  private var latest: Output?

  var output: Output? {
    get {
      signal.access()
      return latest
    }
    set { signal.withMutation { latest = newValue } }
  }
}

/// What Observation knows of a published value.
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
