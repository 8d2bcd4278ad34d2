// SPDX-License-Identifier: Apache-2.0

#if DEBUG
  import Millrace
  import MillraceViews
  import TestSupport
  import Testing

  @testable import MillraceUI

  @MainActor
  @Suite struct RecreatedSelectorDetectorTests {
    private static let family = SelectorFamily { (factor: Int) in
      createSelector(\Ledger.count) { $0 * factor }
    }
    private static let selectDouble = createSelector(\Ledger.count) { $0 * 2 }

    /// Runs again when `other` changes, and creates its child with `content`.
    private struct Parent<Content: View>: View {
      @Selected(\.ledgerStore, \.other) var other
      let content: (Int) -> Content
      var body: some View { content(other) }
    }

    private struct Child: View {
      @Selected<LedgerStore, Int> var value: Int

      init(_ selector: StateSelector<Ledger, Int>, line: UInt) {
        _value = Selected(\.ledgerStore, selector, line: line)
      }

      init(id: Int, _ selector: StateSelector<Ledger, Int>) {
        _value = Selected(\.ledgerStore, id: id, selector)
      }

      var body: some View { Text("\(value)") }
    }

    private static func location(_ line: UInt) -> String {
      "MillraceUITests/RecreatedSelectorDetectorTests.swift:\(line)"
    }

    /// True if there was a warning for the source location after eleven changes of `other`.
    private func isWarned(
      _ line: UInt, @ViewBuilder _ content: @escaping (Int) -> some View
    ) -> Bool {
      let store = LedgerStore(initialState: Ledger(count: 1), reducer: .ledger)
      let host = ViewHost(Provider(\.ledgerStore, store) { Parent(content: content) })
      for other in 1...11 {
        store.dispatch(.setOther(other))
        _ = host.flush()
      }
      return RecreatedSelectorDetector.warned.contains(Self.location(line))
    }

    @Test func aSelectorThatIsMadeAtEachRunOfTheParentIsReported() {
      #expect(isWarned(1) { _ in Child(createSelector(\.count) { $0 * 2 }, line: 1) })
      #expect(isWarned(2) { _ in Child(StateSelector { $0.count * 2 }, line: 2) })
      let message = RecreatedSelectorDetector.message(at: Self.location(1))
      #expect(message.contains("DetectorTests.swift:1 was given a new selector each time"))
      #expect(message.contains("the view's declaration creates the selector"))
      #expect(message.contains("Create the selector once"))
    }

    @Test func aConstantAFamilyAndAnIdAreNot() {
      #expect(!isWarned(3) { _ in Child(Self.selectDouble, line: 3) })
      #expect(!isWarned(4) { Child(Self.family($0), line: 4) })
      #expect(!isWarned(6) { Child(StateSelector($0 % 2 == 0 ? \.count : \.other), line: 6) })
      // With an id no line is passed, so the warning could name any location.
      let warned = RecreatedSelectorDetector.warned
      _ = isWarned(5) { _ in Child(id: 1, createSelector(\.count) { $0 * 2 }) }
      #expect(RecreatedSelectorDetector.warned == warned)
    }

    @Test func rowsThatEachHaveTheirOwnAreNot() {
      var kept: [Int: StateSelector<Ledger, Int>] = [:]
      func select(_ row: Int) -> StateSelector<Ledger, Int> {
        let selector = kept[row] ?? createSelector(\.count) { $0 + row }
        kept[row] = selector
        return selector
      }
      #expect(!isWarned(7) { other in ForEach(0..<other) { Child(select($0), line: 7) } })
      // Three views at one source location; the last one alternates between two selectors.
      #expect(
        !isWarned(8) { other in
          Child(select(0), line: 8)
          Child(select(1), line: 8)
          Child(select(other % 2), line: 8)
        })
    }
  }
#endif
