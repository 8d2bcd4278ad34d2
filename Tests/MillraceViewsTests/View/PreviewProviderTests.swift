// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

import MillraceViews

@MainActor struct PreviewProviderTests {
  private struct Previews: PreviewProvider {
    static var previews: some View { Text("a") }
  }

  @Test func previewsAreViews() {
    #expect(render(Previews.previews) == "<span>a</span>")
  }
}
