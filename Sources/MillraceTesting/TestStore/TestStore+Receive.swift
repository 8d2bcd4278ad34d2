// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Takes the next action that came from an effect, and says how it changed the state.
  ///
  /// Steps that receive at the same time, in several tasks, take turns in the order in which they
  /// began: the first gets the first action, and the `timeout` of each counts from its turn. A step
  /// that sends meanwhile leaves them the actions that they wait for. A step whose task is
  /// cancelled while it waits takes nothing, does not fail, and leaves its turn to the next.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - timeout: How long to wait in real time for an effect that works outside of the test's
  ///     clock, such as one that asks a server. Nothing is waited for otherwise, nor while that
  ///     effect sleeps on the clock in another of its tasks, as one with a time limit does.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
  public func receive(
    _ action: Action, timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) async where Action: Equatable {
    await receive(
      .equal(to: action), timeout: timeout, change,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes the next action that came from an effect, which must be a certain case.
  ///
  /// ```swift
  /// await store.receive(\.found) { $0.books = [.theSwiftBook] }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - timeout: How long to wait in real time for an effect that works outside of the test's
  ///     clock, such as one that asks a server. Nothing is waited for otherwise, nor while that
  ///     effect sleeps on the clock in another of its tasks, as one with a time limit does.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
  public func receive<Value>(
    _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>, timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) async where Action: CasePathable {
    await receive(
      .of(path), timeout: timeout, change,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes the next action that came from an effect, which must be a certain case with a certain
  /// value.
  ///
  /// ```swift
  /// await store.receive(\.found, [.theSwiftBook]) { $0.books = [.theSwiftBook] }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The case.
  ///   - value: What it carries.
  ///   - timeout: How long to wait in real time for an effect that works outside of the test's
  ///     clock, such as one that asks a server. Nothing is waited for otherwise, nor while that
  ///     effect sleeps on the clock in another of its tasks, as one with a time limit does.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
  public func receive<Value: Equatable>(
    _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>, _ value: Value,
    timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) async where Action: CasePathable {
    await receive(
      .of(path, value), timeout: timeout, change,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Takes the next action that came from an effect, which must satisfy a condition.
  ///
  /// - Parameters:
  ///   - isExpected: The condition.
  ///   - timeout: How long to wait in real time for an effect that works outside of the test's
  ///     clock, such as one that asks a server. Nothing is waited for otherwise, nor while that
  ///     effect sleeps on the clock in another of its tasks, as one with a time limit does.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the same change to the state from before; without it nothing may change.
  public func receive(
    where isExpected: @escaping (Action) -> Bool, timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) async {
    await receive(
      .satisfying(isExpected), timeout: timeout, change,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  func receive(
    _ expected: Expectation<Action>, timeout: Duration,
    _ change: ((inout State) throws -> Void)?, at site: CallSite
  ) async {
    await receive(expected, timeout: timeout, at: site) { step in
      guard let error = step.error else {
        return check(step, isReceived: true, change, at: site)
      }
      state = step.after
      Failure.rejected(step.action, error, isReceived: true).report(at: site)
    }
  }

  func receive(
    _ expected: Expectation<Action>, throws refusal: Refusal, timeout: Duration, at site: CallSite
  ) async {
    await receive(expected, timeout: timeout, at: site) { step in
      check(step, isReceived: true, throws: refusal, at: site)
    }
  }

  /// Takes the action that is expected, and has what became of it compared.
  private func receive(
    _ expected: Expectation<Action>, timeout: Duration, at site: CallSite,
    _ compare: (RecordedStep<State, Action>) -> Void
  ) async {
    guard await takeTurn() else { return }
    defer { passTurn() }
    hasCome = { [weak self] in self?.index(of: expected) != nil }
    mishaps.begin(site)
    await settle()
    await waitForWorld(timeout: timeout) { index(of: expected) != nil }
    // One that has ended an effect tells why nothing comes.
    reportErrors(at: site)
    guard let index = index(of: expected) else {
      // A step that was cancelled is not expected any more.
      guard !Task.isCancelled else { return }
      let others = recorder.steps.map(\.action)
      Failure.nothingReceived(expected, but: others, missing: situation).report(at: site)
      return
    }
    skip(Array(recorder.steps[..<index]), at: site) { nil }
    let step = recorder.steps[index]
    recorder.steps.removeSubrange(...index)
    checkReplacement(before: step, at: site)
    guard expected.matches(step.action) else {
      Failure.receivedOther(step.action, expected).report(at: site)
      state = step.after
      return
    }
    compare(step)
  }

  /// Waits for the steps that began to receive before this one: the first of them gets the first
  /// action.
  ///
  /// - Returns: False if its task was cancelled meanwhile; then it is the turn of other steps.
  private func takeTurn() async -> Bool {
    guard isReceiving else {
      isReceiving = true
      return true
    }
    lastReceiver += 1
    let number = lastReceiver
    return await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        guard !Task.isCancelled else { return turn.resume(returning: false) }
        receivers.append(Receiver(number: number, turn: turn))
      }
    } onCancel: {
      // The place in the line is left on the main actor, after it was taken.
      Task { @MainActor [weak self] in self?.leave(number) }
    }
  }

  /// Ends the turn of this step and begins that of the next one that waits to receive.
  private func passTurn() {
    hasCome = nil
    guard !receivers.isEmpty else { return isReceiving = false }
    receivers.removeFirst().turn.resume(returning: true)
  }

  /// Settles, and lets the steps that wait to receive take their actions first: they began earlier.
  func settleBehindReceivers() async {
    await settle()
    while isReceiving && hasCome?() != false { await settle() }
  }

  /// Takes a step that was cancelled out of the line; it stays if its turn has already come.
  private func leave(_ number: Int) {
    guard let index = receivers.firstIndex(where: { $0.number == number }) else { return }
    receivers.remove(at: index).turn.resume(returning: false)
  }

  /// The step to take: the next one, or, where others may be skipped, the first that matches.
  private func index(of expected: Expectation<Action>) -> Int? {
    guard exhaustivity == .on else {
      return recorder.steps.firstIndex { expected.matches($0.action) }
    }
    return recorder.steps.isEmpty ? nil : 0
  }
}

/// A step that waits for its turn to receive.
struct Receiver {
  let number: Int
  /// Resumed with true when its turn comes, and with false when its task is cancelled.
  let turn: CheckedContinuation<Bool, Never>
}

/// What an action that is received must be like.
struct Expectation<Action> {
  /// The action, its case or the condition, in words, which only a failure needs.
  let text: () -> String
  /// The action, if it is known.
  var action: Action?
  /// Whether the text is a piece of code.
  var isName = true
  let matches: (Action) -> Bool

  init(
    text: @escaping @autoclosure () -> String, action: Action? = nil, isName: Bool = true,
    matches: @escaping (Action) -> Bool
  ) {
    self.text = text
    self.action = action
    self.isName = isName
    self.matches = matches
  }

  static func equal(to action: Action) -> Expectation where Action: Equatable {
    Expectation(text: Failure.text(of: action), action: action) { $0 == action }
  }

  static func of<Value>(
    _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>
  ) -> Expectation where Action: CasePathable {
    let name = name(of: path)
    return Expectation(
      text: name ?? "an action of the case that the path leads to", isName: name != nil
    ) { $0.is(path) }
  }

  static func of<Value: Equatable>(
    _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>, _ value: Value
  ) -> Expectation where Action: CasePathable {
    let action = Action.casePaths[keyPath: path].embed(value)
    return Expectation(text: Failure.text(of: action), action: action) { $0[case: path] == value }
  }

  static func satisfying(_ isExpected: @escaping (Action) -> Bool) -> Expectation {
    Expectation(
      text: "an action that satisfies the condition", isName: false, matches: isExpected)
  }

  /// The name of a case; nil if neither its path nor the property that holds the path has one.
  private static func name<Value>(
    of path: KeyPath<Action.CasePaths, CasePath<Action, Value>>
  ) -> String? where Action: CasePathable {
    let name =
      Action.casePaths[keyPath: path].caseName
      ?? "\(path)".split(separator: ".").last.map(String.init) ?? ""
    return name.contains("<computed") ? nil : "\(Action.self).\(name)"
  }
}
