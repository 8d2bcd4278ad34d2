// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Puts a state in the place of the present one and tells observers; no action is involved.
  ///
  /// - Returns: False if an action is on its way; nothing has changed then.
  func replace(_ newState: State) -> Bool {
    guard phase == .idle, !isEnded else { return false }
    absorbMail()
    if !queue.isEmpty { runTurn() }
    state = newState
    commits &+= 1
    observers.willReplace()
    if observers.isEmpty && gate == nil { return true }
    guard batchDepth == 0 else {
      isStale = true
      return true
    }
    notifyObservers()
    runTurn()
    return true
  }

  /// Puts a value in the place of a selector's output and tells observers.
  func replace<Output>(_ selector: StateSelector<State, Output>, with output: Output) -> Bool {
    guard phase == .idle, !isEnded else { return false }
    return observers.graph.replace(selector, with: output) && replace(state)
  }
}
