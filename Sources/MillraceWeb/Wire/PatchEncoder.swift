// SPDX-License-Identifier: Apache-2.0

import MillraceViews

/// Encodes patches as JSON; equal consecutive patches are encoded only once.
///
/// Pages that show the same change get equal patches. Therefore a change that a thousand pages show
/// is encoded once.
@MainActor final class PatchEncoder {
  private var last: [Patch] = []
  private var text = ""
  /// The number of times that patches were encoded and not reused.
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
