// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A step of a scenario: for example, an action to send, an action to receive, or time to pass.
///
/// A step is a value. It does nothing until `TestStore.perform` or a `scenario` runs it. It stores
/// its source location and fails there.
///
/// ```swift
/// let signingIn: [Step<App, AppAction>] = [
///   .send(.signIn) { $0.isBusy = true },
///   .receive(\.signedIn) { $0.isBusy = false },
/// ]
/// ```
public struct Step<State: Sendable, Action: Sendable> {
  enum Work {
    case send(Action, change: ((inout State) throws -> Void)?)
    /// Sends an action that the reducer rejects.
    case sendRejected(Action, ExpectedRejection)
    case receive(
      Expectation<Action>, timeout: Duration, change: ((inout State) throws -> Void)?)
    /// Receives an action that the reducer rejects.
    case receiveRejected(Expectation<Action>, ExpectedRejection, timeout: Duration)
    case advance(Duration)
    /// Lets time pass until no task sleeps on the clock.
    case run
    /// Adds effects that run while the state requires them, with `TestStore.run(_:)`.
    case stateEffects(StateEffects<State, Action>)
    /// Starts an effect without an action, with `TestStore.addEffect(_:)`.
    case effect(Effect<Action>)
    case skipReceivedActions(strict: Bool)
    case skipInFlightEffects(strict: Bool)
    case exhaustivity(Exhaustivity)
    /// Runs code of the test; it is not an effect of the store.
    case sideEffect(@MainActor () async throws -> Void)
  }

  var work: Work
  let site: CallSite

  @MainActor
  func perform(on store: TestStore<State, Action>) async {
    let (file, path, line, column) = (site.fileID, site.filePath, site.line, site.column)
    store.warningReporter.begin(site)
    defer { store.reportUncaughtErrors(at: site) }
    switch work {
    case .send(let action, let change):
      await store.send(
        action, fileID: file, filePath: path, line: line, column: column, change)
    case .sendRejected(let action, let rejection):
      await store.send(action, throws: rejection, at: site)
    case .receive(let expected, let timeout, let change):
      await store.receive(expected, timeout: timeout, change, at: site)
    case .receiveRejected(let expected, let rejection, let timeout):
      await store.receive(expected, throws: rejection, timeout: timeout, at: site)
    case .advance(let duration):
      await store.advance(by: duration, fileID: file, filePath: path, line: line, column: column)
    case .run: await store.run(fileID: file, filePath: path, line: line, column: column)
    case .stateEffects(let effects):
      await store.run(effects, fileID: file, filePath: path, line: line, column: column)
    case .effect(let effect):
      await store.addEffect(effect, fileID: file, filePath: path, line: line, column: column)
    case .skipReceivedActions(let strict):
      await store.skipReceivedActions(
        strict: strict, fileID: file, filePath: path, line: line, column: column)
    case .skipInFlightEffects(let strict):
      await store.skipInFlightEffects(
        strict: strict, fileID: file, filePath: path, line: line, column: column)
    case .exhaustivity(let exhaustivity): store.exhaustivity = exhaustivity
    case .sideEffect(let body):
      await store.settle()
      do { try await body() } catch { Failure.sideEffectThrew(error).report(at: site) }
      await store.settle()
    }
  }
}

/// A step that sends or receives an action, to which ``expect(_:)`` adds the expected change.
public struct ActionStep<State: Sendable, Action: Sendable> {
  let step: Step<State, Action>

  /// Adds the expected change of the state.
  ///
  /// Without `expect`, the state must not change in an exhaustive test.
  ///
  /// - Parameter change: Makes the expected change to the state before the action.
  /// - Returns: The step.
  public func expect(_ change: @escaping (inout State) throws -> Void) -> Step<State, Action> {
    var step = step
    switch step.work {
    case .send(let action, _): step.work = .send(action, change: change)
    case .receive(let expected, let timeout, _):
      step.work = .receive(expected, timeout: timeout, change: change)
    default: preconditionFailure("An ActionStep sends or receives an action.")
    }
    return step
  }
}
