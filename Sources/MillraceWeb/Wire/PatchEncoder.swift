// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Writes patches as JSON, and equal ones that come one after another only once.
///
/// Pages that show the same change get equal patches: a change that a thousand pages see is
/// written once.
@MainActor final class PatchEncoder {
  private var last: [Patch] = []
  private var text = ""
  /// How often patches were written, and not taken from the last time.
  private(set) var count = 0

  /// The patches as the items of a JSON array.
  ///
  /// - Complexity: linear in the length of the patches.
  func encoded(_ patches: [Patch]) -> String {
    guard patches != last else { return text }
    count += 1
    last = patches
    text = ServerMessage.encoded(patches)
    return text
  }
}
