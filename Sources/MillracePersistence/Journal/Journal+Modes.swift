// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

extension Journal where State: Codable, Action: Codable {
  /// Creates a journal of actions that belong to no persons.
  ///
  /// The parameters are those of
  /// ``init(on:of:actions:version:hashes:person:onUnknown:onDivergence:replaysAll:upcasts:)``.
  public convenience init(
    on log: some ActionLog, of state: State.Type, actions: Action.Type, version: Int = 1,
    hashes: UInt64 = 1_000, onUnknown: UnknownPolicy = .stop,
    onDivergence: DivergencePolicy = .stop, replaysAll: Bool = false,
    @UpcastBuilder upcasts: () -> [Upcast] = { [] }
  ) {
    self.init(
      ofActionsOn: log, version, hashes, person: nil, onUnknown, onDivergence, replaysAll,
      upcasts())
  }

  /// Creates a journal of actions whose persons can be forgotten.
  ///
  /// It records each action with its outcome. A recovery runs the reducer again for the committed
  /// actions after its snapshot. The reducer must depend on its state and its action only.
  ///
  /// - Parameters:
  ///   - log: The log of the records.
  ///   - state: The type of the state.
  ///   - actions: The type of the actions.
  ///   - version: The version of the types; raise it when an action or the state changes its form
  ///     or its meaning.
  ///   - hashes: The number of actions between two hashes of the state, with which a recovery
  ///     detects that the reducer decides otherwise. Zero means no hashes. If snapshots are about
  ///     as frequent or more frequent, an additional hash is recorded in the middle between two
  ///     snapshots. Each hash encodes the state, off the main actor.
  ///   - person: The person key of an action, for `forget(_:)`, for example `\.person`. The key is
  ///     nil if the action belongs to no person.
  ///   - onUnknown: The reaction of a recovery to actions that the program cannot decode.
  ///   - onDivergence: The reaction of a recovery if the reducer decides otherwise.
  ///   - replaysAll: True if a recovery begins with the first action and not with a snapshot, to
  ///     compare all hashes or to decide all actions again. If actions were dropped, or persons
  ///     forgotten, it begins with the oldest snapshot that includes their effect. A snapshot of
  ///     the recovered state replaces the other snapshots, unless each of them is equal to a
  ///     replayed state. With `onDivergence: .accept` each start that finds the divergence writes a
  ///     snapshot.
  ///   - upcasts: The conversions of actions of older versions.
  public convenience init(
    on log: some ActionLog, of state: State.Type, actions: Action.Type, version: Int = 1,
    hashes: UInt64 = 1_000, person: KeyPath<Action, String?> & Sendable,
    onUnknown: UnknownPolicy = .stop, onDivergence: DivergencePolicy = .stop,
    replaysAll: Bool = false, @UpcastBuilder upcasts: () -> [Upcast] = { [] }
  ) {
    self.init(
      ofActionsOn: log, version, hashes, person: { $0[keyPath: person] }, onUnknown, onDivergence,
      replaysAll, upcasts())
  }

  private convenience init(
    ofActionsOn log: some ActionLog, _ version: Int, _ hashes: UInt64,
    person: (@Sendable (Action) -> String?)?, _ onUnknown: UnknownPolicy,
    _ onDivergence: DivergencePolicy, _ replaysAll: Bool, _ upcasts: [Upcast]
  ) {
    let reader = LineReader<Action>(
      ofActions: log.place, version: version, skipsUnknown: onUnknown == .skip, upcasts: upcasts)
    self.init(log: log) { journal, initialState, feature, settings in
      let form = SnapshotForm<State>(
        version: version,
        fingerprint: try SnapshotForm<State>.fingerprint(version: version, of: initialState),
        upcasts: upcasts,
        value: { $0 }, decode: { (try TraceCoding.decoder().decode(State.self, from: $0), nil) },
        decodeOld: { value, found in
          let value = try Upcast.state(upcasts, value, from: found, to: version)
          return (try value.decoded(as: State.self), nil)
        })
      try TableOrderCheck.check(initialState, form, at: log.place)
      let reducer = Reducer(dropping: feature)
      let recovery = Recovery(
        log: log, reader: reader, form: form, onDivergence: onDivergence, replaysAll: replaysAll,
        step: { reducer.step(&$0, $1) })
      let recorder = Recorder<State, Action, Action>(
        form: form, version: version, hashInterval: hashes, person: person,
        ofCommit: { action, _ in action }, ofRejection: { $0 }, onReplacement: { _ in },
        recovery: recovery)
      return try await recorder.open(
        journal, try await recovery.run(from: initialState), settings, numbersAreActions: true)
    }
  }
}

