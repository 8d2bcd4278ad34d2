// SPDX-License-Identifier: Apache-2.0
// What the code of MillracePersistence.md takes as given; see bin/support/articles.py.

import Foundation
import Millrace
import MillracePersistence

struct Cart: Codable, Sendable {}

enum CartAction: Codable, Sendable { case add(name: String), pay }

@MainActor func example1(url: URL, cart: Feature<Cart, CartAction>) async throws {
  // block 1
}
