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
  #endif

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
