// SPDX-License-Identifier: Apache-2.0

/// A report of a ``Send`` that was used after its effect had ended.
@usableFromInline
struct LateSend: CustomStringConvertible {
  /// What it did, and what became of that.
  let event: String

  /// Reports an action, once for each place that sends and in debug builds.
  @usableFromInline
  static func report<Action>(_ dispatched: DispatchedAction<Action>) {
    let source = dispatched.source
    Diagnostics.report(
      LateSend(
        event: """
          \(source): an effect that had ended sent \(dispatched.action). The action was \
          dispatched, but no cancellation can stop it and `finish()` has not waited for it.
          """), oncePer: "LateSend \(source.fileID):\(source.line)")
  }

  /// Reports an effect, once and in debug builds.
  static func reportStart() {
    Diagnostics.report(
      LateSend(event: "an effect that had ended called `send.start`. Nothing was started."),
      oncePer: "LateSend.start")
  }

  @usableFromInline var description: String {
    """
    Millrace: \(event) Probably a task or a callback keeps the `send` of a closure that has \
    returned. Let the closure wait for it (`await`, a task group), or take `.promise` or `.listen` \
    for what calls back. This is said once for each place.
    """
  }
}
