// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDevTools
import MillraceTrace
import Observation

/// The interface of a store for pages, which is independent of its types and of its program.
///
/// Subclasses override the members. This class is a store without actions.
///
/// A frame is one update of the pages. It shows all changes since the last frame. If a read returns
/// nil because the result is not available yet, a frame follows when it is.
@MainActor @Observable package class MonitoredStore: Identifiable {
  nonisolated package let id: Int
  nonisolated package let name: String
  /// A number that increases with each frame and each command of a page.
  ///
  /// A view that reads it is then updated.
  package private(set) var revision = 0
  /// Called when the store has changed, unless a frame is due already.
  ///
  /// Returns true if a frame follows.
  @ObservationIgnored package var onChange: (MonitoredStore) -> Bool = { _ in false }
  @ObservationIgnored private var isFrameDue = false
  /// The id of the last action on the timeline at the last frame.
  @ObservationIgnored private var newest = 0

  package init(id: Int, name: String) {
    self.id = id
    self.name = name
  }

  /// Requests a frame.
  ///
  /// Called when the store or the machine has changed.
  package final func noteChange() {
    if !isFrameDue { isFrameDue = onChange(self) }
  }

  /// Updates the views at once after a command of a page, or its answer.
  ///
  /// Until the next frame, a toggle or a slider would show its old value.
  final func showCommand() { revision += 1 }

  /// Updates the views that read `revision`.
  ///
  /// - Returns: The number of new actions since the last frame if the timeline was not edited.
  @discardableResult package final func showFrame() -> Int {
    isFrameDue = false
    readingTime = .zero
    revision += 1
    let last = id(at: status.count - 1)
    defer { newest = last }
    return last - newest
  }

  /// The connection status of a store in another program, or nil for a store of this program.
  package var note: String? { nil }
  /// The number of actions that were dropped before they were listed.
  package var leftOut: Int { 0 }
  /// The time of the longest read for the pages since the last frame.
  @ObservationIgnored package private(set) var readingTime = Duration.zero
  /// Calls a closure that reads for the pages, and measures its time.
  final func timed<Value>(_ read: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    defer { readingTime = max(readingTime, ContinuousClock.now - start) }
    return try read()
  }
  package var hasEnded: Bool { false }
  /// Counts the bytes of the actions, and drops the oldest actions if there are too many bytes.
  package func countBytes() {}
  /// True if the costs of actions contain the number of view bodies.
  package var countsBodies: Bool { false }
  /// The status of the time machine.
  package var status: MachineStatus { MachineStatus() }
  /// A number that increases when the timeline changes other than by new actions at its end, by
  /// dropped actions at its beginning, or by a jump.
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
  /// The complete action at a position.
  package func action(at position: Int) -> TraceValue { .null }
  /// The result of a filter for the action at a position, or nil if it is not available yet.
  package func answer(to question: ActionQuestion, at position: Int) -> Bool? { false }
  /// The changes of the action at a position, or nil if they are not available yet.
  package func changes(at position: Int) -> [StateChange]? { [] }
  /// The state after a number of actions, or nil if it is not available yet.
  package func state(after count: Int) -> TraceValue? { .null }
  /// The reason why a state or its changes cannot be read, or nil if the read has not failed.
  package func failure(toRead part: MonitoredPart) -> String? { nil }
  /// True if actions can be dispatched from a page.
  package var canDispatch: Bool { false }
  /// True if files can be read and written.
  package var canExchange: Bool { false }
  /// The reason why the text of an action is invalid, or nil if the action can be dispatched.
  package func problem(with text: String) -> String? { nil }
  /// Executes a command of the time machine.
  ///
  /// `then` is called with a failure, or with nil.
  package func perform(
    _ command: MonitorCommand, then: @escaping @MainActor (MonitorFailure?) -> Void
  ) {
    then(nil)
  }
  /// Executes a command of the time machine, and ignores a failure.
  package final func perform(_ command: MonitorCommand) { perform(command) { _ in } }
  /// Executes a request.
  ///
  /// `then` is called with the result.
  package func perform(
    _ request: StoreRequest, then: @escaping @MainActor (Result<String, any Error>) -> Void
  ) {
    then(.success(""))
  }
  /// Executes a request, and returns or throws its result.
  package final func result(of request: StoreRequest) async throws -> String {
    try await withCheckedThrowingContinuation { answer in
      perform(request) { answer.resume(with: $0) }
    }
  }
  /// The latest effects, in the order in which they were started.
  package var effects: [EffectSpan] { [] }
  /// The observed selections.
  package var selections: [SelectionBox] { [] }
  /// The ids of the selections that an action changed, or nil if they were not recorded.
  package func selections(changedBy number: UInt64) -> Set<Int>? { nil }
  /// The number of pages that show the selections.
  ///
  /// If it is not 0, the store records which selections each action changes.
  @ObservationIgnored package var selectionPages = 0 { didSet { selectionPagesChanged() } }
  func selectionPagesChanged() {}
}

/// A part of a store that a pane reads.
package enum MonitoredPart: Hashable, Sendable {
  /// The state after a number of actions.
  case state(after: Int)
  /// The changes of the action at a position.
  case changes(at: Int)
}