extension Journal {
  /// Creates a journal of slices of the state that belong to no persons, for example of settings.
  ///
  /// The parameters are those of
  /// ``init(on:of:actions:slices:version:person:onUnknown:upcasts:)``.
  public convenience init(
    on log: some ActionLog, of state: State.Type, actions: Action.Type, slices: [StateSlice<State>],
    version: Int = 1, onUnknown: UnknownPolicy = .stop,
    @UpcastBuilder upcasts: () -> [Upcast] = { [] }
  ) {
    self.init(ofSlices: slices, on: log, version, person: nil, onUnknown, upcasts())
  }

  /// Creates a journal of slices of the state whose persons can be forgotten.
  ///
  /// It records the slices that an action has changed. A recovery assigns them to the initial
  /// state: the reducer does not run, and actions need not be `Codable`.
  ///
  /// An action that changes several slices is one record, with the key of the person that the state
  /// names after the action.
  ///
  /// - Parameters:
  ///   - log: The log of the records.
  ///   - state: The type of the state.
  ///   - actions: The type of the actions.
  ///   - slices: The recorded parts of the state. A recovery takes all other values from the
  ///     initial state.
  ///   - version: The version of the slices' types.
  ///   - person: The key of the person of the slices, for `forget(_:)`, for example `\.user`.
  ///   - onUnknown: The reaction of a recovery to slices that are not listed, or cannot be decoded.
  ///     With `.skip`, the other slices in the same record are still assigned.
  ///   - upcasts: The conversions of slices of older versions, by their names.
  public convenience init(
    on log: some ActionLog, of state: State.Type, actions: Action.Type, slices: [StateSlice<State>],
    version: Int = 1, person: KeyPath<State, String?> & Sendable,
    onUnknown: UnknownPolicy = .stop,
    @UpcastBuilder upcasts: () -> [Upcast] = { [] }
  ) {
    self.init(
      ofSlices: slices, on: log, version, person: { $0[keyPath: person] }, onUnknown, upcasts())
  }

  private convenience init(
    ofSlices slices: [StateSlice<State>], on log: some ActionLog, _ version: Int,
    person: (@Sendable (State) -> String?)?, _ onUnknown: UnknownPolicy, _ upcasts: [Upcast]
  ) {
    StateSlice.check(slices)
    let read = SliceReader(
      slices: slices, version: version, skipsUnknown: onUnknown == .skip, upcasts: upcasts)
    let reader = LineReader<SliceValues>(
      place: log.place, version: version, skipsUnknown: onUnknown == .skip, tellsPersons: false,
      readAll: nil,
      decode: { value, found in
        let (values, skipped) = try read.values(value, version: found)
        return ([values], skipped == nil)
      })
    let key = person.map { _ -> @Sendable (SliceValues) -> String? in { $0.person } }
    self.init(log: log) { journal, initialState, _, settings in
      let form = SnapshotForm<State>(
        version: version, fingerprint: "\(version) slices", upcasts: read.upcasts,
        value: { SliceValues(of: $0, slices) },
        decode: { try read.state(TraceValue(record: $0), version: version, on: initialState) },
        decodeOld: { try read.state($0, version: $1, on: initialState) })
      try TableOrderCheck.check(initialState, form, at: log.place)
      let recovery = Recovery(
        log: log, reader: reader, form: form, onDivergence: .stop, replaysAll: false,
        step: { state, values in
          do { try values.put(into: &state, slices) } catch { return error }
          return nil
        })
      let result = try await recovery.run(from: initialState)
      let all: @Sendable (State) -> [any Encodable & Sendable] = { state in
        slices.map { $0.value(state) }
      }
      let last = Locked(all(result.state))
      let recorder = Recorder<State, Action, SliceValues>(
        form: form, version: version, hashInterval: 0, person: key,
        ofCommit: { _, state in
          let state = state()
          guard var values = last.withLock({ SliceValues(changing: &$0, in: state, slices) })
          else { return nil }
          values.person = person?(state)
          return values
        }, ofRejection: { _ in nil },
        onReplacement: { state in last.withLock { $0 = all(state) } }, recovery: recovery)
      return try await recorder.open(journal, result, settings, numbersAreActions: false)
    }
  }
}
