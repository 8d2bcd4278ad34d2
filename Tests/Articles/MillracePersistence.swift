// SPDX-License-Identifier: Apache-2.0
// The declarations that the code of MillracePersistence.md needs; see bin/support/articles.py.

import Foundation
import Millrace
import MillracePersistence
import MillraceUI
import MillraceViews
import MillraceWeb

struct Cart: Codable, Sendable {}

enum CartAction: Codable, Sendable { case add(name: String), pay }

@MainActor func example1(url: URL, cart: Feature<Cart, CartAction>) async throws {
  // block 1
}

struct TillContent: View {
  @Environment(Store<Cart, CartAction>.self) private var store
  var body: some View { Text("Till") }
}

@MainActor func example2(
  url: URL, cart: Feature<Cart, CartAction>, arguments: [String]
) async throws {
  // block 2
}
