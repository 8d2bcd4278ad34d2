// SPDX-License-Identifier: Apache-2.0

import MillraceViews
import Testing

import MillraceWeb

@MainActor @Suite struct WebOptionsTests {
  @Test func aSiteOnAllAddressesWithItsNamesIsAccepted() throws {
    var options = WebOptions()
    options.allowedHosts = ["example.com"]
    _ = try WebSite(host: "0.0.0.0", pages: [.field], options: options)
  }
}
