// SPDX-License-Identifier: Apache-2.0

extension Engine {
  /// Puts a state in the place of the present one and tells observers, and what middleware wants
  /// after each commit is started; no action is involved.
  ///
  /// - Returns: False if an action is on its way; nothing has changed then.
  func replace(_ newState: State) -> Bool {
    guard phase == .idle, !isEnded else { return false }
    absorbMail()
    if !queue.isEmpty { runTurn() }
    state = newState
    commits &+= 1
    observers.willReplace()
    if !observers.isEmpty || gate != nil {
      if batchDepth == 0 { notifyObservers() } else { isStale = true }
    }
    afterCommit?(reader)
    if !owners.isEmpty { endAbsentOwners() }
    if !followers.isEmpty { tellFollowers(nil) }
    runTurn()
    return true
  }

  /// Puts a value in the place of a selector's output and tells observers.
  func replace<Output>(_ selector: StateSelector<State, Output>, with output: Output) -> Bool {
    guard phase == .idle, !isEnded else { return false }
    return observers.graph.replace(selector, with: output) && replace(state)
  }
}
