// SPDX-License-Identifier: Apache-2.0

/// A programmer's error in a view that has ended a host.
///
/// A host that was created with `endsOnFailure` ends with the first such error; see
/// ``ViewHost/failure``.
public struct ViewFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// The type of the view, or of the gesture, that has the error.
  public let view: String
  /// A description of the error and its remedy.
  public let message: String

  /// Creates a failure.
  public init(view: String, message: String) {
    self.view = view
    self.message = message
  }

  /// The message: the view, the error and the remedy.
  public var description: String { "\(view): its page has ended. \(message)" }
}

extension ViewHost {
  /// Records a failure, if the host was created with `endsOnFailure`.
  ///
  /// Returns false otherwise.
  ///
  /// After a failure no body runs. The present call of the host ends the page.
  func fail(_ view: String, _ message: String) -> Bool {
    guard endsOnFailure else { return false }
    if failure == nil { failure = ViewFailure(view: view, message: message) }
    return true
  }

  /// True if a failure was recorded.
  ///
  /// No body is allowed to run then.
  ///
  /// It is read before each body. In a host without `endsOnFailure` it costs one load.
  var hasFailed: Bool { endsOnFailure && failure != nil }

  /// Closes a host that has failed, and calls `onFailure`.
  func endIfFailed() {
    guard hasFailed, let failure, root != nil else { return }
    close()
    onFailure?(failure)
    onFailure = nil
  }
}
