// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceCombine
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#else
  @preconcurrency import OpenCombine
#endif

@MainActor
@Suite struct DependentEffectPublisherTests {
  private struct Broken: Error {}
  private typealias Middleware = EffectMiddleware<LedgerAction, LedgerAction, Ledger, Dependencies>

  /// What the effects reach the outer world through.
  private final class Dependencies: @unchecked Sendable {
    let subject = PassthroughSubject<Int, Broken>()
    let log = Log()

    var numbers: AnyPublisher<Int, Broken> {
      subject.handleEvents(receiveCancel: { [log] in log.append("cancelled") })
        .eraseToAnyPublisher()
    }
  }

  private func store(
    _ dependencies: Dependencies,
    _ handle: @escaping @Sendable (String) -> DependentEffect<Dependencies, LedgerAction>
  ) -> LedgerStore {
    LedgerStore(
      initialState: Ledger(), reducer: .ledger,
      middleware: Middleware(dependencies: dependencies) { action, _, _ in
        if case .note(let name) = action { handle(name) } else { .none }
      })
  }

  @Test func thePublisherIsMadeOfTheDependencies() async {
    let dependencies = Dependencies()
    let store = store(dependencies) { _ in
      .publisher { $0.dependencies.numbers.map { .add($0) }.replaceError(with: .add(-1)) }
    }
    let receipt = store.dispatch(.note("go"))
    dependencies.subject.send(3)
    dependencies.subject.send(completion: .finished)
    await receipt.finish()
    #expect(store.state.count == 3)
  }

  @Test func anEqualTokenReplacesAndCancels() {
    let dependencies = Dependencies()
    let store = store(dependencies) { name in
      if name == "stop" { return .cancel(token: 7) }
      return .publisher(token: 7) { context in
        context.dependencies.numbers.map { .add($0) }.replaceError(with: .fail)
      }
    }
    store.dispatch(.note("go"))
    store.dispatch(.note("go"))
    dependencies.subject.send(1)
    #expect(store.state.count == 1)
    store.dispatch(.note("stop"))
    dependencies.subject.send(1)
    #expect(store.state.count == 1)
    #expect(dependencies.log.lines == ["cancelled", "cancelled"])
  }

  @Test(arguments: ["plain", "token"])
  func aFailureIsAnActionByType(form: String) async {
    let dependencies = Dependencies()
    let store = store(dependencies) { name in
      name == "token"
        ? .publisher(token: 1) {
          $0.dependencies.numbers.map { .add($0) }
        } catch: { (_: Broken) in
          .add(-10)
        }
        : .publisher {
          $0.dependencies.numbers.map { .add($0) }
        } catch: { (_: Broken) in
          .add(-10)
        }
    }
    let receipt = store.dispatch(.note(form))
    dependencies.subject.send(1)
    dependencies.subject.send(completion: .failure(Broken()))
    await receipt.finish()
    #expect(store.state.count == -9)
  }
}
