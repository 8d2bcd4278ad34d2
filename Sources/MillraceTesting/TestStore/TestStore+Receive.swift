// SPDX-License-Identifier: Apache-2.0

import Millrace

extension TestStore {
  /// Receives the next action from an effect, and checks how it changed the state.
  ///
  /// The step fails if another action or no action arrives, if the action changed the state
  /// differently, or if the reducer rejected it. With exhaustivity off, the actions before the
  /// expected action are skipped.
  ///
  /// Several tasks can receive concurrently. Their steps run one after another, in the order in
  /// which they began: the first step gets the first action, and the `timeout` of each step begins
  /// when the previous step ends. A concurrent `send` does not skip the actions that these steps
  /// wait for. If the task of a step is cancelled before the step has received its action, the step
  /// receives nothing and does not fail, and the next step runs.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - timeout: The maximum real time to wait for an effect that does not use the test's clock,
  ///     such as a request to a server. The step does not wait if no such effect runs, or if the
  ///     effect also sleeps on the clock in another of its tasks, as an effect with a timeout does.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
  public func receive(
    _ action: Action, timeout: Duration = .seconds(1), fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ change: ((inout State) throws -> Void)? = nil
  ) async where Action: Equatable {
    await receive(
      .equal(to: action), timeout: timeout, change,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action from an effect, which must have this case.
  ///
  /// ```swift
  /// await store.receive(\.found) { $0.books = [.theSwiftBook] }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of the case.
  ///   - timeout: The maximum real time to wait for an effect that does not use the test's clock,
  ///     such as a request to a server. The step does not wait if no such effect runs, or if the
  ///     effect also sleeps on the clock in another of its tasks, as an effect with a timeout does.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
  public func receive<Value>(
    _ path: KeyPath<Action.CasePaths, CasePath<Action, Value>>, timeout: Duration = .seconds(1),
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, _ change: ((inout State) throws -> Void)? = nil
  ) async where Action: CasePathable {
    await receive(
      .of(path), timeout: timeout, change,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Receives the next action from an effect, which must have this case and this associated
  /// value.
  ///
  /// ```swift
  /// await store.receive(\.found, [.theSwiftBook]) { $0.books = [.theSwiftBook] }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The path of the case.
  ///   - value: The associated value of the case.
  ///   - timeout: The maximum real time to wait for an effect that does not use the test's clock,
  ///     such as a request to a server. The step does not wait if no such effect runs, or if the
  ///     effect also sleeps on the clock in another of its tasks, as an effect with a timeout does.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
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

  /// Receives the next action from an effect, which must satisfy a condition.
  ///
  /// - Parameters:
  ///   - isExpected: Returns true for the expected action.
  ///   - timeout: The maximum real time to wait for an effect that does not use the test's clock,
  ///     such as a request to a server. The step does not wait if no such effect runs, or if the
  ///     effect also sleeps on the clock in another of its tasks, as an effect with a timeout does.
  ///   - fileID: The file of the step.
  ///   - filePath: The path of that file.
  ///   - line: The line of the step.
  ///   - column: The column of the step.
  ///   - change: Makes the expected change to the state before the action. Without this closure,
  ///     the state must not change in an exhaustive test.
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
    _ expected: Expectation<Action>, throws rejection: ExpectedRejection, timeout: Duration,
    at site: CallSite
  ) async {
    await receive(expected, timeout: timeout, at: site) { step in
      check(step, isReceived: true, throws: rejection, at: site)
    }
  }

  /// Receives the expected action, and calls a closure that compares its result.
  private func receive(
    _ expected: Expectation<Action>, timeout: Duration, at site: CallSite,
    _ compare: (RecordedStep<State, Action>) -> Void
  ) async {
    guard await beginReceiving() else { return }
    defer { endReceiving() }
    if Task.isCancelled { return }
    hasArrived = { [weak self] in self?.index(of: expected) != nil }
    warningReporter.begin(site)
    await settle()
    await waitForExternalWork(timeout: timeout) { index(of: expected) != nil }
    // The action of a cancelled step is not expected any more, also if it has arrived.
    if Task.isCancelled { return }
    // An error that has ended an effect can be the reason why no action arrives.
    reportUncaughtErrors(at: site)
    guard let index = index(of: expected) else {
      let others = recorder.steps.map(\.action)
      let skipped = recorder.skipped.last { expected.matches($0.action) }
      Failure.nothingReceived(
        expected, but: others, skippedAt: skipped?.line, missing: situation
      ).report(at: site)
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

  /// Waits until the receive steps that began before this step have ended.
  ///
  /// - Returns: False if the task was cancelled meanwhile.
  private func beginReceiving() async -> Bool {
    guard isReceiving else {
      isReceiving = true
      return true
    }
    lastReceiver += 1
    let number = lastReceiver
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: false) }
        receivers.append(Receiver(number: number, continuation: continuation))
      }
    } onCancel: {
      // This task runs on the main actor after the receiver was appended.
      Task { @MainActor [weak self] in self?.cancelReceiver(number) }
    }
  }

  /// Ends this receive step, and resumes the next one.
  private func endReceiving() {
    hasArrived = nil
    guard !receivers.isEmpty else { return isReceiving = false }
    receivers.removeFirst().continuation.resume(returning: true)
  }

  /// Settles, and waits until the earlier receive steps have received the actions that arrived.
  func settleAfterReceivers() async {
    await settle()
    while isReceiving && hasArrived?() != false { await settle() }
  }

  /// Removes and resumes a cancelled receiver.
  ///
  /// Does nothing if it was resumed already.
  private func cancelReceiver(_ number: Int) {
    guard let index = receivers.firstIndex(where: { $0.number == number }) else { return }
    receivers.remove(at: index).continuation.resume(returning: false)
  }

  /// The index of the next recorded action, or, if exhaustivity is off, of the first one that
  /// matches; nil if there is none.
  private func index(of expected: Expectation<Action>) -> Int? {
    guard exhaustivity == .on else {
      return recorder.steps.firstIndex { expected.matches($0.action) }
    }
    return recorder.steps.isEmpty ? nil : 0
  }
}

/// A receive step that waits until the previous receive steps have ended.
struct Receiver {
  let number: Int
  /// Resumed with true when the step can receive, and with false when its task is cancelled.
  let continuation: CheckedContinuation<Bool, Never>
}

/// The condition that a received action must satisfy.
struct Expectation<Action> {
  /// Returns the text of the action, its case or the condition; called only for a failure.
  let text: () -> String
  /// The expected action, or nil if only its case or a condition is known.
  var action: Action?
  /// True if the text is code, which messages show in backquotes.
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
      text: name ?? "an action of the case at the path", isName: name != nil
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

  /// The name of a case, or nil if neither the case path nor its key path has a name.
  private static func name<Value>(
    of path: KeyPath<Action.CasePaths, CasePath<Action, Value>>
  ) -> String? where Action: CasePathable {
    let type = Failure.name(of: Action.self)
    if let name = Action.casePaths[keyPath: path].caseName { return "\(type).\(name)" }
    // The description of a path to an element is `\CasePaths.row.<computed …>`, without the key.
    let parts = "\(path)".split(separator: ".").dropFirst()
    guard let name = parts.first, !name.contains("<computed") else { return nil }
    if parts.count == 1 { return "\(type).\(name)" }
    return "\(type).\(name)[…]"
  }
}
