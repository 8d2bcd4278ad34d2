// SPDX-License-Identifier: Apache-2.0

import CounterData
import CounterUI
import Millrace
import MillraceTesting
import MillraceViewTesting
import MillraceViews
import Testing

@MainActor
@Suite struct CounterContentTests {
  @Test func itShowsTheValueAndFollowsTheStore() {
    let store = Store(initialState: CounterState(count: 7), reducer: .counter)
    let page = RenderedView { CounterContent().environment(store) }
    #expect(page.title == "Counter")
    #expect(page.texts == ["Increment", "Value: 7", "Decrement"])
    page.find(.button, "Decrement").tap()
    #expect(page.texts == ["Increment", "Value: 6", "Decrement"])
    page.find(.button, "Increment").tap()
    page.find(.button, "Increment").tap()
    #expect(page.texts == ["Increment", "Value: 8", "Decrement"])
  }

  @Test func aChangeIsOneChangedText() {
    let mock = MockStore<CounterState, CounterAction>(initialState: CounterState(count: 7))
    let page = RenderedView { CounterContent().environment(mock.store) }
    mock.state.count = 6
    #expect(page.bodies(of: CounterContent.self) == 2)
    guard case .setText(_, "Value: 6")? = page.patches.last else {
      Issue.record("expected one changed text, got \(page.patches)")
      return
    }
  }

  @Test func theButtonsDispatchAndDoNothingElse() {
    let mock = MockStore<CounterState, CounterAction>(initialState: CounterState(count: 7))
    let page = RenderedView { CounterContent().environment(mock.store) }
    page.find(.button, "Increment").tap()
    page.find(.button, "Decrement").tap()
    #expect(mock.actions == [.increment, .decrement])
    #expect(page.texts.contains("Value: 7"))
    #expect(page.bodies(of: CounterContent.self) == 1)
  }
}
