// SPDX-License-Identifier: Apache-2.0

import Millrace
import Observation

/// Listens to a store for one ``Selector`` for as long as its view lives.
///
/// It hears synchronously, after the commit, holds its store weakly, and ends its subscription when
/// it is released.
@MainActor
final class SelectorListener<Source: StateProvider, Output> {
  private var request: SelectorRequest<Source, Output>?
  private weak var source: Source?
  private var cell: SelectorCell<Output>?
  private var subscription: Subscription?
  private var hasWarned = false
  private let warn: (String) -> Void

  init(warn: @escaping (String) -> Void = { print($0) }) {
    self.warn = warn
  }

  /// The value that was published last; reading it in a body tracks it.
  var output: Output {
    guard let output = cell?.output else {
      fatalError(
        """
        Millrace: @Selector was read before its view was shown, so there is no value yet. Read it \
        in `body` or later, not in an initializer.
        """)
    }
    return output
  }

  /// Takes over a request if its id is new; an equal id keeps what is there, closures included.
  func update(_ request: SelectorRequest<Source, Output>) {
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
    self.source = source
    // A new cell, so that the readers of the old one are not told in the middle of an update.
    let cell = SelectorCell<Output>()
    self.cell = cell
    subscription?.cancel()
    subscription = request.subscribe(source) { cell.output = $0 }
  }

  private func warnIfRelabelled(
    _ present: SelectorRequest<Source, Output>, _ request: SelectorRequest<Source, Output>
  ) {
    #if DEBUG
      guard request.id == nil, present.label != request.label, !hasWarned else { return }
      hasWarned = true
      warn(Self.relabelled(from: present.label, to: request.label))
    #endif
  }

  static func relabelled(from old: String?, to new: String?) -> String {
    """
    Millrace: @Selector "\(old ?? "")" was given the label "\(new ?? "")" but has no id, so it \
    goes on with the closures that it was first given, and what they captured. If they depend on \
    a value that changes, pass that value as the id: @Selector(\\.store, id: bookID, label: ...).
    """
  }
}

/// Holds one output where Observation sees it.
///
/// Not generic over dependencies: an observable class with a parameter pack aborts at run time.
@Observable
@MainActor
final class SelectorCell<Output> {
  var output: Output?
}
