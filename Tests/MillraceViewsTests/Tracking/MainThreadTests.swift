// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceViews

struct MainThreadTests {
  @Test @MainActor func theMainActorsThreadIsKnown() {
    MainThread.note()
    #expect(MainThread.isCurrent)
  }

  @Test func otherThreadsAreOthers() async {
    await MainActor.run { MainThread.note() }
    let isMain = await Task.detached { MainThread.isCurrent }.value
    #expect(!isMain)
  }
}
