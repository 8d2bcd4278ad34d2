// SPDX-License-Identifier: Apache-2.0

/// Why a host has ended: a programmer's error in a view, which the host found before it ran the
/// view's body.
///
/// A host that is made with `endsOnFailure` ends with the first one; see ``ViewHost/failure``.
public struct ViewFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The type of the view.
  public let view: String
  /// What is wrong, and what to do about it.
  public let message: String

  /// Creates a failure.
  public init(view: String, message: String) {
    self.view = view
    self.message = message
  }

  /// Where, what, and what to do.
  public var description: String { "\(view): its page has ended. \(message)" }
}

extension ViewHost {
  /// Ends the page because of a view, if the host is one that does so; false if it is not.
  ///
  /// No body runs any more, and the present flush ends the page.
  func fail(_ view: String, _ message: String) -> Bool {
    guard endsOnFailure else { return false }
    if failure == nil { failure = ViewFailure(view: view, message: message) }
    return true
  }

  /// Whether no body may run any more.
  ///
  /// It is asked for before each body, so it costs one load in a host that goes on by its nature.
  var hasFailed: Bool { endsOnFailure && failure != nil }

  /// Ends a page that has failed, and tells the embedder.
  func endIfFailed() {
    guard hasFailed, let failure, root != nil else { return }
    close()
    onFailure?(failure)
    onFailure = nil
  }
}
