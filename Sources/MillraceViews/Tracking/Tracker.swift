// SPDX-License-Identifier: Apache-2.0

/// Knows which node is reading at this moment.
@MainActor enum Tracker {
  static var current: TrackedNode?
}
