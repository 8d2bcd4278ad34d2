// SPDX-License-Identifier: Apache-2.0

import Millrace
import PeopleData
import Testing

@MainActor
@Suite struct PageNumberTests {
  private func page(wanted: Int, of count: Int) -> PageNumber {
    var state = PeopleState(count: count, seed: 1)
    state.page = wanted
    return selectPage(state)
  }

  @Test func thereIsAlwaysAPage() {
    let page = page(wanted: 0, of: 0)
    #expect(page.index == 0)
    #expect(page.count == 1)
    #expect(!page.hasPrevious)
    #expect(!page.hasNext)
  }

  @Test(arguments: [(1, 1), (20, 1), (21, 2), (40, 2), (41, 3)])
  func theLastPageMayBeShort(people: Int, pages: Int) {
    #expect(page(wanted: 0, of: people).count == pages)
  }

  @Test func aPageThatIsTooFarIsTheLast() {
    let page = page(wanted: 99, of: 41)
    #expect(page.index == 2)
    #expect(page.hasPrevious)
    #expect(!page.hasNext)
  }

  @Test func thePagesTogetherAreAllPeopleInOrder() {
    var state = PeopleState(count: 41, seed: 1)
    var ids: [Person.ID] = []
    for page in 0..<3 {
      state.page = page
      ids += selectPageIDs(state)
    }
    #expect(ids == state.people.ids)
  }
}
