// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Says once that an action was meant for a child that is not there.
///
/// Whatever is lifted to such children makes one of these; it speaks in debug builds only.
@usableFromInline
final class MissingPart: Sendable {
  let fileID: StaticString
  let line: UInt
  let lift: StaticString
  let who: StaticString
  private let wasReported = Atomic(false)
  private let wasGoneReported = Atomic(false)

  /// Creates a report that has not been made yet.
  ///
  /// - Parameters:
  ///   - lift: The function that lifted.
  ///   - who: What was lifted.
  ///   - fileID: Where it was called.
  ///   - line: Where it was called.
  @usableFromInline
  init(
    _ lift: StaticString, of who: StaticString = "feature", fileID: StaticString, line: UInt
  ) {
    self.lift = lift
    self.who = who
    self.fileID = fileID
    self.line = line
  }

  /// Reports the first time, and only in debug builds.
  @usableFromInline
  func report<Container, Key, Action>(in: Container.Type, key: Key, action: Action) {
    #if DEBUG
      guard !wasReported.exchange(true, ordering: .relaxed) else { return }
      Diagnostics.report(message(in: Container.self, key: key, action: action))
    #endif
  }

  /// Says the first time that the state of a child was read when the child had gone, in every
  /// build.
  func reportGone<Child>(_ child: Child.Type) {
    guard !wasGoneReported.exchange(true, ordering: .relaxed) else { return }
    Diagnostics.fault(goneMessage(of: Child.self, "gets it as it last was kept"))
  }

  /// What is said of a read of a child that has gone; `end` is what becomes of the read.
  func goneMessage<Child>(of child: Child.Type, _ end: String) -> String {
    """
    Millrace: \(place): a read of \(Child.self) came after the child had disappeared, and \(end). \
    Probably a task or a callback holds a StateReader, which reads at once in `handle` and the \
    effect that it returns. An effect reads with `send.read { }`, which ends with the child; \
    other code that runs later keeps what it needs, or asks the reader for `ifPresent`. This is \
    said once for each lift.
    """
  }

  /// Where the lift is.
  private var place: String { "\(fileID):\(line) \(lift)" }

  func message<Container, Key, Action>(
    in: Container.Type, key: Key, action: Action
  ) -> String {
    let element = Key.self == OnlyChild.self ? "no value" : "no element \(key)"
    return """
      Millrace: \(place): there is \(element) in \(Container.self) for \
      \(action). The \(who) did not run. Probably the child was removed while a view or an effect \
      still knew it, or the feature that removes it comes before this one. Combine the child's \
      feature before its parent's. This is said once for each lift.
      """
  }
}
