// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceUndo

extension Feature where State == AnimalsState, Action == AnimalsAction {
  /// How actions change the animals, and how the changes are sent to the server.
  ///
  /// The request to the server is a function of the state. So a store that is recovered from its
  /// journal sends the first pending mutation again, with the same key.
  ///
  /// A mutation that cannot be made throws a ``Refusal``.
  ///
  /// - Parameters:
  ///   - service: The server.
  ///   - timing: The times between requests, on the store's clock.
  ///   - sync: Returns when everything that the store has done is safely on the disk. A mutation is
  ///     sent only after that. Otherwise a crash could lose the end of the journal together with a
  ///     key that was already sent, and the store would use the same key for another mutation.
  /// - Returns: The feature.
  public static func animals(
    _ service: some AnimalsService, timing: AnimalsTiming = AnimalsTiming(),
    sync: @escaping @Sendable () async throws -> Void = {}
  ) -> Feature {
    .combine {
      Reducer { state, action throws(Refusal) in
        switch action {
        case .begin(let client): if state.client.isEmpty { state.client = client }
        case .make(let mutation, _): try state.make(mutation)
        case .save(let mutation, let draft, _): try state.save(mutation, draft)
        // `undoable` below has already added the changed rows to the outbox. An error reverts that.
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
        request.map { [.effect(id: $0, .ask($0, service, timing, sync))] } ?? []
      }
    }
  }
}

/// The times between the requests to the server.
public struct AnimalsTiming: Sendable {
  /// The time between two requests that check for changes.
  public var interval = Duration.seconds(2)
  /// The time before the second attempt.
  ///
  /// The time doubles for each further attempt.
  public var firstPause = Duration.milliseconds(250)
  /// The maximum time between two attempts.
  public var longestPause = Duration.seconds(8)

  /// Creates the default times.
  public init() {}
}

extension Effect where Action == AnimalsAction {
  /// Sends a request again and again.
  ///
  /// If the request has a mutation, the effect ends when the server has answered or refused it.
  /// Otherwise the effect continues until it is cancelled, and sends an action for each failure,
  /// for the first answer, for the first one after a failure, and for each new revision.
  fileprivate static func ask(
    _ asked: AnimalsState.Request, _ service: some AnimalsService, _ timing: AnimalsTiming,
    _ sync: @escaping @Sendable () async throws -> Void
  ) -> Effect {
    let key = asked.waiting?.id
    // Without its identifier a revision is not known: the same number can have other animals.
    let after = asked.revisionId == nil ? nil : asked.revision
    let request = AnimalsRequest(
      mutation: asked.waiting.map { [$0.mutation] }, query: [.animals, .categories],
      after: after, afterId: asked.revisionId)
    return .run { send in
      var pause = timing.firstPause
      var hasAnswered = false
      repeat {
        do throws(ServiceProblem) {
          if key != nil { try await write(sync) }
          let answer = try await service.send(request, key: key)
          let isKnown = (answer.revision, answer.revisionId) == (asked.revision, asked.revisionId)
          let isNews = key != nil || !hasAnswered || !isKnown
          if isNews { await send(.answered(answer, to: key)) }
          if key != nil { return }
          hasAnswered = true
          pause = timing.firstPause
          try? await send.clock.sleep(for: timing.interval)
        } catch .away(let reason) {
          hasAnswered = false
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

  private static func write(
    _ sync: @Sendable () async throws -> Void
  ) async throws(ServiceProblem) {
    do { try await sync() } catch {
      throw .away(reason: "The change could not be written to the disk: \(error)")
    }
  }
}
