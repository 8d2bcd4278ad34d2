// SPDX-License-Identifier: Apache-2.0

extension Effect {
  /// Sends an action for each element of a sequence; ends with the sequence.
  ///
  /// Each action is committed before the next element is asked for, so that a fast sequence cannot
  /// run ahead of the store. Once cancelled, the effect ends with the next element at the latest,
  /// also where the sequence does not heed cancellation.
  ///
  /// ```swift
  /// .stream(locations.updates()) { .moved(to: $0) }.cancellable(id: LocationID())
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - transform: Makes an action of an element, or nil to leave it out.
  /// - Returns: An effect that ends with the sequence.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Elements.Element) -> Action?
  ) -> Effect where Elements.Failure == Never {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    return .run { send in
      for await element in sequence {
        if send.isCancelled { return }
        if let action = transform(element) {
          await send.deliver(DispatchedAction(action, source: source))
        }
      }
    }
  }

  /// Sends an action for each element of a sequence that may throw; ends with the sequence.
  ///
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - fileID: The file, for the source of the actions.
  ///   - function: The function, for the source of the actions.
  ///   - line: The line, for the source of the actions.
  ///   - transform: Makes an action of an element, or nil to leave it out.
  ///   - handler: Makes the last action of an error. It is not asked about an effect that was
  ///     cancelled. Without it an error ends the effect and is reported as that of a `run`.
  /// - Returns: An effect that ends with the sequence.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Elements.Element) -> Action?,
    catch handler: (@Sendable (any Error) -> Action)? = nil
  ) -> Effect {
    let source = ActionSource(fileID: fileID, function: function, line: line)
    let work: @Sendable (Send<Action>) async throws -> Void = { send in
      for try await element in sequence {
        if send.isCancelled { return }
        if let action = transform(element) {
          await send.deliver(DispatchedAction(action, source: source))
        }
      }
    }
    return .run(from: source, work, action: handler)
  }

  /// Sends the elements of a sequence of actions; ends with the sequence.
  public static func stream<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, fileID: StaticString = #fileID, function: StaticString = #function,
    line: UInt = #line
  ) -> Effect where Elements.Element == Action, Elements.Failure == Never {
    stream(sequence, fileID: fileID, function: function, line: line) { $0 }
  }

  /// Starts an effect for each element of a sequence; ends with the sequence and the last of them.
  ///
  /// ```swift
  /// .forEach(store.updates(on: \.query)) { query in
  ///   .task { .found(await api.search(query)) }.debounce(id: SearchID(), for: .seconds(0.3))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - sequence: The elements.
  ///   - effect: Makes an effect of an element.
  /// - Returns: An effect that ends with the sequence and what it started.
  public static func forEach<Elements: AsyncSequence & Sendable>(
    _ sequence: Elements, _ effect: @escaping @Sendable (Elements.Element) -> Effect
  ) -> Effect where Elements.Failure == Never {
    .run { send in
      for await element in sequence {
        if send.isCancelled { return }
        send.start(effect(element))
      }
    }
  }
}
