// SPDX-License-Identifier: Apache-2.0

import Millrace
import Synchronization
import Testing

@MainActor
@Suite struct StoreWarningsTests {
  private final class Texts: Sendable {
    let all = Mutex<[String]>([])
    var hear: @Sendable (String) -> Void { { text in self.all.withLock { $0.append(text) } } }
  }

  #if DEBUG
    @Test func aHandlerHearsOfAWarningEachTime() {
      let store = Store<Int?, Int>(
        initialState: nil,
        feature: Reducer<Int, Int> { $0 += $1 }
          .ifLet(action: CasePath<Int, Int>.identity, state: \Int?.self))
      let texts = Texts()
      for _ in 0..<2 {
        StoreWarnings.withHandler(texts.hear) {
          _ = store.dispatch(1)
        }
      }
      let all = texts.all.withLock { $0 }
      #expect(all.count == 2 && all[0].contains("there is no value in Optional<Int> for 1."))
    }

    /// The middleware and the reducer of a child can both find that the child is missing.
    @Test(arguments: 0...2)
    func anActionForAMissingChildIsOneWarning(middlewareCount: Int) {
      let removal = Reducer<Int?, Int> { state, _ in state = nil }
      var child = Reducer<Int, Int> { $0 += $1 }.feature
      for _ in 0..<middlewareCount {
        child = Feature(middleware: AnyMiddleware<Int, Int, Int> { _, _, _ in .none }) <> child
      }
      let store = Store<Int?, Int>(
        initialState: 0,
        feature: removal.feature
          <> child.ifLet(action: CasePath<Int, Int>.identity, state: \Int?.self))
      let texts = Texts()
      // The first action removes the child after its middleware has found it.
      for number in 1...3 {
        StoreWarnings.withHandler(texts.hear) {
          _ = store.dispatch(number)
        }
        #expect(texts.all.withLock { $0.count } == number)
      }
      #expect(texts.all.withLock { $0.allSatisfy { !$0.contains("is reported once") } })
    }

    /// The middleware of the child handles the action before the child exists.
    @Test func anActionThatCreatesTheChildIsNoWarning() {
      let creation = Reducer<Int?, Int> { state, _ in state = 0 }
      var child = Reducer<Int, Int> { $0 += $1 }.feature
      child = Feature(middleware: AnyMiddleware<Int, Int, Int> { _, _, _ in .none }) <> child
      let store = Store<Int?, Int>(
        initialState: nil,
        feature: creation.feature
          <> child.ifLet(action: CasePath<Int, Int>.identity, state: \Int?.self))
      let texts = Texts()
      StoreWarnings.withHandler(texts.hear) {
        _ = store.dispatch(5)
      }
      #expect(store.state == 5)
      #expect(texts.all.withLock { $0 } == [])
    }
  #endif

  /// Text in the buffer of standard output, which has one if it is a pipe, would be lost.
  @Test func aWarningIsWrittenBeforeTheProcessEnds() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      StoreWarnings.report("the end is near")
      fatalError()
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("the end is near\n"))
  }

  @Test func tasksThatAreStartedTellTheHandlerToo() async {
    let texts = Texts()
    await StoreWarnings.withHandler(texts.hear) {
      await Task { StoreWarnings.report("later") }.value
    }
    #expect(texts.all.withLock { $0 } == ["later"])
  }

  @Test func refusalsAreNoWarnings() {
    struct Refused: Error {}
    let store = Store(initialState: 0, reducer: Reducer<Int, Int> { _, _ in throw Refused() })
    let texts = Texts()
    StoreWarnings.withHandler(texts.hear) {
      _ = store.dispatch(1)
      StoreWarnings.report("one of my own")
    }
    #expect(texts.all.withLock { $0 } == ["one of my own"])
  }
}
