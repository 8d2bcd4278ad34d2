// SPDX-License-Identifier: Apache-2.0

extension TestStore {
  /// All actions that the store has processed so far, with the state after each of them.
  ///
  /// ```swift
  /// try JSONEncoder().encode(store.recording).write(to: file)
  /// ```
  public var recording: Recording<State, Action> {
    let history = recorder.history
    return Recording(
      initialState: history.first?.before ?? store.state,
      entries: history.enumerated().map { index, step in
        // A replacement before the first action is the initial state of the recording. If the
        // output of a selector was replaced, the state is the same.
        let isReplacement =
          index > 0 && step.isAfterReplacement
          && !Failure.areEqual(history[index - 1].after, step.before)
        return .init(
          action: step.action, source: step.source, state: step.after,
          rejection: step.error.map { Failure.text(of: $0) },
          replacement: isReplacement ? step.before : nil)
      })
  }
}
