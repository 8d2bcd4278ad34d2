// SPDX-License-Identifier: Apache-2.0

import Millrace
public import MillraceTrace

extension Recording where State: Codable, Action: Codable {
  /// Reads a recording from a trace: the file of a bug report, for example.
  ///
  /// A trace has a few states only; the others are made by the reducer, as it is now. To compare
  /// them with those of the run that was recorded, `try trace.replay(reducer)` first.
  ///
  /// ```swift
  /// let recording = try Recording(Trace(text: text), reducer: cartReducer)
  /// ```
  ///
  /// Complexity: one decoding and one run of the reducer per action; every state is kept.
  ///
  /// - Parameters:
  ///   - trace: The trace.
  ///   - reducer: The reducer or the feature.
  /// - Throws: A `TraceError` if a state or an action is not one of this program.
  public init(
    _ trace: Trace, reducer: some FeatureType<State, Action>
  ) throws(TraceError) {
    let feature = reducer.feature
    let (first, actions) = try trace.decoded(State.self, Action.self)
    self.init(initialState: first)
    var state = first
    for dispatched in actions {
      let error = feature.step(&state, dispatched.action)
      entries.append(
        .init(
          action: dispatched.action, source: dispatched.source, state: state,
          rejection: error.map { Failure.text(of: $0) }))
    }
  }

  /// The recording as a trace, which tools read; secrets are not in it.
  ///
  /// It begins with the state that was replaced last, if one was: no reducer makes that state.
  ///
  /// Complexity: one encoding of an action and of a state per action: of its `EntityTable`s the
  /// rows that changed.
  ///
  /// - Returns: A trace with the first state, and the hashes of all others.
  /// - Throws: What the encoding of a state or an action throws.
  public func trace() throws -> Trace {
    let kept = entries[(entries.lastIndex { $0.replacement != nil } ?? 0)...]
    let numbers = zip(kept.indices, kept).map { $1.source.number ?? UInt64($0 + 1) }
    let written = WrittenState()
    try written.take(kept.first?.replacement ?? initialState)
    var trace = Trace(
      header: .init(state: "\(State.self)", action: "\(Action.self)"),
      keyframes: [.init(number: (numbers.first ?? 1) - 1, state: written.value)])
    for (number, entry) in zip(numbers, kept) {
      let changed = try written.take(entry.state)
      trace.lines.append(
        .init(
          source: ActionSource(
            recordedFileID: entry.source.fileID, function: entry.source.function,
            line: entry.source.line, info: entry.source.info, number: number,
            cause: entry.source.cause, effect: entry.source.effect),
          client: entry.source.client, time: 0, action: try TraceValue(encoding: entry.action).json,
          rejection: entry.rejection, changed: changed, hash: written.hash))
    }
    return trace
  }
}
