// SPDX-License-Identifier: Apache-2.0

import Foundation
import Millrace
import MillraceTrace

extension Journal where State: Codable, Action: Codable {
  /// A journal of actions.
  ///
  /// Each action is kept with its outcome, and a recovery lets the reducer do them again. The
  /// reducer must depend on its state and its action alone.
  ///
  /// - Parameters:
  ///   - log: Where the records are.
  ///   - state: The type of the state.
  ///   - actions: The type of the actions.
  ///   - version: The version of the types; raise it when an action or the state changes its form
  ///     or its meaning.
  ///   - hashes: After how many actions a hash of the state is kept, by which a recovery finds that
  ///     the reducer decides otherwise; zero: none. Where snapshots are about as frequent there is
  ///     one half way between two of them too. Each is an encoding of the state, off the main
  ///     actor.
  ///   - person: Where an action has the key of the person that it is about, to be forgotten by.
  ///   - onUnknown: What a recovery does with actions that the program does not have.
  ///   - onDivergence: What it does when the reducer decides otherwise.
  ///   - replaysAll: Whether it begins with the first action, whatever snapshots there are, to
  ///     compare all hashes or to decide all actions anew. Where actions were dropped, or persons
  ///     forgotten, it begins with the oldest snapshot that holds what they made. The state that it
  ///     makes takes the place of the snapshots, unless each of them holds what was made again.
  ///     With `onDivergence: .accept` each start that finds the divergence again does that.
  ///   - upcasts: What becomes of actions of older versions.
  public convenience init(
    on log: some ActionLog, of state: State.Type, actions: Action.Type, version: Int = 1,
    hashes: UInt64 = 1_000, person: (KeyPath<Action, String?> & Sendable)? = nil,
    onUnknown: UnknownPolicy = .stop, onDivergence: DivergencePolicy = .stop,
    replaysAll: Bool = false, @UpcastBuilder upcasts: () -> [Upcast] = { [] }
  ) {
    let upcasts = upcasts()
    let reader = LineReader<Action>(
      ofActions: log.place, version: version, skipsUnknown: onUnknown == .skip, upcasts: upcasts)
    self.init(log: log) { journal, initialState, feature, settings in
      let form = SnapshotForm<State>(
        version: version,
        fingerprint: try SnapshotForm<State>.fingerprint(version: version, of: initialState),
        value: { $0 }, decode: { try TraceCoding.decoder().decode(State.self, from: $0) },
        decodeOld: { value, found in
          let value = try Upcast.state(upcasts, value, from: found, to: version)
          return (try value.decoded(as: State.self), true)
        })
      let reducer = Reducer(dropping: feature)
      let recovery = Recovery(
        log: log, reader: reader, form: form, onDivergence: onDivergence, replaysAll: replaysAll,
        step: { reducer.step(&$0, $1) })
      let recorder = Recorder<State, Action, Action>(
        form: form, version: version, hashes: hashes,
        person: person.map { path -> @Sendable (Action) -> String? in { $0[keyPath: path] } },
        ofCommit: { action, _ in action }, ofRejection: { $0 }, onReplacement: { _ in },
        recovery: recovery)
      return try await recorder.open(
        journal, try await recovery.run(from: initialState), settings, numbersAreActions: true)
    }
  }
}

extension Journal {
  /// A journal of slices of the state, for settings and the like.
  ///
  /// What an action changed of them is kept, and a recovery puts it back: no reducer runs again,
  /// and actions need no coding.
  ///
  /// An action that changes several slices is one record. With `person` it has the key of the
  /// person whose the slices are, as the state after the action says it.
  ///
  /// - Parameters:
  ///   - log: Where the records are.
  ///   - state: The type of the state.
  ///   - actions: The type of the actions.
  ///   - slices: What is kept; all else is as in the first state after a recovery.
  ///   - version: The version of the slices' types.
  ///   - person: Where the state has the key of the person whose slices they are, to be forgotten
  ///     by.
  ///   - onUnknown: What a recovery does with slices that are not listed, or cannot be read; those
  ///     beside them in a record stay.
  ///   - upcasts: What becomes of slices of older versions, by their names.
  public convenience init(
    on log: some ActionLog, of state: State.Type, actions: Action.Type, slices: [StateSlice<State>],
    version: Int = 1, person: (KeyPath<State, String?> & Sendable)? = nil,
    onUnknown: UnknownPolicy = .stop,
    @UpcastBuilder upcasts: () -> [Upcast] = { [] }
  ) {
    let read = SliceReader(
      slices: slices, version: version, skipsUnknown: onUnknown == .skip, upcasts: upcasts())
    let reader = LineReader<SliceValues>(
      place: log.place, version: version, skipsUnknown: onUnknown == .skip, tellsPersons: false,
      readAll: nil,
      decode: { value, found in
        let (values, isWhole) = try read.values(value, version: found)
        return ([values], isWhole)
      })
    let owner: @Sendable (State) -> String? = { state in
      if let person { state[keyPath: person] } else { nil }
    }
    let key = person.map { _ -> @Sendable (SliceValues) -> String? in { $0.person } }
    self.init(log: log) { journal, initialState, _, settings in
      let form = SnapshotForm<State>(
        version: version, fingerprint: "\(version) slices",
        value: { SliceValues(of: $0, slices) },
        decode: { try read.state(TraceValue(json: $0), version: version, on: initialState).state },
        decodeOld: { try read.state($0, version: $1, on: initialState) })
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
        form: form, version: version, hashes: 0, person: key,
        ofCommit: { _, state in
          let state = state()
          guard var values = last.withLock({ SliceValues(changing: &$0, in: state, slices) })
          else { return nil }
          values.person = owner(state)
          return values
        }, ofRejection: { _ in nil },
        onReplacement: { state in last.withLock { $0 = all(state) } }, recovery: recovery)
      return try await recorder.open(journal, result, settings, numbersAreActions: false)
    }
  }
}
