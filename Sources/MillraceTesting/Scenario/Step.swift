// SPDX-License-Identifier: Apache-2.0

import Millrace

/// A step of a scenario: something that is sent, received, waited for or done.
///
/// A step is a plain value. It does nothing until `TestStore.perform` or a `scenario` runs
/// it, and it remembers the line on which it was written, so that it fails there.
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
    case sendThrowing(Action, Refusal)
    case receive(
      Expectation<Action>, timeout: Duration, change: ((inout State) throws -> Void)?)
    case receiveThrowing(Expectation<Action>, Refusal, timeout: Duration)
    case advance(Duration)
    case run
    case stateEffects(StateEffects<State, Action>)
    case effect(Effect<Action>)
    case skipReceivedActions(strict: Bool)
    case skipInFlightEffects(strict: Bool)
    case exhaustivity(Exhaustivity)
    case sideEffect(@MainActor () async throws -> Void)
  }

  var work: Work
  let site: CallSite

  @MainActor
  func perform(on store: TestStore<State, Action>) async {
    let (file, path, line, column) = (site.fileID, site.filePath, site.line, site.column)
    store.mishaps.begin(site)
    defer { store.reportErrors(at: site) }
    switch work {
    case .send(let action, let change):
      await store.send(
        action, fileID: file, filePath: path, line: line, column: column, change)
    case .sendThrowing(let action, let refusal):
      await store.send(action, throws: refusal, at: site)
    case .receive(let expected, let timeout, let change):
      await store.receive(expected, timeout: timeout, change, at: site)
    case .receiveThrowing(let expected, let refusal, let timeout):
      await store.receive(expected, throws: refusal, timeout: timeout, at: site)
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

/// A step about an action, which may still say how the action changes the state.
public struct ActionStep<State: Sendable, Action: Sendable> {
  let step: Step<State, Action>

  /// Says how the action changes the state; without it nothing may change.
  ///
  /// - Parameter change: Makes the same change to the state from before.
  /// - Returns: The step.
  public func expect(_ change: @escaping (inout State) throws -> Void) -> Step<State, Action> {
    var step = step
    switch step.work {
    case .send(let action, _): step.work = .send(action, change: change)
    case .receive(let expected, let timeout, _):
      step.work = .receive(expected, timeout: timeout, change: change)
    default: break
    }
    return step
  }
}
