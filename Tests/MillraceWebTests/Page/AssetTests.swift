// SPDX-License-Identifier: Apache-2.0

import NIOCore
import Testing

@testable import MillraceWeb

@Suite struct AssetTests {
  @Test(arguments: [
    (Asset.style, "text/css; charset=utf-8"), (.icon, "image/svg+xml"),
    (.tree, "text/javascript; charset=utf-8"), (.script, "text/javascript; charset=utf-8"),
    (.controls, "text/javascript; charset=utf-8"), (.gestures, "text/javascript; charset=utf-8"),
    (.windows, "text/javascript; charset=utf-8"), (.line, "text/javascript; charset=utf-8"),
    (.address, "text/javascript; charset=utf-8"), (.fields, "text/javascript; charset=utf-8"),
    (.focus, "text/javascript; charset=utf-8"), (.pointer, "text/javascript; charset=utf-8"),
    (.session, "text/javascript; charset=utf-8"), (.rows, "text/javascript; charset=utf-8"),
  ])
  func everyFileHasItsType(asset: Asset, type: String) throws {
    let file = try #require(Asset.files(styleSheet: "")[asset.path])
    let response = file.response(to: try request(asset.path))
    #expect(response.status == .ok)
    #expect(response.headers["content-type"] == [type])
    #expect(response.body.readableBytes == asset.text.utf8.count)
    #expect(Asset(rawValue: asset.path) == asset)
  }

  @Test func theStyleSheetOfTheApplicationComesLast() throws {
    let files = Asset.files(styleSheet: ".mine { color: red; }")
    let style = try #require(files[Asset.style.path]?.plain)
    #expect(String(buffer: style) == PageStyle.text + ".mine { color: red; }")
    #expect(files[Asset.script.path]?.plain == ByteBuffer(string: PageScript.text))
  }
}
