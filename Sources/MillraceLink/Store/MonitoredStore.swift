// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDevTools
import MillraceTrace
import Observation

/// What pages know of a store, whatever its types are and wherever it is.
///
/// Its subclasses answer; by itself it is a store in which nothing has happened. An answer of nil
/// to what takes time means that it is on its way: a frame follows when it has come.
@MainActor @Observable package class MonitoredStore: Identifiable {
  nonisolated package let id: Int
  nonisolated package let name: String
  /// Read by a view, it has the view follow the store, frame by frame.
  package private(set) var revision = 0
  /// Tells of a change; the answer is whether a frame follows.
  @ObservationIgnored package var onChange: (MonitoredStore) -> Bool = { _ in false }
  @ObservationIgnored private var isFrameDue = false
  /// The id of the newest action that the last frame showed.
  @ObservationIgnored private var newest = 0

  package init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  /// The store has done something, or the machine has.
  package final func noteChange() {
    if !isFrameDue { isFrameDue = onChange(self) }
  }

  /// Shows at once what a page has done to the machine: a toggle or a slider that waited for the
  /// next frame would fall back until then.
  final func showCommand() { revision += 1 }

  /// Has the views that follow the store read it again.
  ///
  /// - Returns: How many actions came since the last frame.
  @discardableResult package final func showFrame() -> Int {
    isFrameDue = false
    readingTime = .zero
    revision += 1
    let last = id(at: status.count - 1)
    defer { newest = last }
    return last - newest
  }

  /// What is to be known of a store that is elsewhere: whether its program is there.
  package var note: String? { nil }
  /// How many actions were dropped before they could be listed.
  package var leftOut: Int { 0 }
  /// How long the longest read for the pages took since the last frame.
  @ObservationIgnored package private(set) var readingTime = Duration.zero
  /// Reads something for the pages, and notes how long it took.
  final func timed<Value>(_ read: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    defer { readingTime = max(readingTime, ContinuousClock.now - start) }
    return try read()
  }
  package var hasEnded: Bool { false }
  /// Sees to it that the actions take no more bytes than they may.
  package func countBytes() {}
  /// Whether costs tell how many bodies of views an action had run.
  package var countsBodies: Bool { false }
  /// What the machine is at.
  package var status: MachineStatus { MachineStatus() }
  /// Grows when the line changes otherwise than by new actions at its end.
  package var edition: Int { 0 }
  /// The id of the action at a position.
  package func id(at position: Int) -> Int { 0 }
  /// The position of the action with an id.
  package func position(of id: Int) -> Int? { nil }
  /// The id of the action with a number in the store.
  package func id(ofNumber number: UInt64) -> Int? { nil }
  /// The action at a position.
  package func row(at position: Int) -> ActionRow? { nil }
  /// The numbers of an action and of its cause in the store.
  package func link(at position: Int) -> (number: UInt64?, cause: UInt64?) { (nil, nil) }
  /// An action as a whole.
  package func action(at position: Int) -> TraceValue { .null }
  /// The answer to a question about the action at a position.
  package func answer(to question: ActionQuestion, at position: Int) -> Bool? { false }
  /// What the action at a position changed in the state.
  package func changes(at position: Int) -> [StateChange]? { [] }
  /// The state after so many actions.
  package func state(after count: Int) -> TraceValue? { .null }
  /// Why there is no answer to what was read last of a state or its changes; nil if it is on its
  /// way.
  package func failure(toRead part: MonitoredPart) -> String? { nil }
  /// Whether actions can be dispatched, and files read and written.
  package var canDispatch: Bool { false }
  package var canExchange: Bool { false }
  /// What is wrong with the text of an action; nil if nothing is.
  package func problem(with text: String) -> String? { nil }
  /// Gives the machine a command, and says why it could not be done if it was not.
  package func perform(
    _ command: MonitorCommand, then: @escaping @MainActor (MonitorFailure?) -> Void
  ) {
    then(nil)
  }
  /// Gives the machine a command.
  package final func perform(_ command: MonitorCommand) { perform(command) { _ in } }
  /// Does something that may fail, and says what came of it.
  package func perform(
    _ request: StoreRequest, then: @escaping @MainActor (Result<String, any Error>) -> Void
  ) {
    then(.success(""))
  }
  /// Does something that may fail; what came of it.
  package final func result(of request: StoreRequest) async throws -> String {
    try await withCheckedThrowingContinuation { answer in
      perform(request) { answer.resume(with: $0) }
    }
  }
  /// The effects that are known, in the order in which they began.
  package var effects: [EffectSpan] { [] }
  /// The selections that are watched, and those of them that an action changed, if that was noted.
  package var selections: [SelectionBox] { [] }
  package func selections(changedBy number: UInt64) -> Set<Int>? { nil }
  /// How many pages draw the selections, so that it is to be noted what changes them.
  @ObservationIgnored package var selectionPages = 0 { didSet { selectionPagesChanged() } }
  func selectionPagesChanged() {}
}

/// What is read of a store for a pane.
package enum MonitoredPart: Hashable, Sendable {
  /// The state after so many actions.
  case state(after: Int)
  /// What the action at a position changed.
  case changes(at: Int)
}
