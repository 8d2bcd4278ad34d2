// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MillraceWeb

@Suite struct AssetTests {
  @Test(arguments: [
    (Asset.style, "text/css; charset=utf-8"), (.icon, "image/svg+xml"),
    (.tree, "text/javascript; charset=utf-8"), (.script, "text/javascript; charset=utf-8"),
    (.controls, "text/javascript; charset=utf-8"), (.gestures, "text/javascript; charset=utf-8"),
    (.windows, "text/javascript; charset=utf-8"),
  ])
  func everyFileHasItsType(asset: Asset, type: String) {
    #expect(asset.response.status == .ok)
    #expect(asset.response.headers.contains { $0 == ("Content-Type", type) })
    #expect(!asset.response.body.isEmpty)
    #expect(Asset(rawValue: asset.path) == asset)
  }
}
