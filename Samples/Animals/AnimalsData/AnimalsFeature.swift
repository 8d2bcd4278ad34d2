// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUndo

extension Feature where State == AnimalsState, Action == AnimalsAction {
  /// How actions change the animals, and how the server hears of it.
  ///
  /// What is asked of the server is a function of the state. So a store that comes back from its
  /// journal goes on with the mutation that waited first, with the same key.
  ///
  /// A mutation that cannot be made throws a ``Refusal``.
  ///
  /// - Parameters:
  ///   - service: The server.
  ///   - timing: How often it is asked, on the store's clock.
  ///   - isKept: Returns when all that the store has done survives; a mutation is sent after it. A
  ///     key that was sent and then lost with a part of the journal would be given twice.
  /// - Returns: The feature.
  public static func animals(
    _ service: some AnimalsService, timing: AnimalsTiming = AnimalsTiming(),
    isKept: @escaping @Sendable () async throws -> Void = {}
  ) -> Feature {
    .combine {
      Reducer { state, action throws(Refusal) in
        switch action {
        case .begin(let client): if state.client.isEmpty { state.client = client }
        case .make(let mutation, _): try state.make(mutation)
        case .save(let mutation, let draft, _): try state.save(mutation, draft)
        // What the history has changed waits already.
        case .undo: if state.outbox.count > AnimalsState.limit { throw .tooManyWaiting }
        case .tryNow: state.attempt += 1
        case .dismiss(let id): state.refused.removeAll { $0.id == id }
        case .answered(let answer, let key): state.take(answer, to: key)
        case .away(let reason): state.link = .away(reason)
        case .gaveUp(let key, let reason): state.giveUp(key, reason)
        }
      }
      .undoable(\.history, limit: 100, people: 100) { action, state in
        switch action {
        case .make(.reloadSampleData, _): nil
        case .make(let mutation, let person), .save(let mutation, _, let person):
          .step(mutation.title(state.name(of: mutation.animalId)), by: person ?? "")
        case .undo(let action): .action(action)
        default: nil
        }
      } restored: { step, state in
        for row in step.rows(of: \.animals) { state.post(row) }
        return .none
      }
      StateEffects(on: \.request) { request in
        request.map { [.effect(id: $0, .ask($0, service, timing, isKept))] } ?? []
      }
    }
  }
}

/// How often the server is asked.
public struct AnimalsTiming: Sendable {
  /// The time between two questions for news.
  public var interval = Duration.seconds(2)
  /// The time before the second attempt; each further one waits twice as long.
  public var firstPause = Duration.milliseconds(250)
  /// The longest time between two attempts.
  public var longestPause = Duration.seconds(8)

  /// Creates the usual times.
  public init() {}
}

extension Effect where Action == AnimalsAction {
  /// Sends a request until it is answered; without a mutation, until there is news.
  fileprivate static func ask(
    _ asked: AnimalsState.Request, _ service: some AnimalsService, _ timing: AnimalsTiming,
    _ isKept: @escaping @Sendable () async throws -> Void
  ) -> Effect {
    let key = asked.waiting?.id
    let request = AnimalsRequest(
      mutation: asked.waiting.map { [$0.mutation] }, query: [.animals, .categories],
      after: asked.revision)
    return .run { send in
      var pause = timing.firstPause
      var isHeard = false
      repeat {
        do throws(ServiceProblem) {
          if key != nil { try await keep(isKept) }
          let answer = try await service.send(request, key: key)
          let isNews = key != nil || !isHeard || answer.revision != asked.revision
          if isNews { await send(.answered(answer, to: key)) }
          if key != nil { return }
          isHeard = true
          pause = timing.firstPause
          try? await send.clock.sleep(for: timing.interval)
        } catch .away(let reason) {
          isHeard = false
          await send(.away(reason: reason))
          try? await send.clock.sleep(for: pause)
          pause = min(pause * 2, timing.longestPause)
        } catch .refused(let reason) {
          if let key { return await send(.gaveUp(key, reason: reason)) }
          await send(.away(reason: reason))
          try? await send.clock.sleep(for: timing.longestPause)
        }
      } while !send.isCancelled
    }
  }

  private static func keep(
    _ isKept: @Sendable () async throws -> Void
  ) async throws(ServiceProblem) {
    do { try await isKept() } catch {
      throw .away(reason: "The change could not be written to the disk: \(error)")
    }
  }
}
