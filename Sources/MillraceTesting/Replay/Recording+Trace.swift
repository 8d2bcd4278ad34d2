// SPDX-License-Identifier: Apache-2.0

import Millrace
public import MillraceTrace

extension Recording where State: Codable, Action: Codable {
  /// Creates a recording from a trace, for example from the file of a bug report.
  ///
  /// A trace contains only a few states. The current reducer computes the other states. To compare
  /// them with the states of the recorded run, call `try trace.replay(reducer)` first.
  ///
  /// ```swift
  /// let recording = try Recording(Trace(text: text), reducer: cartReducer)
  /// ```
  ///
  /// Complexity: one decoding and one run of the reducer per action. The recording stores every
  /// state.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - reducer: The reducer or the feature.
  /// - Throws: A `TraceError` if the trace has no first state, or if that state or an action cannot
  ///   be decoded.
  public init(
    _ trace: Trace, reducer: some FeatureType<State, Action>
  ) throws(TraceError) {
    let reducer = Reducer(dropping: reducer.feature)
    let (first, actions) = try trace.decoded(State.self, Action.self)
    self.init(initialState: first)
    var state = first
    for dispatched in actions {
      let error = reducer.step(&state, dispatched.action)
      entries.append(
        .init(
          action: dispatched.action, source: dispatched.source, state: state,
          rejection: error.map { Failure.text(of: $0) }))
    }
  }

  /// Returns the recording as a trace for tools, with placeholders instead of `Redacted` values.
  ///
  /// If the state was replaced, the trace begins with the last replacement, because no reducer can
  /// compute that state.
  ///
  /// Complexity: per action, one encoding of the action and of the state. In an `EntityTable`, only
  /// the changed rows are encoded.
  ///
  /// - Returns: A trace with the first state, and the hashes of all other states.
  /// - Throws: The error of the encoding of a state or an action.
  public func trace() throws -> Trace {
    let kept = entries[(entries.lastIndex { $0.replacement != nil } ?? 0)...]
    // A number that is not above the previous one is replaced, also in the causes of later actions.
    var last = (kept.first?.source.number ?? UInt64(kept.startIndex + 1)) - 1
    var replaced: [UInt64: UInt64] = [:]
    let written = WrittenState()
    try written.take(kept.first?.replacement ?? initialState)
    var trace = Trace(
      header: .init(state: "\(State.self)", action: "\(Action.self)"),
      keyframes: [.init(number: last, state: written.value)])
    for entry in kept {
      let number = max(last + 1, entry.source.number ?? 0)
      if let old = entry.source.number { replaced[old] = number }
      last = number
      let changed = try written.take(entry.state)
      trace.lines.append(
        .init(
          source: ActionSource(
            recordedFileID: entry.source.fileID, function: entry.source.function,
            line: entry.source.line, info: entry.source.info, number: number,
            cause: entry.source.cause.map { replaced[$0] ?? $0 }, effect: entry.source.effect),
          client: entry.source.client, time: 0, action: try TraceValue(encoding: entry.action).json,
          rejection: entry.rejection, changed: changed, hash: written.hash))
    }
    return trace
  }
}
