// SPDX-License-Identifier: Apache-2.0

import Millrace
import MillraceTesting
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct WarningReporterTests {
  private let child: Feature<Int?, Int> = Reducer<Int, Int> { $0 += $1 }
    .ifLet(action: CasePath<Int, Int>.identity, state: \Int?.self)

  @Test func aWarningFailsTheStepThatCausesItOnce() async {
    for _ in 0..<2 {
      var line: UInt = 0
      let reports = await Reports.of {
        let store = TestStore(initialState: nil, feature: child)
        line = #line + 1
        await store.send(1)
        await store.send(1)
        await store.finish()
      }
      #expect(reports.all.map(\.line) == [line])
      #expect(reports.texts.first?.contains("there is no value in Optional<Int> for 1.") == true)
    }
  }

  @Test func aWarningWhileTheStoreIsOpenedFailsTheCreationOfTheTestStore() async {
    var lines: [UInt] = []
    let reports = await Reports.of {
      lines.append(#line + 1)
      _ = TestStore<Int?, Int> { middleware, clock in
        let store = Store(initialState: nil, feature: child, middleware: middleware, clock: clock)
        store.dispatch(1)
        return store
      }
      lines.append(#line + 1)
      _ = await TestStore<Int?, Int>(opening: { middleware, clock in
        let store = Store(initialState: nil, feature: child, middleware: middleware, clock: clock)
        await Task.yield()
        store.dispatch(1)
        return store
      })
    }
    #expect(reports.all.filter { $0.text.contains("there is no value in") }.map(\.line) == lines)
  }

  @Test func soDoesOneOfAnActionThatAnEffectSendsLater() async {
    let feature =
      child
      <> Feature<Int?, Int> { (state: inout Int?, action: Int) -> Effect<Int> in
        action == 0 ? .just(1).delay(for: .seconds(1)) : .none
      }
    var line: UInt = 0
    let reports = await Reports.of {
      let store = TestStore(initialState: 5, feature: feature)
      await store.send(0)
      await store.replaceState(with: nil)
      line = #line + 1
      await store.advance(by: .seconds(1))
      await store.receive(1)
      await store.finish()
    }
    #expect(reports.all.map(\.line) == [line])
  }

  @Test func stepsWithoutAnActionFailForTheirOwn() async {
    struct Offline: Error {}
    let feature =
      child <> Feature<Int?, Int> { _, _ -> Effect<Int> in .none }
    var lines: [UInt] = []
    let reports = await Reports.of {
      let store = TestStore(initialState: nil, feature: feature)
      lines.append(#line + 1)
      await store.addEffect(.run { _ in throw Offline() })
      lines.append(#line + 1)
      await store.addEffect(.just(1))
      await store.receive(1)
      lines.append(#line + 1)
      await store.dispatch { _, _ in store.store.addEffect(.run { _ in throw Offline() }) }
      await store.finish()
    }
    #expect(reports.all.map(\.line) == lines)
  }

  @Test func aThunkThatThrowsIsAStepToo() async {
    struct Offline: Error {}
    let feature =
      child <> Feature<Int?, Int> { _, _ -> Effect<Int> in .none }
    var line: UInt = 0
    let reports = await Reports.of {
      let store = TestStore(initialState: nil, feature: feature)
      line = #line + 1
      try? await store.dispatch { _, _ in
        store.store.addEffect(.run { _ in throw Offline() })
        throw Offline()
      }
      await store.finish()
    }
    #expect(reports.all.map(\.line) == [line])
  }

  @Test func eachStepFailsForItsOwn() async {
    let reports = await Reports.of {
      await scenario(initialState: nil, feature: child, steps: [.send(1), .send(2)])
    }
    #expect(reports.all.count == 2)
  }
}
