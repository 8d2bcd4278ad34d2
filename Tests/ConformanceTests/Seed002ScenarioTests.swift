// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceDialects
import MillraceTesting
import TestSupport
import Testing

/// What a user of SwiftRex's test language expects to write, and what must fail.
@MainActor
@Suite(.timeLimit(.minutes(5))) struct Seed002ScenarioTests {
  private enum FavoriteAction: Equatable, Sendable {
    case toggle(String)
    case saved(String)
    case failed
  }

  private struct Favorites: Equatable, Sendable {
    var names: Set<String> = []
    var isSaving = false
    var hasFailed = false
  }

  private static let reducer = Reducer<Favorites, FavoriteAction>.reduce { action, state in
    switch action {
    case .toggle(let name):
      state.names.formSymmetricDifference([name])
      state.isSaving = true
    case .saved: state.isSaving = false
    case .failed:
      state.isSaving = false
      state.hasFailed = true
    }
  }

  /// A server that records its calls and answers when the test calls `answer`.
  private actor Server {
    private(set) var asked: [String] = []
    private var waiting: [CheckedContinuation<Bool, Never>] = []

    func save(_ name: String) async -> Bool {
      asked.append(name)
      return await withCheckedContinuation { waiting.append($0) }
    }

    func answer(_ isSaved: Bool) {
      waiting.removeFirst().resume(returning: isSaved)
    }
  }

  private func saving(
    _ server: Server
  ) -> AnyMiddleware<FavoriteAction, FavoriteAction, Favorites> {
    AnyMiddleware { action, _, _ in
      guard case .toggle(let name) = action else { return .pure() }
      return IO(.run { send in await send(await server.save(name) ? .saved(name) : .failed) })
    }
  }

  @Test func aUseCaseIsToldWithSendSideEffectAndReceive() async {
    let server = Server()
    await scenario(
      initialState: Favorites(), feature: Self.reducer.feature, middleware: saving(server)
    ) {
      Send(.toggle("tea")).expect {
        $0.names = ["tea"]
        $0.isSaving = true
      }
      SideEffect { #expect(await server.asked == ["tea"]) }
      SideEffect { await server.answer(true) }
      Receive(.saved("tea")).expect { $0.isSaving = false }
      Send(.toggle("tea")).expect {
        $0.names = []
        $0.isSaving = true
      }
      SideEffect { await server.answer(false) }
      Receive(.failed).expect {
        $0.isSaving = false
        $0.hasFailed = true
      }
    }
  }

  @Test func theSameIsToldWithAnArray() async {
    let server = Server()
    await scenario(
      initialState: Favorites(), feature: Self.reducer.feature, middleware: saving(server),
      steps: [
        .send(.toggle("tea")) {
          $0.names = ["tea"]
          $0.isSaving = true
        },
        .sideEffect { await server.answer(true) },
        .receive(.saved("tea")) { $0.isSaving = false },
      ])
  }

  /// Runs steps that must fail their test.
  private func expectFailure(
    containing text: String, _ steps: [Step<Favorites, FavoriteAction>]
  ) async {
    let echo = AnyMiddleware<FavoriteAction, FavoriteAction, Favorites> { action, _, _ in
      if case .toggle(let name) = action { IO(.just(.saved(name))) } else { .pure() }
    }
    await withKnownIssue {
      await scenario(
        initialState: Favorites(), feature: Self.reducer.feature, middleware: echo, steps: steps)
    } matching: { issue in
      "\(issue)".contains(text) || issue.comments.contains { $0.rawValue.contains(text) }
    }
  }

  @Test func anUnexpectedChangeFails() async {
    await expectFailure(
      containing: "to change nothing",
      [.send(.toggle("tea")), .receive(.saved("tea")) { $0.isSaving = false }])
  }

  @Test func aMissingChangeFails() async {
    await expectFailure(
      containing: "to change the state, but it changes nothing",
      [.send(.saved("tea")) { $0.isSaving = false }])
  }

  @Test func sendingWhileActionsAreLeftFails() async {
    await expectFailure(
      containing: "Expected all actions to be received before",
      [
        .send(.toggle("tea")) {
          $0.names = ["tea"]
          $0.isSaving = true
        },
        .send(.failed) { $0.hasFailed = true },
      ])
  }

  @Test func actionsThatAreLeftAtTheEndFail() async {
    await expectFailure(
      containing: "Expected the test to receive all actions",
      [
        .send(.toggle("tea")) {
          $0.names = ["tea"]
          $0.isSaving = true
        }
      ])
  }
}
